import type { Metrics } from '../../telemetry/metrics.js';
import type { OpenRoute } from '../requests/route.js';

/**
 * `GET /metrics`: Prometheus' exposition format. It names no customer; a public deployment should block it at
 * its proxy.
 */
export const metricsRoute = (metrics: Metrics): OpenRoute => ({
  method: 'GET',
  path: '/metrics',
  access: 'anyone',
  counted: false,
  async handle() {
    const { contentType, text } = await metrics.render();
    return { status: 200, headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' }, body: text };
  },
});
