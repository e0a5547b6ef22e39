"""Deals: seeds, shuffles, decks and the deal line."""
