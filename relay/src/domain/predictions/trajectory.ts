import { z } from 'zod';
import { TURNS } from '../call/thresholds.js';
import { FEATURES, type Features } from './features.js';
import { advanceTrack, freshTrack, readTrack, trackSchema, type SpeakerTrack } from './speaker-track.js';
import type { ObservedUtterance } from './utterance.js';

export const TRAJECTORY = {
  /** The forecast is about the callers' utterances that begin within this time, ms. */
  horizonMs: 60_000,
  /** Features are stored for learning after these numbers of caller utterances, because early predictions must be learned too. */
  milestones: [2, 4, 8, 16, 32, 64],
  /** Number of separate speakers. Later ones count with the last. Limits the memory that a client can use. */
  maximumSpeakers: 16,
  /** Caller utterances that open a conversation. The feature `length` is the natural log of the utterances divided by this. */
  opening: 3,
  /** Imagined utterances without an interruption, and time without silence (ms), before the first utterance. */
  ordinaryUtterances: 2,
  ordinaryMs: 10_000,
  /** Share of the earlier recent talk that each new utterance removes. */
  talkRecency: 0.2,
} as const;

/** Adds 0 for each feature that older stored data does not have. */
const withAllFeatures = (stored: unknown): unknown => {
  const ordinary = Object.fromEntries(FEATURES.map((name) => [name, 0]));
  return typeof stored === 'object' && stored !== null ? { ...ordinary, ...stored } : stored;
};

/** Features as they are stored. */
export const featuresSchema = z.preprocess(withAllFeatures, z.record(z.enum(FEATURES), z.number()));

/** Features at a past moment, and how the callers sounded after it. */
const milestoneSchema = z.strictObject({
  utterances: z.number().int().min(1),
  atMs: z.number().min(0),
  features: featuresSchema,
  /** Valence of the callers' utterances within the horizon: the value that the forecast predicts. */
  followedBy: z.strictObject({ count: z.number().int().min(0), valenceSum: z.number() }),
});
export type Milestone = z.infer<typeof milestoneSchema>;

/** What predictions need of a conversation: plain data of bounded size. */
export const trajectorySchema = z.strictObject({
  schema: z.literal(1),
  utterances: z.number().int().min(0),
  /** Utterances of callers with a tone. */
  tonedByCallers: z.number().int().min(0),
  interruptions: z.number().int().min(0),
  firstStartMs: z.number().min(0),
  /** End of the last speech, and the time in which somebody spoke. */
  lastEndMs: z.number().min(0),
  spokenMs: z.number().min(0),
  /** Recent speech of callers and of agents. Older speech counts less with every utterance. */
  recentCallerMs: z.number().min(0).default(0),
  recentAgentMs: z.number().min(0).default(0),
  /** For each speaker, the end of the newest utterance and the track. */
  speakers: z
    .array(z.strictObject({ speakerId: z.string(), endMs: z.number().min(0), track: trackSchema }))
    .max(TRAJECTORY.maximumSpeakers),
  milestones: z.array(milestoneSchema).max(TRAJECTORY.milestones.length),
});
export type Trajectory = z.infer<typeof trajectorySchema>;

export const freshTrajectory = (): Trajectory => ({
  schema: 1,
  utterances: 0,
  tonedByCallers: 0,
  interruptions: 0,
  firstStartMs: 0,
  lastEndMs: 0,
  spokenMs: 0,
  recentCallerMs: 0,
  recentAgentMs: 0,
  speakers: [],
  milestones: [],
});

/** The trajectory of a list in any order. The result is the same as adding the utterances in the order of their starts. */
export const trajectoryOf = (utterances: readonly ObservedUtterance[]): Trajectory =>
  inOrder(utterances).reduce(advanceTrajectory, freshTrajectory());

