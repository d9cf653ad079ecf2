"""The command `rftg`: one function a command, all thinking is below it."""
