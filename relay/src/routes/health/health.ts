import { settledWithin } from '../../concurrency/settled-within.js';
import { timers } from '../../concurrency/timers.js';
import type { Capacity } from './capacity.js';
import { FOR_EVERY_ORIGIN } from '../../transport/cross-origin.js';
import { jsonReply } from '../../transport/http-message.js';
import type { OpenRoute } from '../requests/route.js';

/** `GET /healthz`: shows that the process answers, also to a page of another origin. */
export const healthRoute = (version: string): OpenRoute => ({
  method: 'GET',
  path: '/healthz',
  access: 'anyone',
  counted: false,
  handle: () => jsonReply(200, { status: 'ok', version }, FOR_EVERY_ORIGIN),
});

/** Each check is one thing the relay needs; it resolves to whether that thing is ready. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<boolean>>>;

/** Probes give up after two seconds. A database that is locked or does not answer may take longer, and then nobody counts it. */
const CHECK_MS = 1_800;

const inTime = async (check: () => Promise<boolean>): Promise<boolean> => {
  const outcome = check().catch(() => false);
  return (await settledWithin(outcome, timers, CHECK_MS)) && outcome;
};

/**
 * `GET /readyz`: whether the relay can serve new streams, and if not, what is missing; and how many more sessions it takes, in the body
 * and as `Undertone-Free-Sessions`. A full relay is ready: whoever is there goes on.
 */
export const readyRoute = (checks: ReadinessChecks, capacity: () => Capacity): OpenRoute => ({
  method: 'GET',
  path: '/readyz',
  access: 'anyone',
  counted: false,
  async handle() {
    const names = Object.keys(checks);
    const results = await Promise.all(Object.values(checks).map((check) => inTime(check)));
    const report = Object.fromEntries(
      names.map((name, index) => [name, results[index] === true ? 'ok' : 'unavailable']),
    );
    const ready = results.every(Boolean);
    const { sessions, free } = capacity();
    return jsonReply(
      ready ? 200 : 503,
      { status: ready ? 'ready' : 'unavailable', checks: report, sessions: { held: sessions, free } },
      { 'Undertone-Free-Sessions': String(free), ...(ready ? {} : { 'Retry-After': '5' }) },
    );
  },
});
