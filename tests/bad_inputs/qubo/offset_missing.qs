# ObjectiveOffset
2 0
