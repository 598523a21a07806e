/** One way to use the interface: a caller, the relay or relays behind it, and a customer's server that hears of events. */
import { encodePcm } from '../../support/pcm.js';
import type { RelayProcess } from '../../support/relay-process.js';
import { synthesizeVoice } from '../../support/voices.js';
import { wavBytes } from '../../support/wav.js';
import type { Answer, Caller, Fields } from './caller.js';
import { HttpCaller } from './http-caller.js';
import { Receiver } from './receiver.js';

const OPERATOR = 'the-operator-of-the-conformance-suite-0123';
export const RELAY_ENV = { UNDERTONE_ALLOW_PRIVATE_URLS: 'on', UNDERTONE_ADMIN_TOKEN: OPERATOR } as const;

const SECRET = 'k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5';
const SECONDS = 2;

export interface Tenant {
  readonly key: string;
  readonly caller: Caller;
  readonly wire: HttpCaller;
  readonly topUp: (credits: number) => Promise<void>;
}

/** A spoken recording, in every form that the interface takes. */
export interface Recording {
  readonly wav: Uint8Array<ArrayBuffer>;
  readonly base64: string;
  readonly url: string;
  readonly seconds: number;
  /** 16-bit samples at 16 kHz. */
  readonly samples: Buffer;
}

export interface World extends Tenant {
  readonly receiver: Receiver;
  readonly recording: Recording;
  /** Signs all deliveries to {@link receiver}. */
  readonly secret: string;
  /** The answer to the recording with every feature that needs no session; asked once. */
  readonly analysis: () => Promise<Answer>;
  readonly tenant: (plan: string, credits?: number) => Promise<Tenant>;
  /** Another caller of the same way. */
  readonly as: (key: string) => Caller;
  /** Analyzes the recording. */
  readonly analyze: (fields?: Fields) => Promise<Answer>;
  /** A webhook of the first organization, at a path of its own. @returns its id */
  readonly subscribe: (events: readonly string[], path: string) => Promise<string>;
  readonly stop: () => void;
}

export type MakeCaller = (nextUrl: () => string, key: string) => Caller;

/** @param relays that take turns */
export const makeWorld = async (
  relays: readonly [RelayProcess, ...RelayProcess[]],
  makeCaller: MakeCaller,
): Promise<World> => {
  let turn = 0;
  const nextUrl = (): string => relays[turn++ % relays.length]!.url;
  const voice = synthesizeVoice('angry', SECONDS);
  const wav = new Uint8Array(wavBytes(voice, 16_000));
  const receiver = await Receiver.start(wav);
  const recording: Recording = {
    wav,
    base64: Buffer.from(wav).toString('base64'),
    url: `${receiver.url}/recording.wav`,
    seconds: voice.length / 16_000,
    samples: encodePcm(voice, 'pcm_s16le'),
  };

  const operator = async (path: string, body: object): Promise<Record<string, Record<string, string>>> => {
    const response = await fetch(`${nextUrl()}/admin/v1/organizations${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the operator’s ${path} got ${response.status} ${text}`);
    return JSON.parse(text) as Record<string, Record<string, string>>;
  };
  const tenant = async (plan: string, credits = 10_000): Promise<Tenant> => {
    const id = (await operator('', { name: `On ${plan}`, plan }))['organization']!['id']!;
    let payments = 0;
    const topUp = async (more: number): Promise<void> => {
      await operator(`/${id}/wallet/top-ups`, { reference: `payment ${++payments}`, credits: more });
    };
    if (credits > 0) await topUp(credits);
    const key = (await operator(`/${id}/api-keys`, { name: 'Conformance' }))['api_key']!['key']!;
    return { key, caller: makeCaller(nextUrl, key), wire: new HttpCaller(nextUrl, key), topUp };
  };

  const own = await tenant('enterprise');
  const analyze = (fields: Fields = {}): Promise<Answer> =>
    own.caller.analyze({ audio_base64: recording.base64, ...fields });
  let analysis: Promise<Answer> | undefined;
  return {
    ...own,
    receiver,
    recording,
    secret: SECRET,
    tenant,
    analyze,
    as: (key) => makeCaller(nextUrl, key),
    analysis: () => (analysis ??= analyze({ vertical: 'contact_center' })),
    subscribe: async (events, path) => {
      const { json } = await own.caller.createWebhook({
        url: `${receiver.url}${path}`,
        events,
        secret: SECRET,
      });
      return (json['webhook'] as { id: string }).id;
    },
    stop: () => receiver.stop(),
  };
};
