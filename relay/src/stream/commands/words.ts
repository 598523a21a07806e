import { LIMITS } from '@undertone/protocol';
import { samplesToMs } from '../../domain/live/audio-encoding.js';
import type { TranscriptItem } from '../../domain/call/call-types.js';
import type { LiveSession } from '../live-session.js';

/** A transcription server that corrects itself sends an item again: that is still one. */
const MOST_WAITING = 64;

/**
 * Words of audio that has no result yet: it is on its way over a slow link, or waits until it is known who speaks. They belong to a turn
 * that has not begun, and would be left out or join the one before.
 */
export class WaitingWords {
  private items: readonly TranscriptItem[];

  /** @param items what waited at an earlier relay */
  constructor(items: readonly TranscriptItem[] = []) {
    this.items = items;
  }

  /** For a checkpoint. */
  get all(): readonly TranscriptItem[] {
    return this.items;
  }

  /** Takes words; newer ones of the same item are in their place. @returns what cannot wait any longer, because too many do */
  hold(item: TranscriptItem): TranscriptItem | undefined {
    const items = [...this.items.filter(({ itemId }) => itemId !== item.itemId), item];
    const tooMany = items.length > MOST_WAITING ? items.shift() : undefined;
    this.items = items;
    return tooMany;
  }

  /** Takes those out that need not wait any more, oldest first. */
  take(isDue: (item: TranscriptItem) => boolean): readonly TranscriptItem[] {
    const due = this.items.filter(isDue);
    if (due.length > 0) this.items = this.items.filter((item) => !due.includes(item));
    return due;
  }

  /** What was said is not taken up. */
  clear(): void {
    this.items = [];
  }
}

/** The words that wait in a session. An earlier relay may have placed some after its checkpoint: those of audio whose results the client has. */
export const waitingWords = (session: LiveSession, saved: readonly TranscriptItem[] = []): WaitingWords =>
  new WaitingWords(saved.filter((item) => isAhead(session, item)));

/** Takes words: at once, or when the audio in which they were said has its results. */
export const takeWords = (session: LiveSession, item: TranscriptItem): void => {
  const isHeld = isAhead(session, item);
  if (isHeld) session.checkpointNeed.changed();
  const tooMany = isHeld ? session.words.hold(item) : item;
  if (tooMany !== undefined) place(session, tooMany);
};

/** Call it when results have come. */
export const placeWords = (session: LiveSession): void => {
  for (const item of session.words.take((waiting) => !isAhead(session, waiting))) place(session, item);
};

/** Call it after the last results: nothing follows for which words could wait. */
export const placeLastWords = (session: LiveSession): void => {
  for (const item of session.words.take(() => true)) place(session, item);
};

/** Whether the audio that ends with these words can still come, and has no result yet. */
const isAhead = ({ config, ingest }: LiveSession, { speakerId, endMs }: TranscriptItem): boolean => {
  const clocks = config.channels.flatMap(({ id, analyse, mixed, sampleRate }, index) => {
    const clock = ingest.clocks[index];
    const isHere = speakerId === undefined || speakerId === id || mixed === true;
    if (clock === undefined || !analyse || !isHere) return [];
    const { acknowledgeable, received } = clock;
    return [{ through: samplesToMs(acknowledgeable, sampleRate), to: samplesToMs(received, sampleRate) }];
  });
  // Of several channels, words that name none may be of the one that is furthest ahead.
  return (
    clocks.length > 0 &&
    clocks.every(({ through }) => endMs > through) &&
    clocks.some(({ to }) => endMs <= to + LIMITS.clientRingMs)
  );
};

/** The conversation finds the turn, or reports that there is none. */
const place = (session: LiveSession, item: TranscriptItem): void => {
  const told = session.call.transcript(item);
  session.say(told);
  if (item.isFinal) session.turnRecorder?.noteWords(told);
};
