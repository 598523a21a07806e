import type { Learning } from '../../domain/conversations/learning/learning.js';
import type { Conversations } from '../../domain/conversations/conversations.js';
import type { AnalysisRoutesOptions } from '../analysis/analyze.js';
import { correctionRoute } from '../feedback/correction-route.js';
import { cueRoute } from '../feedback/cue-route.js';
import { kpiRoutes } from '../kpis/kpi-routes.js';
import { predictionRoutes } from '../predictions/prediction-routes.js';
import type { KeyRoute } from '../requests/route.js';
import { outcomeRoutes } from './outcome-routes.js';
import { overviewRoute } from './overview-route.js';
import { sessionRoutes } from './session-routes.js';
import { transcriptRoute } from './transcript-route.js';
import { utteranceListRoute } from './utterance-list-route.js';
import { utteranceRoute } from './utterance-route.js';

export interface ConversationRoutesOptions {
  readonly conversations: Conversations;
  readonly learning: Learning;
  readonly nowMs: () => number;
}

/** Everything about conversations: sessions, outcomes, corrections, KPIs, predictions, thresholds. */
export const conversationRoutes = (
  { conversations, learning, nowMs }: ConversationRoutesOptions,
  analysis: AnalysisRoutesOptions,
): readonly KeyRoute[] => [
  ...sessionRoutes(conversations, learning, nowMs),
  transcriptRoute(conversations),
  overviewRoute(conversations, nowMs),
  utteranceRoute(conversations, analysis),
  utteranceListRoute(conversations),
  ...outcomeRoutes(conversations, learning, nowMs),
  correctionRoute(conversations, analysis.training),
  cueRoute(conversations),
  ...kpiRoutes(learning),
  ...predictionRoutes(learning),
];
