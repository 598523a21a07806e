import { AUTH_PREFIX, SUBPROTOCOL_PROTO } from '@undertone/protocol';
import type { Cancel } from '../common/scheduler.js';
import { describeUnknown } from '../common/error-wire.js';
import type { StreamAddresses } from '../session/session-options.js';
import { reach, REACH_TIMEOUT_MS } from '../transport/reach.js';
import { fail, ok, warn, type Check } from './check.js';
import type { CheckedPage } from './checked-page.js';

const TIMEOUT_MS = 5_000;
/** Tokens are valid for a minute. With a clock that is off by more, they look expired. */
const CLOCK_TOLERANCE_MS = 30_000;

/** Requests the relay over plain HTTP and compares its clock with the page's. */
export const checkHealth = async (environment: CheckedPage, url: string): Promise<Check[]> => {
  const fix = 'Start the relay, or correct url; across origins it needs connect-src in the page’s CSP.';
  try {
    const response = await environment.fetch(url, { signal: AbortSignal.timeout(REACH_TIMEOUT_MS) });
    if (!response.ok) return [fail('relay_http', `${url} answers ${response.status}`, fix)];
    const checks = [ok('relay_http', 'the relay answers')];
    const date = Date.parse(response.headers.get('date') ?? '');
    const offsetMs = Math.abs(date - environment.wallClockMs());
    if (offsetMs > CLOCK_TOLERANCE_MS) {
      const message = `page and relay disagree about the time by ${Math.round(offsetMs / 1000)} s`;
      checks.push(warn('relay_clock', message, 'Set the clock of the machine that is wrong.'));
    }
    return checks;
  } catch (cause) {
    return [fail('relay_http', `the relay does not answer: ${describeUnknown(cause)}`, fix)];
  }
};

/** Makes one upgrade with a real token. Nothing is sent, so no session begins. */
export const checkStream = async (
  environment: CheckedPage,
  { stream, probe }: Pick<StreamAddresses, 'stream' | 'probe'>,
  token: string,
): Promise<Check> => {
  const check = await upgrade(environment, stream, token);
  if (check.status === 'ok') return check;
  const found = await reach((mode) =>
    environment.fetch(probe, { mode, signal: AbortSignal.timeout(REACH_TIMEOUT_MS) }),
  );
  switch (found.kind) {
    case 'relay':
      return check;
    case 'other':
      return fail(
        'relay_stream',
        `no relay at ${stream}: ${found.status === undefined ? 'something else answers there' : `it answers ${found.status} to a stream`}`,
        'Set url to the relay’s address, such as https://relay.example.com.',
      );
    case 'nothing':
      return fail(
        'relay_stream',
        `nothing answers at ${stream}`,
        'Start the relay, or correct url; the page’s CSP needs both its wss: and its https: address in connect-src.',
      );
  }
};

const upgrade = (environment: CheckedPage, url: string, token: string): Promise<Check> => {
  const refused =
    'Look at the token (used? expired? for this origin?) and at proxies that do not pass WebSockets on.';
  return new Promise((resolve) => {
    let socket: WebSocket;
    try {
      socket = environment.createSocket(url, [SUBPROTOCOL_PROTO, AUTH_PREFIX + token]);
    } catch (cause) {
      resolve(fail('relay_stream', describeUnknown(cause), 'Correct url; the CSP needs connect-src for it.'));
      return;
    }
    let cancel: Cancel = () => undefined;
    const done = (check: Check) => {
      cancel();
      socket.onopen = null;
      socket.onclose = null;
      socket.close();
      resolve(check);
    };
    socket.onopen = () =>
      done(
        socket.protocol === SUBPROTOCOL_PROTO
          ? ok('relay_stream', 'the relay accepts a stream')
          : fail(
              'relay_stream',
              'the server does not speak undertone.v1.proto',
              'Point url at /v1/stream/realtime.',
            ),
      );
    socket.onclose = (event) =>
      done(fail('relay_stream', `the upgrade was refused (${event.code})`, refused));
    cancel = environment.scheduler.after(TIMEOUT_MS, () =>
      done(fail('relay_stream', 'no answer to the upgrade within 5 s', refused)),
    );
  });
};
