import { describe, expect, it } from 'vitest';
import { Metrics } from '../../telemetry/metrics.js';
import type { HttpRequest } from '../../transport/http-message.js';
import { OperatorToken } from '../auth/operator-token.js';
import { metricsRoute } from './metrics.js';

const scrape = async (token: OperatorToken | undefined, authorization?: string): Promise<number> => {
  const headers = new Map(authorization === undefined ? [] : [['authorization', authorization]]);
  const reply = await metricsRoute(new Metrics(), token).handle({
    request: { headers } as unknown as HttpRequest,
    params: {},
  });
  return reply.status;
};

describe('/metrics', () => {
  it('is open when no token is set', async () => {
    expect(await scrape(undefined)).toBe(200);
  });

  it('opens to its tokens and to nothing else', async () => {
    const token = new OperatorToken(['token-of-the-metrics', 'the-one-before-it']);
    expect(await scrape(token, 'Bearer token-of-the-metrics')).toBe(200);
    expect(await scrape(token, 'Bearer the-one-before-it')).toBe(200);
    for (const wrong of [undefined, 'Bearer other', 'token-of-the-metrics']) {
      await expect(scrape(token, wrong)).rejects.toMatchObject({ status: 401 });
    }
  });
});
