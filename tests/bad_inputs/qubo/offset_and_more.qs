# ObjectiveOffset 1 2
2 0
