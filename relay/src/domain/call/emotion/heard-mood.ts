import {
  hearMood,
  type MoodKind,
  type ServerBody,
  steerMood,
  UNHEARD,
  type CallMood,
} from '@undertone/protocol';
import { keepNewest } from '../../keep-newest.js';

/** A mood that a panel shows. Before anything sure was heard there is none. */
export type HeardMood = Exclude<MoodKind, 'unheard'>;
export const HEARD_MOODS = [
  'calm',
  'pleased',
  'low',
  'tense',
  'upset',
  'calming',
] as const satisfies readonly HeardMood[];

/** What a panel says of a voice when its turn is over. */
export interface TurnMood {
  readonly mood: HeardMood;
  /** How long each mood lasted since the voice's turn before, pauses too, ms: their sums are what the panel says of a whole call. */
  readonly moodMs: Readonly<Partial<Record<HeardMood, number>>>;
}

/** More people do not take turns in a call. The limit keeps names that are new each time from filling the memory. */
const MAX_VOICES = 32;

interface Voice {
  readonly mood: CallMood;
  /** What was told of it at the end of its last turn. */
  readonly toldMs: ReadonlyMap<HeardMood, number>;
}

/** What a checkpoint keeps of a voice's mood: of its stretches of the call only the newest, and how long those that were not told lasted. */
interface SavedMood {
  readonly key: string;
  readonly mood: CallMood;
  readonly untoldMs: Readonly<Partial<Record<HeardMood, number>>>;
}

/** The moods of a call's voices as plain data. */
export type SavedMoods = readonly SavedMood[];

/** The moods of a call's voices, from the messages and by the rules of the agent's panel, so that both say the same. */
export class HeardMoods {
  private readonly voices: Map<string, Voice>;

  /** @param saved what an earlier relay heard */
  constructor(saved: SavedMoods = []) {
    this.voices = new Map(saved.map((voice) => [voice.key, restored(voice)]));
  }

  hear(bodies: readonly ServerBody[]): void {
    for (const body of bodies) {
      if (body.kind === 'directive') {
        const { channel, speakerId } = body.value;
        this.change(keyOf(channel, speakerId), (mood) => hearMood(mood, body.value));
      }
      if (body.kind !== 'agent_steering') continue;
      const { channel, speakerId } = body.value;
      if (channel === undefined || speakerId === undefined) continue;
      this.change(keyOf(channel, speakerId), (mood) => steerMood(mood, body.value));
    }
  }

  /** @returns undefined where nothing sure was heard of the voice */
  atTurnEnd(channel: number, speakerId: string): TurnMood | undefined {
    const key = keyOf(channel, speakerId);
    const voice = this.voices.get(key);
    if (voice === undefined || voice.mood.kind === 'unheard') return undefined;
    const moodMs = untold(voice);
    this.voices.set(key, { ...voice, toldMs: lasted(voice.mood) });
    return { mood: voice.mood.kind, moodMs };
  }

  /** For a checkpoint. */
  snapshot(): SavedMoods {
    return [...this.voices].map(([key, voice]) => {
      const { trace, spans } = voice.mood;
      return {
        key,
        mood: { ...voice.mood, trace: trace.slice(-1), spans: spans.slice(-1) },
        untoldMs: untold(voice),
      };
    });
  }

  private change(key: string, next: (mood: CallMood) => CallMood): void {
    const { mood, toldMs } = this.voices.get(key) ?? { mood: UNHEARD, toldMs: new Map<HeardMood, number>() };
    keepNewest(this.voices, key, { mood: next(mood), toldMs }, MAX_VOICES);
  }
}

const keyOf = (channel: number, speakerId: string): string => `${channel} ${speakerId}`;

/** How long each mood lasted since what was told last. */
const untold = ({ mood, toldMs }: Voice): TurnMood['moodMs'] => {
  const lastedMs = lasted(mood);
  const sinceMs = HEARD_MOODS.map(
    (kind) => [kind, Math.round((lastedMs.get(kind) ?? 0) - (toldMs.get(kind) ?? 0))] as const,
  );
  return Object.fromEntries(sinceMs.filter(([, ms]) => ms > 0));
};

const restored = ({ mood, untoldMs }: SavedMood): Voice => {
  const lastedMs = lasted(mood);
  const toldMs = HEARD_MOODS.map(
    (kind) => [kind, (lastedMs.get(kind) ?? 0) - (untoldMs[kind] ?? 0)] as const,
  );
  const { ms, endMs } = mood.stretch;
  // JSON knows no infinity: nothing but a cue was heard of the voice.
  const stretch = { ms, endMs: (endMs as number | null) ?? -Infinity };
  return { mood: { ...mood, stretch }, toldMs: new Map(toldMs) };
};

const lasted = ({ spans }: CallMood): ReadonlyMap<HeardMood, number> => {
  const ms = new Map<HeardMood, number>();
  for (const { kind, fromMs, toMs } of spans) {
    if (kind !== 'unheard') ms.set(kind, (ms.get(kind) ?? 0) + toMs - fromMs);
  }
  return ms;
};

/** The mood that lasted longest; null where none is known. */
export const longestMood = (lastedS: Readonly<Partial<Record<HeardMood, number>>>): HeardMood | null =>
  (Object.entries(lastedS) as [HeardMood, number][]).reduce<readonly [HeardMood | null, number]>(
    (longest, each) => (each[1] > longest[1] ? each : longest),
    [null, 0],
  )[0];
