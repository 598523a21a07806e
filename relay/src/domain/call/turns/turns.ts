import { z } from 'zod';
import { TURNS } from '../thresholds.js';

const ms = z.number().min(0);

/** The state of one channel's turns. All times are on the channel's audio clock. */
export const turnSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('idle') }),
  /** Sound that is not yet long enough to be a turn. */
  z.strictObject({ kind: z.literal('candidate'), startMs: ms }),
  z.strictObject({ kind: z.literal('speaking'), turnId: z.string(), startMs: ms, segmentStartMs: ms }),
  /** Silent, but not long enough to end the turn. */
  z.strictObject({ kind: z.literal('trailing'), turnId: z.string(), startMs: ms, silentSinceMs: ms }),
]);
export type Turn = z.infer<typeof turnSchema>;

export type TurnInput =
  | { kind: 'start' | 'end' | 'misfire'; atMs: number }
  /** The channel's audio has reached this time. */
  | { kind: 'tick'; atMs: number }
  /** Ends any open turn: forced by the client, by a pause or by the end of the session. */
  | { kind: 'close'; atMs: number };

export type TurnEvent =
  | { kind: 'opened'; turnId: string; startMs: number }
  | { kind: 'closed'; turnId: string; startMs: number; endMs: number }
  /** A stretch of speech without a pause, for overlaps. */
  | { kind: 'segment'; startMs: number; endMs: number };

export interface TurnRules {
  endSilenceMs: number;
  newTurnId: () => string;
}

export const freshTurn = (): Turn => ({ kind: 'idle' });

/** The only place where a turn changes. A time before the one already reached counts as the time reached. */
export const transitionTurn = (
  turn: Turn,
  input: TurnInput,
  rules: TurnRules,
): { turn: Turn; events: TurnEvent[] } => {
  switch (turn.kind) {
    case 'idle':
      return stay(input.kind === 'start' ? { kind: 'candidate', startMs: input.atMs } : turn);
    case 'candidate':
      return fromCandidate(turn, input, rules);
    case 'speaking':
      return fromSpeaking(turn, input);
    case 'trailing':
      return fromTrailing(turn, input, rules);
  }
};

const stay = (turn: Turn) => ({ turn, events: [] as TurnEvent[] });

const fromCandidate = (
  turn: Extract<Turn, { kind: 'candidate' }>,
  input: TurnInput,
  rules: TurnRules,
): { turn: Turn; events: TurnEvent[] } => {
  if (input.kind === 'start') return stay(turn);
  const { startMs } = turn;
  const longEnough = input.kind !== 'misfire' && input.atMs - startMs >= TURNS.minimumSpeechMs;
  if (!longEnough) return stay(input.kind === 'tick' ? turn : { kind: 'idle' });
  const turnId = rules.newTurnId();
  const opened: TurnEvent = { kind: 'opened', turnId, startMs };
  const speaking: Turn = { kind: 'speaking', turnId, startMs, segmentStartMs: startMs };
  if (input.kind === 'tick') return { turn: speaking, events: [opened] };
  const after = fromSpeaking(speaking, input);
  return { turn: after.turn, events: [opened, ...after.events] };
};

const fromSpeaking = (
  turn: Extract<Turn, { kind: 'speaking' }>,
  input: TurnInput,
): { turn: Turn; events: TurnEvent[] } => {
  const { turnId, startMs, segmentStartMs } = turn;
  const atMs = Math.max(input.atMs, segmentStartMs);
  const segment: TurnEvent = { kind: 'segment', startMs: segmentStartMs, endMs: atMs };
  switch (input.kind) {
    case 'start':
    case 'tick':
      return stay(turn);
    case 'end':
      return { turn: { kind: 'trailing', turnId, startMs, silentSinceMs: atMs }, events: [segment] };
    case 'misfire':
      // The stretch is taken back. The turn's start was sent already, so it ends where it began.
      return stay({ kind: 'trailing', turnId, startMs, silentSinceMs: segmentStartMs });
    case 'close':
      return { turn: freshTurn(), events: [segment, { kind: 'closed', turnId, startMs, endMs: atMs }] };
  }
};

const fromTrailing = (
  turn: Extract<Turn, { kind: 'trailing' }>,
  input: TurnInput,
  rules: TurnRules,
): { turn: Turn; events: TurnEvent[] } => {
  const { turnId, startMs, silentSinceMs } = turn;
  const closed: TurnEvent = { kind: 'closed', turnId, startMs, endMs: silentSinceMs };
  const over = input.atMs - silentSinceMs >= rules.endSilenceMs;
  switch (input.kind) {
    case 'end':
    case 'misfire':
      return stay(turn);
    case 'tick':
      return over ? { turn: freshTurn(), events: [closed] } : stay(turn);
    case 'close':
      return { turn: freshTurn(), events: [closed] };
    case 'start':
      if (over) return { turn: { kind: 'candidate', startMs: input.atMs }, events: [closed] };
      return stay({ kind: 'speaking', turnId, startMs, segmentStartMs: Math.max(input.atMs, silentSinceMs) });
  }
};
