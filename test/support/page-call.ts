/** A page's call without a browser: the client's own connection and, where the page hears, its own hearing. The audio comes from the test. */
import {
  type HelloOptions,
  reach,
  socketOpener,
  systemScheduler,
  Transport,
  type TransportOutcome,
} from '@undertone/client/transport';
import type { Model } from '@undertone/hearing';
import type { Features, ServerBody, SessionEnded } from '@undertone/protocol';
import { WebSocket } from 'ws';
import { Listening } from '../../packages/client/src/hearing/listening.js';
import { paced } from './pace.js';
import type { RelayProcess } from './relay-process.js';
import { speechRate } from './speech.js';
import { toInt16 } from './wav.js';

const FRAME = 640;
const FRAME_MS = 40;
const openSocket = socketOpener((url, protocols) => new WebSocket(url, protocols));

export interface PageCall {
  readonly relay: RelayProcess;
  readonly sessionId: string;
  /** 16 kHz. */
  readonly audio: Float32Array;
  /** Audio behind each result, ms. */
  readonly intervalMs: number;
  readonly hello?: Partial<HelloOptions>;
  /** Frames of 40 ms in which the channel is muted. */
  readonly muted?: (frame: number) => boolean;
  /** With it the page hears by itself. */
  readonly reader?: Model;
}

export interface CallMessages {
  readonly messages: readonly ServerBody[];
  readonly end: SessionEnded;
}

/** Speaks the audio in real time. @returns everything that the relay said */
export const callFromPage = async (call: PageCall): Promise<CallMessages> => {
  const { audio, reader, muted = () => false } = call;
  const messages: ServerBody[] = [];
  const connection = connect(call, (body) => messages.push(body));
  await connection.live;
  const { transport } = connection;
  const listening = reader && listenWith(reader, call.intervalMs, transport);
  const samples = toInt16(audio);
  await paced(Math.ceil(samples.length / FRAME), FRAME_MS, (index) => {
    const frame = samples.slice(index * FRAME, (index + 1) * FRAME);
    const at = { channel: 0, firstSample: index * FRAME, sampleCount: frame.length };
    if (muted(index))
      (listening ?? capture(transport)).gap({
        channel: 0,
        firstSample: at.firstSample,
        sampleCount: at.sampleCount,
        reason: 'muted',
      });
    else if (listening !== undefined) listening.audio(0, at.firstSample, frame);
    else transport.captured({ ...at, payload: new Uint8Array(frame.buffer), speech: false });
  });
  await listening?.finish();
  transport.end({ reason: 'ended_by_client' });
  const outcome = await connection.over;
  if (outcome.kind === 'failed' || outcome.summary === undefined)
    throw new Error(`${call.sessionId}: ${JSON.stringify(outcome)}`);
  return { messages, end: outcome.summary };
};

const connect = (call: PageCall, onMessage: (body: ServerBody) => void) => {
  const { relay, sessionId, intervalMs, hello, reader } = call;
  let isLive: () => void;
  let isOver: (outcome: TransportOutcome) => void;
  const live = new Promise<void>((resolve) => (isLive = resolve));
  const over = new Promise<TransportOutcome>((resolve) => (isOver = resolve));
  const privacy = reader && ({ privacy: 'features' } as const);
  const transport = new Transport(
    {
      url: `${relay.wsUrl}/v1/stream/realtime`,
      sampleRateHz: speechRate,
      hello: {
        channels: [{ id: 'customer', subject: 'customer', encoding: 'pcm_s16le', sampleRate: speechRate }],
        features: [],
        outputs: { intervalMs, probabilities: true, prosody: true },
        metadata: {},
        ...(reader && {
          ...privacy,
          pageModel: { id: reader.metadata.id, version: reader.metadata.version },
        }),
        ...hello,
      },
    },
    {
      openSocket,
      scheduler: systemScheduler(globalThis),
      random: Math.random,
      getToken: async () => (await relay.token({ session_id: sessionId, ...privacy })).token,
      probe: () => reach((mode) => fetch(relay.url, { mode })),
      onEvent: (event) => {
        if (event.type === 'message') onMessage(event.body);
        else if (event.type === 'phase' && event.phase.kind === 'live') isLive();
        else if (event.type === 'closed') {
          isLive();
          isOver(event.outcome);
        }
      },
    },
  );
  transport.start();
  return { transport, live, over };
};

const capture = (transport: Transport): Pick<Listening, 'gap'> => ({ gap: (gap) => transport.skipped(gap) });

const listenWith = (reader: Model, intervalMs: number, transport: Transport): Listening => {
  const sink = {
    heard: (features: Features) => transport.heard(features),
    skipped: (gap: Parameters<Transport['skipped']>[0]) => transport.skipped(gap),
  };
  const yieldTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return new Listening(reader, 1, intervalMs, sink, { now: () => performance.now(), yieldTurn });
};
