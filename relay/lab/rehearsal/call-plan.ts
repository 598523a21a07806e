import { SeededRandom } from '../predictions/random.js';
import { toneOf, type Clip, type LineTone } from './clip.js';

/**
 * - `flare`: the caller is calm, gets angry, and is calm again. The agent stays calm.
 * - `steady`: both stay calm.
 * - `angry_agent`: the caller stays calm, with the same lines as in `steady`. The agent gets angry.
 */
export const CALL_KINDS = ['flare', 'steady', 'angry_agent'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** One turn: sentences of one speaker in one tone, without a break. */
export interface PlannedLine {
  role: 'caller' | 'agent';
  tone: LineTone;
  clips: readonly Clip[];
}

/** The speakers of a call. If possible, both are unknown to the same model. */
export interface Cast {
  caller: string;
  agent: string;
}

export interface CallPlan {
  kind: CallKind;
  cast: Cast;
  seed: number;
  lines: readonly PlannedLine[];
}

export const CALL_SHAPE = {
  /** The number of lines of each speaker that are calm, then heated, then calm again. Callers and agents take turns. */
  before: 5,
  heated: 4,
  after: 5,
  /** Sentences are added to a line until it is this long, s, because single words do not make a turn. */
  lineSeconds: 2.5,
} as const;

/** Speakers that have calm and angry sentences, in order of their names. */
export const speakersOf = (clips: readonly Clip[]): string[] => {
  const tonesOf = new Map<string, Set<LineTone>>();
  for (const clip of clips) {
    const tone = toneOf(clip);
    if (tone === undefined) continue;
    tonesOf.set(clip.speaker, (tonesOf.get(clip.speaker) ?? new Set()).add(tone));
  }
  return [...tonesOf].flatMap(([speaker, tones]) => (tones.size === 2 ? [speaker] : [])).sort();
};

/** The calls of one cast, one of each kind. The same seed gives the same calls. */
export const planCalls = (clips: readonly Clip[], cast: Cast, seed: number): CallPlan[] => {
  const random = new SeededRandom(seed);
  const caller = new Repertoire(clips, cast.caller, random);
  const agent = new Repertoire(clips, cast.agent, random);
  const count = CALL_SHAPE.before + CALL_SHAPE.heated + CALL_SHAPE.after;
  const heated = (i: number) => i >= CALL_SHAPE.before && i < CALL_SHAPE.before + CALL_SHAPE.heated;
  const each = (line: (i: number) => PlannedLine) => Array.from({ length: count }, (_, i) => line(i));
  const calm = (role: PlannedLine['role'], from: Repertoire) =>
    each(() => ({ role, tone: 'calm', clips: from.line('calm') }));
  const angry = (role: PlannedLine['role'], from: Repertoire, evenLines: readonly PlannedLine[]) =>
    evenLines.map((line, i): PlannedLine =>
      heated(i) ? { role, tone: 'angry', clips: from.line('angry') } : line,
    );
  const callerCalm = calm('caller', caller);
  const agentCalm = calm('agent', agent);
  const inTurns = (callers: readonly PlannedLine[], agents: readonly PlannedLine[]) =>
    callers.flatMap((line, i) => [line, ...agents.slice(i, i + 1)]);
  const plan = (kind: CallKind, lines: PlannedLine[]): CallPlan => ({ kind, cast, seed, lines });
  return [
    plan('flare', inTurns(angry('caller', caller, callerCalm), agentCalm)),
    plan('steady', inTurns(callerCalm, agentCalm)),
    plan('angry_agent', inTurns(callerCalm, angry('agent', agent, agentCalm))),
  ];
};

/** One speaker's sentences in shuffled order. After the last one, they start again. */
class Repertoire {
  private readonly decks: Record<LineTone, Clip[]>;
  private readonly next: Record<LineTone, number> = { calm: 0, angry: 0 };

  constructor(clips: readonly Clip[], speaker: string, random: SeededRandom) {
    const own = (tone: LineTone) =>
      shuffled(
        clips.filter((clip) => clip.speaker === speaker && toneOf(clip) === tone),
        random,
      );
    this.decks = { calm: own('calm'), angry: own('angry') };
  }

  line(tone: LineTone): Clip[] {
    const deck = this.decks[tone];
    const line: Clip[] = [];
    let seconds = 0;
    while (seconds < CALL_SHAPE.lineSeconds) {
      const clip = deck[this.next[tone]++ % deck.length];
      if (clip === undefined || !(clip.seconds > 0)) {
        throw new RangeError(`the speaker has no ${tone} sentence of known length`);
      }
      line.push(clip);
      seconds += clip.seconds;
    }
    return line;
  }
}

/** Fisher & Yates. */
const shuffled = <T>(items: readonly T[], random: SeededRandom): T[] => {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random.uniform() * (i + 1));
    [out[i], out[j]] = [out[j] as T, out[i] as T];
  }
  return out;
};
