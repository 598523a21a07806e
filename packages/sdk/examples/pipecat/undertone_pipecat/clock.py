"""The audio clock of one caller: from the first sound on, time without sound is a gap."""

from collections.abc import Callable

#: A transport that brings nothing for so long is away. Jitter and a busy process stay below it.
STALLED_S = 1.0


class CallerClock:
    def __init__(self, now: Callable[[], float], audio: Callable[[bytes], None], gap: Callable[[float, str], None]):
        """`gap` takes seconds and a reason of `audio.gap`."""
        self._now, self._audio, self._gap = now, audio, gap
        self._heard: float | None = None
        self._away: tuple[str, float] | None = None
        self._reasons: list[str] = []

    @property
    def deaf(self) -> bool:
        """Whether what comes now is not heard."""
        return bool(self._reasons)

    def frame(self, pcm: bytes, seconds: float) -> None:
        """Samples of the caller. They end an absence that has no reason of its own; during a mute or pause they are dropped."""
        now = self._now()
        if self._reasons:
            return
        self._pass(now - seconds)
        self._away = None
        self._heard = now
        self._audio(pcm)

    def leave(self, reason: str) -> None:
        """From here on the caller is not heard: `muted`, `privacy`."""
        if reason in self._reasons:
            return
        self.tick()
        self._reasons.append(reason)
        self._away = (self._reasons[-1], self._away[1] if self._away else self._now())

    def come_back(self, reason: str) -> None:
        if reason not in self._reasons:
            return
        self.tick()
        self._reasons.remove(reason)
        since = self._away[1] if self._away else self._now()
        self._away = (self._reasons[-1] if self._reasons else "suspended", since)

    def tick(self) -> None:
        """Declares the time that passed without sound. Call it about once a second."""
        now = self._now()
        if self._away is None and self._heard is not None and now - self._heard > STALLED_S:
            self._away = ("offline", self._heard)
        self._pass(now)

    def _pass(self, until: float) -> None:
        if self._away is None or until <= self._away[1]:
            return
        reason, since = self._away
        self._away = (reason, until)
        # The session's clock starts with the first sound.
        if self._heard is not None:
            self._gap(until - since, reason)
