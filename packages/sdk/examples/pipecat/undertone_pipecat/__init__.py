"""A Pipecat bot hears how its caller sounds."""

from .frames import (
    AgentModulationFrame,
    CallerReadingFrame,
    SteeringCueFrame,
    ToneShiftFrame,
    UndertonePauseFrame,
    UndertoneResumeFrame,
)
from .processor import UndertoneProcessor
from .stream import RelayRefused

__all__ = [
    "AgentModulationFrame",
    "CallerReadingFrame",
    "RelayRefused",
    "SteeringCueFrame",
    "ToneShiftFrame",
    "UndertonePauseFrame",
    "UndertoneProcessor",
    "UndertoneResumeFrame",
]
