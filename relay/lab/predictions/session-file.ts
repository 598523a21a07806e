import { z } from 'zod';
import { outcomeSchema, type Outcome } from '../../src/domain/predictions/outcome.js';
import { observedUtteranceSchema, type ObservedUtterance } from '../../src/domain/predictions/utterance.js';

const unit = z.number().min(-1).max(1);

/**
 * One finished session as a JSON file, in the API's spelling. `valence`, `arousal` and `escalation` come together. An
 * utterance without them was not analyzed.
 */
const sessionFileSchema = z.object({
  session_id: z.string().min(1),
  /** ISO 8601. Sessions are taken in this order. Without it, they are taken by name. */
  ended_at: z.iso.datetime().exactOptional(),
  utterances: z
    .array(
      z.object({
        speaker_id: z.string().min(1),
        role: z.enum(['caller', 'agent']),
        start_ms: z.number().min(0),
        end_ms: z.number().min(0),
        valence: unit.exactOptional(),
        arousal: unit.exactOptional(),
        escalation: z.number().min(0).max(1).exactOptional(),
      }),
    )
    .min(1),
  outcome: outcomeSchema.default({}),
});

export interface RecordedSession {
  sessionId: string;
  endedAt: string;
  utterances: ObservedUtterance[];
  outcome: Outcome;
}

/** @throws ZodError naming what is wrong in the file */
export const readSessionFile = (json: unknown): RecordedSession => {
  const file = sessionFileSchema.parse(json);
  return {
    sessionId: file.session_id,
    endedAt: file.ended_at ?? '',
    utterances: file.utterances.map(({ speaker_id, role, start_ms, end_ms, ...sound }) => {
      const { valence, arousal, escalation } = sound;
      const heard = valence !== undefined && arousal !== undefined && escalation !== undefined;
      return observedUtteranceSchema.parse({
        speakerId: speaker_id,
        role,
        startMs: start_ms,
        endMs: end_ms,
        ...(heard ? { tone: { valence, arousal, escalation } } : {}),
      });
    }),
    outcome: file.outcome,
  };
};

/** The file of a session, as {@link readSessionFile} reads it. */
export const sessionFileOf = (session: RecordedSession): z.input<typeof sessionFileSchema> => ({
  session_id: session.sessionId,
  ...(session.endedAt === '' ? {} : { ended_at: session.endedAt }),
  utterances: session.utterances.map(({ speakerId, role, startMs, endMs, tone }) => ({
    speaker_id: speakerId,
    role,
    start_ms: startMs,
    end_ms: endMs,
    ...tone,
  })),
  outcome: session.outcome,
});
