import { expect, it } from 'vitest';
import { SessionFault } from '../../domain/live/session-fault.js';
import type { OpenSocket } from '../../socket/open-socket.js';
import { Undecided } from './undecided.js';

/** A client whose key comes in its first message, and whose key's check fails with this. */
const refusedWith = async (error: Error): Promise<{ sent: object[]; logged: object[] }> => {
  const sent: object[] = [];
  const logged: object[] = [];
  let closedWith: number | undefined;
  const socket: OpenSocket = {
    remoteAddress: '127.0.0.1',
    send: (data) => {
      sent.push(JSON.parse(String(data)) as object);
      return 'sent';
    },
    bufferedBytes: () => 0,
    ping: () => undefined,
    cork: (run) => run(),
    close: (code) => (closedWith = code),
  };
  const host = {
    accept: () => {
      throw new Error('nothing is accepted here');
    },
    authenticate: () => Promise.reject(error),
    nowMs: () => 0,
    schedule: () => () => undefined,
    log: { error: (fields: object) => void logged.push(fields) },
  };
  const place = { take: () => true, release: () => undefined };
  const undecided = new Undecided(host, socket, {
    origin: undefined,
    auth: undefined,
    place,
    keyInAddress: false,
  });
  const config = JSON.stringify({ type: 'config', api_key: 'psk_live_of_a_client' });
  undecided.message(new TextEncoder().encode(config).buffer, false);
  await expect.poll(() => closedWith).toBeDefined();
  return { sent, logged };
};

it('logs what broke a connection that has no session yet, and neither its key nor more to the client', async () => {
  const { sent, logged } = await refusedWith(new Error('the database is away'));
  expect(sent).toMatchObject([{ code: 'internal_error', message: 'the relay made a mistake', fatal: true }]);
  expect(logged).toEqual([{ error: 'Error: the database is away' }]);
});

it('does not log a client’s own mistake', async () => {
  const { sent, logged } = await refusedWith(new SessionFault('unauthorized', 'no such key'));
  expect(sent).toMatchObject([{ code: 'unauthorized', message: 'no such key' }]);
  expect(logged).toEqual([]);
});
