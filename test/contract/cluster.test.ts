/** `npm run cluster` with a few streams: three relays behind a real HAProxy, one killed and one restarted. */
import { expect, it } from 'vitest';
import { runCluster } from '../cluster/cluster.js';

it('streams behind a balancer lose nothing, get nothing twice and pay exactly when a relay is killed and another restarts', async () => {
  const { moved, lost, doubled, failed, money, results } = await runCluster(
    { streams: 6, audio: 3, seconds: 16 },
    () => undefined,
  );
  expect({ lost, doubled, failed, money }).toEqual({ lost: [], doubled: [], failed: [], money: [] });
  // The relay that is killed has a third of the streams. Those of the other one may be over before they leave.
  expect(moved).toBeGreaterThanOrEqual(2);
  // Results come once a second of a stream's speech.
  expect(results).toBeGreaterThan(50);
}, 180_000);
