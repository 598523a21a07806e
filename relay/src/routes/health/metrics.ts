import type { Metrics } from '../../telemetry/metrics.js';
import { unauthorized } from '../auth/credential.js';
import type { OperatorToken } from '../auth/operator-token.js';
import type { OpenRoute } from '../requests/route.js';

/**
 * `GET /metrics`: Prometheus' exposition format. It names no customer, but tells how much there is of everything.
 * @param token what a scrape must show; absent: anybody may read it, and a public deployment blocks it at its proxy
 */
export const metricsRoute = (metrics: Metrics, token: OperatorToken | undefined): OpenRoute => ({
  method: 'GET',
  path: '/metrics',
  access: 'anyone',
  counted: false,
  async handle({ request }) {
    if (token?.recognizes(request.headers) === false) throw unauthorized('the metrics need their token');
    const { contentType, text } = await metrics.render();
    return { status: 200, headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' }, body: text };
  },
});
