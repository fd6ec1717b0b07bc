# ObjectiveOffset 1
# ObjectiveOffset 2
2 0
