"""Makes the modules of packages/model/training importable: corpora, front end and graph are the same."""

from __future__ import annotations

import sys
from pathlib import Path

MODEL_TRAINING = Path(__file__).resolve().parents[2] / "model" / "training"
if str(MODEL_TRAINING) not in sys.path:
    sys.path.append(str(MODEL_TRAINING))
