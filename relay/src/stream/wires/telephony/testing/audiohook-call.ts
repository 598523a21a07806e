/** The messages of an AudioHook client, and the signature of its request, as Genesys documents them. */
import { createHmac } from 'node:crypto';

export const ORGANIZATION = 'd7934305-0972-4844-938e-9060eef73d05';
export const SESSION = '30b0e395-84d3-4570-ac13-9a62d8f514c0';
export const CONVERSATION = '9ac5fd2a-7b3e-4a5c-8f0d-2f8f4a6b1c11';
const PARTICIPANT = {
  id: '883efee8-3d6c-4537-b500-6d7ca4b92fa0',
  ani: '+1-555-555-1234',
  aniName: 'John Doe',
  dnis: '+1-800-555-6789',
};

export const offer = (channels: readonly string[], format = 'PCMU') => ({
  type: 'audio',
  format,
  channels,
  rate: 8_000,
});

/** A client: it numbers its messages, and knows how far its audio is. */
export class AudiohookCall {
  seq = 0;
  serverSeq = 0;
  position = 0;

  constructor(readonly id = SESSION) {}

  open(over: Record<string, unknown> = {}): string {
    return this.say('open', {
      organizationId: ORGANIZATION,
      conversationId: CONVERSATION,
      participant: PARTICIPANT,
      media: [offer(['external', 'internal']), offer(['external']), offer(['internal'])],
      ...over,
    });
  }

  probe(): string {
    const none = '00000000-0000-0000-0000-000000000000';
    return this.open({ conversationId: none, participant: { id: none, ani: '', aniName: '', dnis: '' } });
  }

  say(type: string, parameters: object = {}): string {
    this.seq += 1;
    return JSON.stringify({
      version: '2',
      id: this.id,
      type,
      seq: this.seq,
      serverseq: this.serverSeq,
      position: `PT${this.position / 8_000}S`,
      parameters,
    });
  }
}

export interface Signing {
  readonly apiKey: string;
  readonly clientSecret: Uint8Array;
  readonly authority: string;
  readonly target: string;
  readonly createdS: number;
  readonly nonce?: string;
  readonly sessionId?: string;
}

/** The headers of a client's request. */
export const signedHeaders = (signing: Signing): Record<string, string> => {
  const { apiKey, clientSecret, authority, target, createdS, sessionId = SESSION } = signing;
  const fields = {
    'audiohook-organization-id': ORGANIZATION,
    'audiohook-session-id': sessionId,
    'audiohook-correlation-id': 'e160e428-53e2-487c-977d-96989bf5c99d',
    'x-api-key': apiKey,
  };
  const covered = Object.entries({ '@request-target': target, '@authority': authority, ...fields });
  const nonce = signing.nonce ?? Buffer.from(`${sessionId}${createdS}`).toString('base64');
  const names = covered.map(([name]) => `"${name}"`).join(' ');
  const input = `(${names});keyid="${apiKey}";nonce="${nonce}";alg="hmac-sha256";created=${createdS};expires=${createdS + 30}`;
  const base = [
    ...covered.map(([name, value]) => `"${name}": ${value}`),
    `"@signature-params": ${input}`,
  ].join('\n');
  const signature = createHmac('sha256', clientSecret).update(base).digest('base64');
  return { ...fields, 'signature-input': `sig1=${input}`, signature: `sig1=:${signature}:` };
};