/** Sorts by start. Of two with the same start, the shorter comes first. */
export const inOrder = (utterances: readonly ObservedUtterance[]): ObservedUtterance[] =>
  [...utterances].sort(
    (a, b) => a.startMs - b.startMs || a.endMs - b.endMs || compareText(a.speakerId, b.speakerId),
  );

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Adds the next utterance. Call it in the order of the starts (a late one counts where it arrives). */
export const advanceTrajectory = (trajectory: Trajectory, utterance: ObservedUtterance): Trajectory => {
  const { startMs, endMs, role, tone } = utterance;
  const first = trajectory.utterances === 0;
  const cutsIn = trajectory.speakers.some(
    (other) => other.speakerId !== utterance.speakerId && other.endMs - startMs >= TURNS.minimumOverlapMs,
  );
  const next: Trajectory = {
    ...trajectory,
    utterances: trajectory.utterances + 1,
    tonedByCallers: trajectory.tonedByCallers + (role === 'caller' && tone !== undefined ? 1 : 0),
    interruptions: trajectory.interruptions + (cutsIn ? 1 : 0),
    firstStartMs: first ? startMs : Math.min(trajectory.firstStartMs, startMs),
    lastEndMs: Math.max(trajectory.lastEndMs, endMs),
    spokenMs: trajectory.spokenMs + Math.max(0, endMs - Math.max(startMs, trajectory.lastEndMs)),
    recentCallerMs: fade(trajectory.recentCallerMs) + (role === 'caller' ? endMs - startMs : 0),
    recentAgentMs: fade(trajectory.recentAgentMs) + (role === 'agent' ? endMs - startMs : 0),
    speakers: addToSpeaker(trajectory.speakers, utterance),
    milestones: follow(trajectory.milestones, utterance),
  };
  const reached = TRAJECTORY.milestones.some((count) => count === next.tonedByCallers);
  if (!reached || next.tonedByCallers === trajectory.tonedByCallers) return next;
  const milestone: Milestone = {
    utterances: next.tonedByCallers,
    atMs: endMs,
    features: readFeatures(next),
    followedBy: { count: 0, valenceSum: 0 },
  };
  return { ...next, milestones: [...next.milestones, milestone] };
};

const fade = (ms: number) => (1 - TRAJECTORY.talkRecency) * ms;

const addToSpeaker = (
  speakers: Trajectory['speakers'],
  utterance: ObservedUtterance,
): Trajectory['speakers'] => {
  const found = speakers.findIndex(({ speakerId }) => speakerId === utterance.speakerId);
  const full = speakers.length >= TRAJECTORY.maximumSpeakers;
  const index = found >= 0 ? found : full ? speakers.length - 1 : speakers.length;
  const known = speakers[index];
  const added = {
    speakerId: known?.speakerId ?? utterance.speakerId,
    endMs: Math.max(known?.endMs ?? 0, utterance.endMs),
    track: advanceTrack(known?.track ?? freshTrack(utterance.role), utterance),
  };
  return [...speakers.slice(0, index), added, ...speakers.slice(index + 1)];
};

const follow = (milestones: readonly Milestone[], { role, tone, startMs }: ObservedUtterance): Milestone[] =>
  milestones.map((milestone) => {
    const within = startMs >= milestone.atMs && startMs < milestone.atMs + TRAJECTORY.horizonMs;
    if (role !== 'caller' || tone === undefined || !within) return milestone;
    const { count, valenceSum } = milestone.followedBy;
    return { ...milestone, followedBy: { count: count + 1, valenceSum: valenceSum + tone.valence } };
  });

/** The current features; all 0 before the first utterance. Several callers are weighted by their speech. */
export const readFeatures = (trajectory: Trajectory): Features => {
  const { utterances, interruptions, speakers, spokenMs } = trajectory;
  const elapsedMs = trajectory.lastEndMs - trajectory.firstStartMs;
  const callers = speakers.filter(({ track }) => track.role === 'caller').map(({ track }) => track);
  const agents = speakers.filter(({ track }) => track.role === 'agent').map(({ track }) => track);
  const callerMs = sum(callers, ({ speechMs }) => speechMs);
  const agentMs = sum(agents, ({ speechMs }) => speechMs);
  return {
    ...callerFeatures(callers),
    interruptions: interruptions / (utterances + TRAJECTORY.ordinaryUtterances),
    silence: Math.max(0, elapsedMs - spokenMs) / (elapsedMs + TRAJECTORY.ordinaryMs),
    talk_share: callerMs > 0 && agentMs > 0 ? callerMs / (callerMs + agentMs) - 0.5 : 0,
    talk_above_own:
      callerMs > 0 && agentMs > 0
        ? trajectory.recentCallerMs / (trajectory.recentCallerMs + trajectory.recentAgentMs) -
          callerMs / (callerMs + agentMs)
        : 0,
    agent_warmth: sum(agents, ({ valenceSum }) => valenceSum) / (sum(agents, ({ toned }) => toned) + 1),
    length: Math.log(Math.max(1, trajectory.tonedByCallers / TRAJECTORY.opening)),
  };
};

const callerFeatures = (callers: readonly SpeakerTrack[]): ReturnType<typeof readTrack> => {
  const total = sum(callers, ({ tonedMs }) => tonedMs);
  const mixed = readTrack(freshTrack('caller'));
  if (total <= 0) return mixed;
  for (const track of callers) {
    const own = readTrack(track);
    for (const name of Object.keys(mixed) as (keyof typeof mixed)[]) {
      mixed[name] += (track.tonedMs / total) * own[name];
    }
  }
  return mixed;
};

const sum = <T>(items: readonly T[], of: (item: T) => number) =>
  items.reduce((all, item) => all + of(item), 0);
