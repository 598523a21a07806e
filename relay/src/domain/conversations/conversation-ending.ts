import type { NewEvent } from '../events/event.js';
import { answerOf, endPredictions } from '../predictions/answer.js';
import { labelAlone } from '../call/emotion/shown-label.js';
import { isOver } from './lifecycle.js';
import type { Insight } from './conversation-progress.js';
import type { FinalWord, ConversationRecord } from './conversation-record.js';
import { overviewOf } from './conversation-overview.js';
import { summarizeConversation } from './conversation-summary.js';
import { placeUtterances, type Utterance } from './utterances/utterance.js';
import { foresee } from './learning/learned-model.js';

/** The final predictions and summary of a conversation when it ends. */
export const finalWord = (
  { progress, language }: ConversationRecord,
  utterances: readonly Utterance[],
  { head, settings }: Insight,
): FinalWord => {
  const { prediction, kpis } = foresee(head, settings.kpis, progress.trajectory, 'ended');
  const placed = placeUtterances(utterances);
  const summary = summarizeConversation(placed, progress);
  return {
    predictions: { ...answerOf(prediction, language) },
    kpiPredictions: kpis,
    summary,
    overview: overviewOf(placed, summary.duration * 1_000, progress.cues),
  };
};

/** `session.end` of the specification, and `session.ended` with turns and speakers; once per session. */
export const endEvent = (
  record: ConversationRecord,
  utterances: readonly Utterance[],
  { head, settings }: Insight,
  nowMs: number,
): NewEvent => {
  const placed = placeUtterances(utterances);
  const { duration, utterance_count, final_emotion, emotion_trajectory, ...summary } = summarizeConversation(
    placed,
    record.progress,
  );
  const { prediction } = foresee(head, settings.kpis, record.progress.trajectory, 'ended');
  const labels = labelsOf(placed);
  const labelOf = (id: string): string => labels.get(id) ?? id;
  return {
    orgId: record.orgId,
    type: 'session.end',
    once: record.id,
    data: {
      session_id: record.id,
      duration,
      utterance_count,
      final_emotion,
      emotion_trajectory,
      predictions: endPredictions(prediction),
      summary,
    },
    alternateData: {
      session_id: record.id,
      started_at: new Date(record.createdAtMs).toISOString(),
      ended_at: new Date(nowMs).toISOString(),
      end_code: isOver(record.lifecycle) ? record.lifecycle.code : record.lifecycle.kind,
      duration,
      turns: placed.map((utterance) => {
        const { utteranceId, speakerId, channel, startMs, endMs } = utterance;
        const emotion = labelAlone(utterance);
        return {
          turn_id: utteranceId,
          speaker: { id: speakerId, label: labelOf(speakerId) },
          channel: channel ?? 0,
          start: startMs / 1000,
          end: endMs / 1000,
          ...(emotion !== null && { emotion }),
        };
      }),
      speakers: talkOf(placed).map(([id, spokenMs]) => ({
        id,
        label: labelOf(id),
        talkSeconds: Math.round(spokenMs) / 1000,
      })),
    },
  };
};

/** A speaker is named after the role, with a number if several share one. */
const labelsOf = (utterances: readonly Utterance[]): ReadonlyMap<string, string> => {
  const labels = new Map<string, string>();
  const used = new Map<string, number>();
  for (const { speakerId, role } of utterances) {
    if (labels.has(speakerId)) continue;
    const name = role === 'agent' ? 'Agent' : 'Customer';
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    labels.set(speakerId, count === 1 ? name : `${name} ${count}`);
  }
  return labels;
};

const talkOf = (utterances: readonly Utterance[]): readonly (readonly [string, number])[] => {
  const ms = new Map<string, number>();
  for (const { speakerId, startMs, endMs } of utterances) {
    ms.set(speakerId, (ms.get(speakerId) ?? 0) + endMs - startMs);
  }
  return [...ms];
};
