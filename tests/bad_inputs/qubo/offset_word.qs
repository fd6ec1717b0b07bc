# ObjectiveOffset many
2 0
