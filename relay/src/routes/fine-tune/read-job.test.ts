import { expect, it } from 'vitest';
import type { HttpRequest } from '../../transport/http-message.js';
import { JOB_READERS } from './read-job.js';

const requestOf = (body: Buffer): HttpRequest => ({
  id: 'req_1',
  method: 'POST',
  path: '/v1/fine-tune',
  query: new URLSearchParams(),
  headers: new Map([['content-type', 'application/json']]),
  remoteAddress: '127.0.0.1',
  body: () => Promise.resolve(body),
  signal: new AbortController().signal,
});

it('two thousand samples are parsed, checked and read with turns for others between', async () => {
  const sample = '{"label":"happy","audio_base64":"AAAA"}';
  const body = Buffer.from(`{"name":"a","samples":[${Array(2_000).fill(sample).join()}]}`);
  const reading = JOB_READERS.create(requestOf(body));
  let turns = 0;
  let isReading = true;
  const count = (): void => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const { samples } = await reading;
  isReading = false;
  expect(samples).toHaveLength(2_000);
  expect(turns).toBeGreaterThanOrEqual(2);
});
