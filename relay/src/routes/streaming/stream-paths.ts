import { TELEPHONY } from '../../stream/wires/telephony/adapters.js';
import { FOR_EVERY_ORIGIN } from '../../transport/cross-origin.js';
import { HttpError } from '../../transport/http-message.js';
import type { OpenRoute } from '../requests/route.js';

/** Where `undertone listen --forward-to` connects. */
export const LISTEN_PATH = '/v1/webhooks/listen';
export const REALTIME_PATH = '/v1/stream/realtime';
export const PLAIN_PATH = '/v1/stream';

/** The answer to a plain GET where a WebSocket handshake was expected. A page learns from it that a relay refused its stream. */
export const streamPathRoutes: readonly OpenRoute[] = [
  REALTIME_PATH,
  PLAIN_PATH,
  LISTEN_PATH,
  ...Object.values(TELEPHONY).map(({ path }) => path),
].map((path) => ({
  method: 'GET',
  path,
  access: 'anyone',
  counted: true,
  handle() {
    throw new HttpError('validation_error', 'this path speaks WebSocket: connect with a WebSocket client', {
      status: 426,
      headers: { Upgrade: 'websocket', Connection: 'Upgrade', ...FOR_EVERY_ORIGIN },
    });
  },
}));
