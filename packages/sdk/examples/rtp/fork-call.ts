/**
 * A call that rtpengine carries, forked to a relay: `subscribe request` makes rtpengine offer a copy of both parties' media, the bridge answers
 * with its two ports. The call itself is not touched: no codec, no address of it changes.
 */
import type { SessionEnded } from '@undertone/protocol';
import { RtpBridge, type RtpBridgeOptions } from './bridge.js';
import { RtpEngineError, type RtpEngine } from './rtpengine.js';

export interface ForkOptions extends Omit<RtpBridgeOptions, 'encoding'> {
  readonly engine: RtpEngine;
  /** The SIP Call-ID, as the proxy gave it to rtpengine in `offer`. */
  readonly callId: string;
  /** The From tag of the call's INVITE: who of the two is the caller. */
  readonly fromTag: string;
  /** Where rtpengine reaches the bridge. @defaultValue 127.0.0.1 */
  readonly address?: string;
}

export interface Fork {
  readonly bridge: RtpBridge;
  /** Resolves when the session is over, whoever ended it. */
  readonly over: Promise<unknown>;
  /** On BYE. Resolves when the relay has told its last result. */
  end(): Promise<SessionEnded | undefined>;
}

const ENCODINGS: Readonly<Record<string, 'mulaw' | 'alaw'>> = { 0: 'mulaw', 8: 'alaw' };

/**
 * Forks a call that was answered.
 * @throws RtpEngineError when rtpengine does not know the call, or carries something other than G.711 on one line for each party
 */
export const forkCall = async (options: ForkOptions): Promise<Fork> => {
  const { engine, callId, fromTag, address = '127.0.0.1', metadata = {}, ...rest } = options;
  const call = { 'call-id': callId };
  const offer = await engine.command('subscribe request', { ...call, flags: ['all'] });
  const toTag = offer['to-tag'];
  const unsubscribe = () => engine.command('unsubscribe', { ...call, 'to-tag': toTag });
  try {
    const { encoding, isCallerFirst } = readOffer(offer, fromTag);
    const bridge = await RtpBridge.open({
      source: 'rtpengine',
      ...rest,
      address,
      encoding,
      metadata: { call_id: callId, ...metadata },
    });
    const [caller = 0, called = 0] = bridge.ports;
    const ports = isCallerFirst ? [caller, called] : [called, caller];
    const sdp = answerSdp(address, ports, encoding === 'mulaw' ? 0 : 8);
    try {
      await engine.command('subscribe answer', { ...call, 'to-tag': toTag, sdp });
    } catch (error) {
      await bridge.end();
      throw error;
    }
    return {
      bridge,
      over: bridge.over,
      async end() {
        // After a BYE the proxy may have deleted the call already, and the subscription with it.
        await unsubscribe().catch((error: unknown) => {
          if (!(error instanceof RtpEngineError)) throw error;
        });
        return bridge.end();
      },
    };
  } catch (error) {
    await unsubscribe();
    throw error;
  }
};

/** The media lines are in the order of `from-tags`. */
const readOffer = (offer: Readonly<Record<string, unknown>>, fromTag: string) => {
  const tags = offer['from-tags'] as readonly string[];
  const payloadTypes = [...String(offer['sdp']).matchAll(/^m=audio \d+ \S+ (\d+)/gmu)].map(
    ([, type = '']) => type,
  );
  const [type = ''] = payloadTypes;
  const encoding = ENCODINGS[type];
  if (tags.length !== 2 || payloadTypes.length !== 2 || encoding === undefined || payloadTypes[1] !== type)
    throw new RtpEngineError(
      'refused',
      `the call is not G.711 between two parties (${payloadTypes.join(', ')})`,
    );
  const at = tags.indexOf(fromTag);
  if (at < 0) throw new RtpEngineError('refused', 'no party of the call has this From tag');
  return { encoding, isCallerFirst: at === 0 };
};

const answerSdp = (address: string, ports: readonly number[], payloadType: number): string =>
  [
    'v=0',
    `o=- 0 0 IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    ...ports.flatMap((port) => [`m=audio ${port} RTP/AVP ${payloadType}`, 'a=recvonly']),
    '',
  ].join('\r\n');
