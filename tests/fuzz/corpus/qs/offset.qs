# ObjectiveOffset 12
# Vars Non-zeros
3 3
1 1 -1
1 2 0.5
3 3 4
