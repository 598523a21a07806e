/** Requests of the hosted service's clients, answered by the routes that are there. */
import { z } from 'zod';
import type { Conversations } from '../../domain/conversations/conversations.js';
import type { Learning } from '../../domain/conversations/learning/learning.js';
import type { AnalysisRoutesOptions } from '../../routes/analysis/analyze.js';
import type { KeyRoute, OpenRoute, Route } from '../../routes/requests/route.js';
import { jsonReply } from '../../transport/http-message.js';
import { withForeignRecordings } from './analysis.js';
import { withFields } from './answer.js';
import { foreignCorrectionRoute } from './correction.js';
import { featuresRoute } from './features.js';
import { withForeignJob } from './fine-tune.js';
import { foreignOutcomeRoute } from './outcome.js';
import { transcriptRoute } from './transcript.js';

export { foreignJobReaders } from './fine-tune.js';

export interface CompatibilityParts {
  readonly analysis: AnalysisRoutesOptions;
  readonly conversations: Conversations;
  readonly learning: Learning;
  readonly nowMs: () => number;
  readonly version: string;
}

/** `GET /health`. `/healthz` and `/readyz` are for probes. */
const healthRoute = (version: string): OpenRoute => ({
  method: 'GET',
  path: '/health',
  access: 'anyone',
  counted: false,
  handle: () => jsonReply(200, { status: 'ok', version }),
});

/** The route table with everything that the hosted service's clients call. */
export const withCompatibility = (
  routes: readonly Route[],
  { analysis, conversations, learning, nowMs, version }: CompatibilityParts,
): readonly Route[] => [
  ...routes.map((row) => (row.access === 'api_key' ? adapted(row, analysis) : row)),
  healthRoute(version),
  featuresRoute(analysis),
  foreignCorrectionRoute(conversations, analysis.training),
  foreignOutcomeRoute(conversations, learning, nowMs),
  transcriptRoute(conversations),
];

const adapted = (row: KeyRoute, analysis: AnalysisRoutesOptions): KeyRoute => {
  if (row.method === 'POST' && row.path === '/v1/sessions') {
    const shape = { session_id: z.string().meta({ description: '`session.id`.' }) };
    return withFields(row, shape, ({ session }) => ({ session_id: (session as { id: string }).id }));
  }
  return withForeignRecordings(withForeignJob(row), analysis);
};
