# Vars Non-zeros
