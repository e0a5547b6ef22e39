"""What the commands do: one module a family, imported when a command of it runs."""
