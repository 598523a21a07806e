import type { ServerBody, SessionPrediction } from '@undertone/protocol';
import { alertMessage } from '../../domain/alerts/alert-board.js';
import type { Observed } from '../../domain/conversations/conversations.js';
import { wireKpis } from '../../domain/kpis/kpi-predictor.js';

/** What a conversation foretells after a turn. */
export type News = Pick<Observed, 'foresight' | 'insight' | 'alerts'>;

/** What a stream tells of its conversation after a turn. */
export const predictionBodies = (
  prediction: SessionPrediction,
  { foresight, insight, alerts }: News,
): readonly ServerBody[] => {
  const kpis = wireKpis(insight.settings.kpis, foresight.kpis);
  return [
    { kind: 'session.prediction', value: prediction },
    ...(Object.keys(kpis).length === 0 ? [] : [{ kind: 'kpi_predictions', value: { kpis } } as const]),
    ...alerts.map((alert): ServerBody => ({ kind: 'alert', value: alertMessage(alert) })),
  ];
};
