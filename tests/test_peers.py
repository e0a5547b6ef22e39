"""What AisleRiot and PySolFC allow is what we allow: positions from both programs, move for move.

The files in `fixtures/peers` hold one position a line with the transfers that the other program allows there (`f` for
some foundation) and whether it would deal or redeal. Their own README-like facts stand in the keys.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import FIXTURES, lay

from patience_cli.games import load
from patience_cli.moves import DEAL, REDEAL, Transfer

POSITIONS = {
    "aisleriot-gold-mine": 104,
    "aisleriot-spiderette": 104,
    "pysol-gold-mine": 91,
    "pysol-milligan-weave": 91,
    "pysol-quadrille": 91,
    "pysol-spiderette": 91,
}
