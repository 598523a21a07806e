import type { CueAction } from '@undertone/protocol';
import { z } from 'zod';
import type { ConversationProgress, ConversationRecord } from './conversation-record.js';

/** What an agent may do with a cue. `steering.feedback` has the same actions. */
export const CUE_ACTIONS = ['shown', 'accepted', 'dismissed', 'snoozed', 'not_useful'] as const;

/** The budget of cues gives about forty an hour; of a call that is longer, the newest are kept. */
const KEPT_CUES = 64;

/** A cue that a stream gave its agent, and what the agent did with it. */
export const givenCueSchema = z.strictObject({
  cueId: z.string(),
  /** On the conversation's clock. */
  atMs: z.number().min(0),
  mode: z.string(),
  severity: z.string(),
  title: z.string(),
  body: z.string(),
  /** Each action once, in order. */
  answers: z
    .array(z.strictObject({ action: z.enum(CUE_ACTIONS), afterMs: z.number().min(0).nullable() }))
    .max(8),
});
export type GivenCue = z.infer<typeof givenCueSchema>;

/** A cue as its stream tells it; the time is on the stream's own clock. */
export type ToldCue = Omit<GivenCue, 'answers'>;

/** Keeps a cue with its conversation. The same cue again changes nothing. */
export const withCue = (record: ConversationRecord, cue: ToldCue): ConversationRecord => {
  const { progress } = record;
  if (progress.cues.some(({ cueId }) => cueId === cue.cueId)) return record;
  const given = { ...cue, atMs: (progress.streamStartMs ?? 0) + cue.atMs, answers: [] };
  return { ...record, progress: { ...progress, cues: [...progress.cues, given].slice(-KEPT_CUES) } };
};

/** Keeps what the agent did with a cue. An action that is known, or of a cue that is not, changes nothing. */
export const withCueAction = (
  progress: ConversationProgress,
  cueId: string,
  action: Exclude<CueAction, 'unspecified'>,
  afterMs: number | null,
): ConversationProgress => {
  const isNew = (cue: GivenCue): boolean =>
    cue.cueId === cueId && cue.answers.every((answer) => answer.action !== action);
  if (!progress.cues.some(isNew)) return progress;
  return {
    ...progress,
    cues: progress.cues.map((cue) =>
      isNew(cue) ? { ...cue, answers: [...cue.answers, { action, afterMs }] } : cue,
    ),
  };
};

/** What the agent did with a cue in the end; `shown` alone is no answer. */
export const answerTo = ({ answers }: GivenCue): GivenCue['answers'][number] | undefined =>
  answers.filter(({ action }) => action !== 'shown').at(-1);
