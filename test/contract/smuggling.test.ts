/** HARDENING.md S7: a request whose framing is ambiguous closes the connection before any handler runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../support/raw-http.js';
import { RelayProcess } from '../support/relay-process.js';

let relay: RelayProcess;

beforeAll(async () => {
  relay = await RelayProcess.start();
});
afterAll(() => relay.stop());

const second = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
const post = (headers: string, body: string) => `POST /v1/stream/tokens HTTP/1.1\r\n${headers}\r\n${body}`;

describe('smuggling_list: a request with ambiguous framing', () => {
  it.each([
    ['two Content-Length', post('Host: a\r\nContent-Length: 2\r\nContent-Length: 40\r\n', `{}${second}`)],
    [
      'two equal Content-Length',
      post('Host: a\r\nContent-Length: 2\r\nContent-Length: 2\r\n', `{}${second}`),
    ],
    [
      'Content-Length and Transfer-Encoding',
      post('Host: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${second}`),
    ],
    [
      'an unknown Transfer-Encoding',
      post('Host: a\r\nTransfer-Encoding: xchunked\r\n', `0\r\n\r\n${second}`),
    ],
    [
      'two Transfer-Encoding',
      post('Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${second}`),
    ],
    ['two Host', `GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${second}`],
    ['a Content-Length that is no number', post('Host: a\r\nContent-Length: 2x\r\n', `{}${second}`)],
    ['a negative Content-Length', post('Host: a\r\nContent-Length: -2\r\n', `{}${second}`)],
  ])('%s: closes the connection and never runs the request behind it', async (_name, request) => {
    const { answer, closed } = await exchange(
      relay.port,
      request.replace('\r\n', `\r\nAuthorization: Bearer ${relay.key}\r\n`),
    );
    expect(closed).toBe(true);
    expect(answer).not.toContain('200 OK');
    expect(answer).not.toContain('201 Created');
    expect((await fetch(`${relay.url}/healthz`)).status).toBe(200);
  });

  it('does not affect an ordinary pipelined request, which is served', async () => {
    const { answer } = await exchange(relay.port, second.repeat(2));
    expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });
});
