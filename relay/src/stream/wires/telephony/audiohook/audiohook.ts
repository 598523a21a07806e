import type { TelephonyAdapter } from '../adapter.js';
import { AudiohookCodec } from './audiohook-codec.js';
import { isSigned, Nonces, signatureProblem } from './message-signature.js';

/** Genesys Cloud AudioHook, protocol version 2. */
export const createAudiohook = (): TelephonyAdapter => {
  const nonces = new Nonces();
  return {
    path: '/v1/telephony/audiohook',
    callerOf({ headers, target, origin }, { audiohook: accounts }, nowMs) {
      const apiKey = headers.get('x-api-key')?.trim();
      if (apiKey === undefined) return { kind: 'refused', message: 'X-API-KEY is missing' };
      const account = accounts.find((one) => one.apiKey === apiKey);
      if (account === undefined) {
        // One of our own API keys authenticates without a signature. A signature that nobody can check is refused.
        if (!isSigned(headers)) return { kind: 'api_key' };
        return { kind: 'refused', message: 'no client secret is configured for this API key' };
      }
      const authority = new URL(origin.replace(/^ws/, 'http')).host;
      const problem = signatureProblem({ headers, target, authority }, account, nonces, nowMs);
      return problem === undefined ? { kind: 'account', account } : { kind: 'refused', message: problem };
    },
    wire: ({ headers }) => new AudiohookCodec(headers ?? new Map()),
  };
};
