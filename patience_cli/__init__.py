"""Card patience (solitaire) in plain text: deal, play, record and replay, at the prompt or in a pipe."""

__version__ = "0.1.0"
