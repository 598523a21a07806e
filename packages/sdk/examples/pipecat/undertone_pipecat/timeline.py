"""The past that the relay has not confirmed: every sample is audio or a declared gap (RT21, RT22, RT45, RT49)."""

from collections import deque
from dataclasses import dataclass


@dataclass
class Span:
    """Samples from `first` on: audio (`pcm`), a gap (`reason`), or a message at this position (`control`, no samples)."""

    first: int
    count: int = 0
    pcm: bytes = b""
    reason: str | None = None
    control: dict | None = None


class Timeline:
    """16-bit samples of one channel.

    `base` is the first sample without results, `kept` the first that is still held, `cursor` the first unsent one, `end` the next one.
    """

    def __init__(self, ring_samples: int):
        self.base = self.kept = self.cursor = self.end = 0
        #: The newest control message that is not kept any more.
        self.passed_control: dict | None = None
        self._ring = ring_samples
        self._spans: deque[Span] = deque()
        self._sent = 0  # spans before the cursor; it lies between two spans, or inside of one

    def audio(self, pcm: bytes) -> None:
        self._add(Span(self.end, len(pcm) // 2, pcm))

    def gap(self, count: int, reason: str) -> None:
        if count <= 0:
            return
        last = self._spans[-1] if self._spans else None
        if last is not None and last.reason == reason and self.cursor <= last.first:
            last.count += count
            self._grow(count)
            return
        self._add(Span(self.end, count, reason=reason))

    def control(self, message: dict) -> None:
        self._add(Span(self.end, control=message))

    def acknowledge(self, through: int) -> None:
        """Everything before `through` has its results. @param through exclusive, as in `audio.ack`"""
        self.base = max(self.base, min(through, self.end))
        self._keep_from(self.base)

    def rewind(self, next_sample: int) -> None:
        """A new connection goes on where the relay says. What is not kept any more is declared by `take`."""
        self.cursor = min(next_sample, self.end)
        self._sent = 0
        while self._sent < len(self._spans):
            span = self._spans[self._sent]
            # A message at the cursor itself may have been lost with the connection; it does no harm twice.
            if span.first + span.count > self.cursor or (span.control and span.first >= self.cursor):
                break
            self._sent += 1

    def control_at_cursor(self) -> dict | None:
        """The newest control message before the cursor."""
        passed = [span.control for span in list(self._spans)[: self._sent] if span.control]
        return passed[-1] if passed else self.passed_control

    def drop_unsent(self, keep: int) -> None:
        """Of the unsent audio only the newest `keep` samples stay; `take` declares the rest."""
        if self.cursor < self.end - keep:
            self._keep_from(self.end - keep)

    def take(self, most: int, least: int) -> Span | None:
        """The next piece to send. `None` when there are fewer than `least` samples of audio, unless a gap or message follows."""
        if self.cursor < self.kept:
            lost = Span(self.cursor, self.kept - self.cursor, reason="offline")
            self.cursor = self.kept
            return lost
        while self._sent < len(self._spans) and self._is_over(self._spans[self._sent]):
            self._sent += 1
        if self._sent >= len(self._spans):
            return None
        span = self._spans[self._sent]
        if span.control:
            piece = Span(self.cursor, control=span.control)
            self._sent += 1
        elif span.reason:
            piece = Span(self.cursor, span.first + span.count - self.cursor, reason=span.reason)
            self._sent += 1
        else:
            piece = self._audio(most, least)
        if piece is not None:
            self.cursor += piece.count
        return piece

    def _is_over(self, span: Span) -> bool:
        return span.control is None and span.first + span.count <= self.cursor

    def _audio(self, most: int, least: int) -> Span | None:
        parts: list[bytes] = []
        wanted, index, skip = most, self._sent, self.cursor - self._spans[self._sent].first
        while wanted > 0 and index < len(self._spans) and self._spans[index].pcm:
            pcm = self._spans[index].pcm
            part = pcm[2 * skip : 2 * (skip + wanted)]
            parts.append(part)
            wanted -= len(part) // 2
            if 2 * skip + len(part) < len(pcm):
                break
            index, skip = index + 1, 0
        joined = b"".join(parts)
        if len(joined) // 2 < least and index >= len(self._spans):
            return None
        self._sent = index
        return Span(self.cursor, len(joined) // 2, joined)

    def _add(self, span: Span) -> None:
        self._spans.append(span)
        self._grow(span.count)

    def _grow(self, count: int) -> None:
        self.end += count
        self._keep_from(self.end - self._ring)

    def _keep_from(self, sample: int) -> None:
        self.kept = max(self.kept, sample)
        while self._spans and self._spans[0].first + self._spans[0].count <= self.kept:
            first = self._spans[0]
            if first.control and (self._sent == 0 or first.first >= self.kept):
                break  # unsent messages stay, whatever is lost around them
            self._spans.popleft()
            self.passed_control = first.control or self.passed_control
            self._sent = max(0, self._sent - 1)
