/** A relay that says what a test scripted, over a real WebSocket: the same results whatever the audio was and whenever it came. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ServerBody, type SessionEnded, SUBPROTOCOL_PROTO } from '@undertone/protocol';
import { decodeClientMessage, encodeServerMessage } from '@undertone/protocol/server-codec';
import { type WebSocket, WebSocketServer } from 'ws';
import { toBytes } from './stream-socket.js';

const READY: ServerBody = {
  kind: 'session.ready',
  value: {
    sessionId: 'ses_scripted',
    resumeHandle: 'handle',
    resumeWindowMs: 120_000,
    generation: 1,
    serverTime: '2026-01-01T00:00:00.000Z',
    model: { id: 'scripted', version: '1', labels: [] },
    channels: [],
    configRevision: 1,
    limits: { frameBytes: 65_536, messageBytes: 65_536, rate: 1.1, sessionS: 3_600, idleS: 120 },
    quota: { concurrentUsed: 1, concurrentMax: 1 },
    policy: { agentAnalysis: false, retention: 'none' },
    nextSample: [0],
  },
};

export class ScriptedRelay {
  private constructor(private readonly server: WebSocketServer) {}

  /** @param script is said after the first audio @param end is said when the client ends the session */
  static async start(script: readonly ServerBody[], end: SessionEnded): Promise<ScriptedRelay> {
    const server = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      handleProtocols: () => SUBPROTOCOL_PROTO,
    });
    server.on('connection', (socket) => play(socket, script, end));
    await once(server, 'listening');
    return new ScriptedRelay(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.clients.forEach((socket) => socket.terminate());
    this.server.close();
    await once(this.server, 'close');
  }
}

const play = (socket: WebSocket, script: readonly ServerBody[], end: SessionEnded): void => {
  const left = [...script];
  let [seq, ack] = [0, 0];
  const say = (body: ServerBody): void => {
    seq += 1;
    socket.send(encodeServerMessage({ seq, ack, generation: 1, audioPos: 0, body }));
  };
  socket.on('message', (data) => {
    const message = decodeClientMessage(toBytes(data));
    ack = message.seq;
    if (message.body?.kind === 'session.hello') say(READY);
    if (message.body?.kind === 'audio') left.splice(0).forEach(say);
    if (message.body?.kind !== 'session.end') return;
    say({ kind: 'session_end', value: end });
    socket.close(1000, 'normal');
  });
};
