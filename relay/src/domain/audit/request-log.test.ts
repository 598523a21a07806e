import { describe, expect, it } from 'vitest';
import { type LoggedRequest, RequestLog } from './request-log.js';

const aRequest = (id: string): LoggedRequest => ({
  id,
  orgId: 'org_1',
  keyId: 'key_1',
  at: new Date(0),
  method: 'GET',
  route: '/v1/kpis',
  status: 200,
  durationMs: 1,
});

describe('the log of requests', () => {
  it('keeps what could not be written for the next round, in order, and says what it had to drop', async () => {
    const written: string[] = [];
    const failures: number[] = [];
    let isAway = true;
    const log = new RequestLog({
      store: {
        add: (requests) => {
          if (isAway) return Promise.reject(new Error('away'));
          written.push(...requests.map(({ id }) => id));
          return Promise.resolve();
        },
        list: () => Promise.resolve([]),
      },
      onFailed: (_error, dropped) => void failures.push(dropped),
    });
    for (let index = 0; index < 20_003; index += 1) log.note(aRequest(`req_${index}`));
    await log.flush();
    log.note(aRequest('req_late'));
    await log.flush();
    expect(failures).toEqual([3, 1]);
    isAway = false;
    await log.flush();
    await log.flush();
    expect([written.length, written[0], written.at(-1)]).toEqual([20_000, 'req_0', 'req_19999']);
  });
});
