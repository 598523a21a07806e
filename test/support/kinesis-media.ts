/**
 * Kinesis Video Streams as far as a consumer of Amazon Connect sees it, on a local port: `GetDataEndpoint` and `GetMedia`, and fragments of Matroska in
 * the shape of AWS's documentation. The Matroska is written here byte by byte, apart from the library that reads it.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** An element of unknown length, as a live stream has them. */
const open = (id: string): Buffer => Buffer.from(`${id}01ffffffffffffff`, 'hex');

const element = (id: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
};
const text = (id: string, value: string): Buffer => element(id, Buffer.from(value));
const uint = (id: string, value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return element(id, bytes);
};
const rate = (hz: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(hz);
  return element('b5', bytes);
};

const TRACKS = ['AUDIO_FROM_CUSTOMER', 'AUDIO_TO_CUSTOMER'] as const;

const header = (): Buffer =>
  Buffer.concat([
    element('1a45dfa3', text('4282', 'matroska'), uint('4287', 2), uint('4285', 2)),
    open('18538067'),
    element('1549a966', uint('2ad7b1', 1_000_000), text('4d80', 'Kinesis Video SDK')),
    element(
      '1654ae6b',
      ...TRACKS.map((name, index) =>
        element(
          'ae',
          uint('d7', index + 1),
          uint('83', 2),
          text('86', 'A_PCM/INT/LIT'),
          text('536e', name),
          element('e1', rate(8_000), uint('9f', 1), uint('6264', 16)),
        ),
      ),
    ),
  ]);

const tags = (values: Readonly<Record<string, string>>): Buffer =>
  element(
    '1254c367',
    element(
      '7373',
      ...Object.entries(values).map(([name, value]) =>
        element('67c8', text('45a3', name), text('4487', value)),
      ),
    ),
  );

export interface Fragment {
  readonly number: string;
  readonly bytes: Buffer;
}

/** One second or so: blocks of 64 ms of each track, told apart by number. @param timeMs the cluster's own time, since the epoch */
export const fragmentOf = (
  index: number,
  timeMs: number,
  contactId: string,
  tracks: readonly Buffer[],
  more: Readonly<Record<string, string>> = {},
): Fragment => {
  const number = `9134385233318150666650807${String(index).padStart(8, '0')}`;
  const blocks: { readonly atMs: number; readonly bytes: Buffer }[] = tracks.flatMap((pcm, track) =>
    Array.from({ length: Math.ceil(pcm.length / 1_024) }, (_, block) => {
      const head = Buffer.from([0x81 + track, 0, 0, 0x80]);
      head.writeInt16BE(block * 64, 1);
      return {
        atMs: block * 64,
        bytes: element('a3', head, pcm.subarray(block * 1_024, (block + 1) * 1_024)),
      };
    }),
  );
  blocks.sort((left, right) => left.atMs - right.atMs);
  const bytes = Buffer.concat([
    header(),
    tags({
      ContactId: contactId,
      AWS_KINESISVIDEO_FRAGMENT_NUMBER: number,
      AWS_KINESISVIDEO_SERVER_TIMESTAMP: String(timeMs / 1_000),
      AWS_KINESISVIDEO_PRODUCER_TIMESTAMP: String(timeMs / 1_000),
    }),
    open('1f43b675'),
    uint('e7', timeMs),
    ...blocks.map((block) => block.bytes),
    tags({ AWS_KINESISVIDEO_MILLIS_BEHIND_NOW: '0', AWS_KINESISVIDEO_CONTINUATION_TOKEN: number, ...more }),
  ]);
  return { number, bytes };
};

export interface MediaRequest {
  readonly StreamARN?: string;
  readonly StartSelector: {
    readonly StartSelectorType: string;
    readonly AfterFragmentNumber?: string;
    readonly ContinuationToken?: string;
  };
}

/** Answers `GetMedia` as `answer` does; it may write over time and end when it likes. */
export class KinesisServer {
  readonly requests: MediaRequest[] = [];
  readonly authorizations: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(
    answer: (response: ServerResponse, request: MediaRequest, count: number) => void,
  ): Promise<KinesisServer> {
    const server = createServer();
    const kinesis = new KinesisServer(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        kinesis.authorizations.push(request.headers.authorization ?? '');
        if (request.url === '/getDataEndpoint') {
          response
            .setHeader('content-type', 'application/json')
            .end(JSON.stringify({ DataEndpoint: kinesis.url }));
          return;
        }
        const asked = JSON.parse(Buffer.concat(chunks).toString()) as MediaRequest;
        kinesis.requests.push(asked);
        response.setHeader('content-type', 'video/x-matroska');
        answer(response, asked, kinesis.requests.length);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return kinesis;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
