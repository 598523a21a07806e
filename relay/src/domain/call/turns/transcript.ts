import type { TurnSummary } from '@undertone/protocol';
import { z } from 'zod';
import { TURNS } from '../thresholds.js';

const itemSchema = z.strictObject({ itemId: z.string(), text: z.string(), startMs: z.number().min(0) });

/** A turn as the session's transcript keeps it. */
export const turnRecordSchema = z.strictObject({
  turnId: z.string(),
  speakerId: z.string(),
  channel: z.number().int().min(0),
  startMs: z.number().min(0),
  /** Null while the turn is open. */
  endMs: z.number().min(0).nullable(),
  /** Null without a reading and while the turn is open. */
  emotion: z.string().nullable(),
  /** A person's correction; later readings do not change it. */
  corrected: z.string().exactOptional(),
  /** The label is of the full reader, which heard the whole utterance. */
  revised: z.literal(true).exactOptional(),
  /** How often another speaker was found to have said it. */
  revision: z.number().int().min(1).exactOptional(),
  items: z.array(itemSchema),
});
export type TurnRecord = z.infer<typeof turnRecordSchema>;

export interface TranscriptPlace {
  speakerId?: string;
  startMs: number;
  endMs: number;
}

/** The index of the turn that a text belongs to: a turn of the named speaker, if any, with the longest common time. */
export const findTurn = (
  turns: readonly TurnRecord[],
  place: TranscriptPlace,
  nowMs: number,
): number | undefined => {
  let best: number | undefined;
  let bestCommonMs = -TURNS.transcriptSlackMs;
  turns.forEach((turn, index) => {
    if (place.speakerId !== undefined && place.speakerId !== turn.speakerId) return;
    const commonMs = Math.min(place.endMs, turn.endMs ?? nowMs) - Math.max(place.startMs, turn.startMs);
    if (commonMs <= bestCommonMs) return;
    best = index;
    bestCommonMs = commonMs;
  });
  return best;
};

/** Adds a text to a turn, or replaces the earlier text of the same item. */
export const addText = (turn: TurnRecord, itemId: string, text: string, startMs: number): TurnRecord => {
  const others = turn.items.filter((item) => item.itemId !== itemId);
  const room = TURNS.maximumTextLength - others.reduce((length, item) => length + item.text.length, 0);
  if (room <= 0) return turn;
  const items = [...others, { itemId, text: text.slice(0, room), startMs }];
  return { ...turn, items: items.sort((a, b) => a.startMs - b.startMs) };
};

/** A turn that has ended, in the form of snapshots and `session_end`. */
export const turnSummary = (turn: TurnRecord, nowMs: number): TurnSummary => {
  const text = turnText(turn);
  const { turnId, speakerId, channel, startMs, endMs, emotion, revised } = turn;
  return {
    turnId,
    speakerId,
    channel,
    startMs: Math.round(startMs),
    endMs: Math.round(endMs ?? nowMs),
    ...(text === undefined ? {} : { text }),
    ...(emotion === null ? {} : { emotion, ...(revised === true && { revised }) }),
  };
};

/** The turn's words so far; undefined without words. */
export const turnText = ({ items }: TurnRecord): string | undefined =>
  items.length === 0 ? undefined : items.map(({ text }) => text.trim()).join(' ');
