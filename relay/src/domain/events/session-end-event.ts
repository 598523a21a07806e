import { type SessionEnded, type TurnSummary, UNCERTAIN } from '@undertone/protocol';
import type { z } from 'zod';
import type { NewEvent } from './event.js';
import type { sessionEnd, sessionEnded } from './event-schemas.js';
import { defined } from '../defined.js';

/** A session that is over, as it is stored. */
export interface ClosedSession {
  readonly sessionId: string;
  readonly orgId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly code: string;
  /** Absent when the relay that held it died and left nothing readable. */
  readonly ended: Pick<SessionEnded, 'durationS' | 'utteranceCount' | 'transcript' | 'emotionTrajectory'> &
    Partial<Pick<SessionEnded, 'finalEmotion' | 'predictions' | 'summary'>>;
  /** Who speaks on which channel, according to the session's configuration. */
  readonly channels: readonly { readonly subject?: string }[];
}

/** `session.end` and `session.ended` in one: the same event under its two published names. Exactly one per session. */
export const sessionEndEvent = (session: ClosedSession): NewEvent => ({
  orgId: session.orgId,
  type: 'session.end',
  once: session.sessionId,
  data: endData(session),
  alternateData: endedData(session),
});

const endData = ({ sessionId, ended }: ClosedSession): z.output<typeof sessionEnd> => {
  const { predictions, summary } = ended;
  return {
    session_id: sessionId,
    duration: seconds(ended.durationS),
    utterance_count: ended.utteranceCount,
    final_emotion: ended.finalEmotion ?? UNCERTAIN,
    emotion_trajectory: ended.emotionTrajectory,
    predictions: {
      ...(predictions?.escalationRisk !== undefined && { escalation_risk: predictions.escalationRisk }),
      ...(predictions?.churnRisk !== undefined && { churn_risk: predictions.churnRisk }),
      ...(predictions?.resolutionProbability !== undefined && {
        resolution_probability: predictions.resolutionProbability,
      }),
      ...(predictions?.predictedCsat !== undefined && { predicted_csat: predictions.predictedCsat }),
    },
    summary: {
      dominant_emotion: summary?.dominantEmotion ?? UNCERTAIN,
      peak_escalation_risk: summary?.peakEscalationRisk ?? 0,
      sentiment_change: summary?.sentimentChange ?? 0,
    },
  };
};

const endedData = (session: ClosedSession): z.output<typeof sessionEnded> => {
  const { turns } = session.ended.transcript;
  const labels = labelsOf(turns, session.channels);
  const labelOf = (id: string): string => labels.get(id) ?? id;
  return {
    session_id: session.sessionId,
    started_at: new Date(session.startedAtMs).toISOString(),
    ended_at: new Date(session.endedAtMs).toISOString(),
    end_code: session.code,
    duration: seconds(session.ended.durationS),
    turns: turns.map((turn) => ({
      turn_id: turn.turnId,
      speaker: { id: turn.speakerId, label: labelOf(turn.speakerId) },
      channel: turn.channel,
      start: seconds(turn.startMs / 1_000),
      end: seconds(turn.endMs / 1_000),
      ...defined({ emotion: turn.emotion }),
    })),
    speakers: [...labels].map(([id, label]) => ({ id, label, talkSeconds: talkSeconds(turns, id) })),
  };
};

/** A speaker is named after the channel's subject, with a number if several share one. */
const labelsOf = (
  turns: readonly TurnSummary[],
  channels: ClosedSession['channels'],
): ReadonlyMap<string, string> => {
  const labels = new Map<string, string>();
  const used = new Map<string, number>();
  for (const { speakerId, channel } of turns) {
    if (labels.has(speakerId)) continue;
    const name = NAMES[channels[channel]?.subject ?? ''] ?? 'Speaker';
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    labels.set(speakerId, count === 1 ? name : `${name} ${count}`);
  }
  return labels;
};

const NAMES: Readonly<Record<string, string>> = { customer: 'Customer', agent: 'Agent', self: 'Self' };

const talkSeconds = (turns: readonly TurnSummary[], speakerId: string): number =>
  seconds(
    turns
      .filter((turn) => turn.speakerId === speakerId)
      .reduce((total, { startMs, endMs }) => total + (endMs - startMs), 0) / 1_000,
  );

/** To the millisecond. */
const seconds = (value: number): number => Math.max(0, Math.round(value * 1_000) / 1_000);

/** Who speaks on each channel, from a session's stored configuration. Empty if it does not say. */
export const channelsOf = (config: unknown): ClosedSession['channels'] => {
  const channels: unknown =
    typeof config === 'object' && config !== null && 'channels' in config ? config.channels : [];
  if (!Array.isArray(channels)) return [];
  return channels.map((channel: unknown) =>
    typeof channel === 'object' &&
    channel !== null &&
    'subject' in channel &&
    typeof channel.subject === 'string'
      ? { subject: channel.subject }
      : {},
  );
};
