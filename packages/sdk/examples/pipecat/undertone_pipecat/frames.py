"""What the processor adds to a pipeline. Their fields hold the relay's messages as they are in the protocol's JSON form."""

from dataclasses import dataclass, field
from typing import Any, Literal

from pipecat.frames.frames import ControlFrame, DataFrame, SystemFrame


@dataclass
class AgentModulationFrame(ControlFrame):
    """How the bot's voice should sound now: `mode`, `intensity`, `tts` (`speed`, `pitch_shift_semitones`, …).

    Comes only when it changes by something audible. An interruption does not drop it.
    """

    modulation: dict[str, Any]
    interruptible: bool = field(default=False, init=False)


@dataclass
class SteeringCueFrame(ControlFrame):
    """The steering mode changed (`agent_steering`); `cue` in it is absent when the budget of cues is spent."""

    steering: dict[str, Any]
    interruptible: bool = field(default=False, init=False)


@dataclass
class ToneShiftFrame(ControlFrame):
    """The caller's tone left their own usual, or is back (`resolved`)."""

    shift: dict[str, Any]
    interruptible: bool = field(default=False, init=False)


@dataclass
class CallerReadingFrame(DataFrame):
    """A `directive`: emotion, valence, arousal and so on of the last quarter of a second."""

    directive: dict[str, Any]


@dataclass
class UndertonePauseFrame(SystemFrame):
    """From here on the caller is not heard, and nothing is charged: no audio leaves the bot until the resume."""

    reason: Literal["hold", "payment_data", "consent_withdrawn", "break"]


@dataclass
class UndertoneResumeFrame(SystemFrame):
    """Ends a pause."""
