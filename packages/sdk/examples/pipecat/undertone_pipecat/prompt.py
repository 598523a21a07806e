"""What the bot was last told about its caller, and the one message in the model's context that says it."""

import re
from typing import Any

#: A prompt holds one sentence or two of the relay's catalog; longer text is not from there.
MOST_CHARACTERS = 400
#: Speed and intensity change a little with each reading. Below this step nobody hears it.
STEP = 0.05
ROLE = "developer"
#: Marks our message among those of the bot. No caller can write it: their words are `user` messages.
MARK = "[caller's tone]"

#: `tone_shift.direction` in words.
SHIFTS = {
    "escalating": "The caller's tone is heating up.",
    "deescalating": "The caller's tone is calming down.",
    "brightening": "The caller's tone is brightening.",
    "darkening": "The caller's tone is darkening.",
}


class Advice:
    """The mode's sentence is the relay's own, in the language of `metadata.language`: no transcript, name or number is in it."""

    def __init__(self) -> None:
        self.modulation: dict[str, Any] | None = None
        self.text = ""
        self._heard: tuple | None = None
        self._sentence = ""
        self._shift = ""

    def take(self, modulation: dict[str, Any]) -> tuple[bool, bool]:
        """Returns whether the voice should sound otherwise, and whether the text is new."""
        tts = modulation.get("tts", {})
        numbers = (modulation.get("intensity"), tts.get("speed"), tts.get("pitch_shift_semitones"))
        heard = (modulation.get("mode"), *(round((number or 0) / STEP) for number in numbers))
        changed, self._heard = heard != self._heard, heard
        self.modulation = modulation
        # A reading without a sentence does not take the last one back.
        self._sentence = _plain(modulation.get("system_prompt_fragment", "")) or self._sentence
        return changed, self._reword()

    def shifted(self, shift: dict[str, Any]) -> bool:
        """Returns whether the text is new. A shift is said until it is resolved."""
        self._shift = "" if shift.get("resolved") else SHIFTS.get(shift.get("direction", ""), "")
        return self._reword()

    def transform(self, messages: list[Any]) -> list[Any]:
        """For `LLMMessagesTransformFrame`: the newest text, once, at the end of the context."""
        others = [message for message in messages if not _is_ours(message)]
        return [*others, {"role": ROLE, "content": f"{MARK} {self.text}"}] if self.text else others

    def _reword(self) -> bool:
        before, self.text = self.text, " ".join(part for part in (self._sentence, self._shift) if part)
        return self.text != before


def _is_ours(message: Any) -> bool:
    if not isinstance(message, dict) or message.get("role") != ROLE:
        return False
    content = message.get("content")
    return isinstance(content, str) and content.startswith(MARK)


def _plain(text: str) -> str:
    """One line without control characters, of bounded length: safe inside any context."""
    return re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", text).strip()[:MOST_CHARACTERS]
