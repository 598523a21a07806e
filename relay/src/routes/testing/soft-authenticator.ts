import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What may be wrong with an answer, for tests. */
export interface Distortion {
  readonly origin?: string;
  readonly host?: string;
  /** The holder did not unlock the device. */
  readonly unverified?: boolean;
  readonly challenge?: string;
  readonly counter?: number;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array): string => Buffer.from(data).toString('base64url');

/** CBOR of what an authenticator sends: small integers, text, bytes and maps. */
const cbor = (value: number | string | Uint8Array | Map<number | string, unknown>): Buffer => {
  const head = (major: number, count: number): Buffer =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    const parts = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as number | string)]);
    return Buffer.concat([head(5, value.size), ...parts]);
  }
  return Buffer.concat([head(2, value.length), value]);
};

/** An authenticator with one passkey (ES256), so that tests need no browser. */
export class SoftAuthenticator {
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;
  private readonly credentialId = randomBytes(32);
  private counter = 0;

  constructor(private readonly origin: string) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = pair.privateKey;
    this.publicKey = pair.publicKey;
  }

  /** The answer to the options of a new passkey. */
  create({ challenge }: { readonly challenge: string }, distortion: Distortion = {}): object {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    const coordinate = (text: string): Buffer => Buffer.from(text, 'base64url');
    const cose = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]);
    const length = Buffer.from([0, this.credentialId.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, cbor(cose)]);
    const authData = Buffer.concat([this.data(ATTESTED, distortion), attested]);
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return this.credential({
      clientDataJSON: base64url(this.client('webauthn.create', challenge, distortion)),
      attestationObject: base64url(attestationObject),
      transports: ['internal'],
    });
  }

  /** The answer to the options of a sign-in. */
  get({ challenge }: { readonly challenge: string }, distortion: Distortion = {}): object {
    const client = this.client('webauthn.get', challenge, distortion);
    const authData = this.data(0, distortion);
    const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), this.privateKey);
    return this.credential({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
    });
  }

  private credential(response: object): object {
    const id = base64url(this.credentialId);
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  private client(type: string, challenge: string, distortion: Distortion): Buffer {
    const origin = distortion.origin ?? this.origin;
    return Buffer.from(JSON.stringify({ type, challenge: distortion.challenge ?? challenge, origin }));
  }

  private data(more: number, { host, unverified, counter }: Distortion): Buffer {
    this.counter = counter ?? this.counter + 1;
    const flags = PRESENT | (unverified === true ? 0 : VERIFIED) | more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(host ?? new URL(this.origin).hostname), Buffer.from([flags]), count]);
  }
}
