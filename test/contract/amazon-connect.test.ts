/** A contact of Amazon Connect: AWS's own clients against a server that speaks their interface, and the results against the same audio over `/v1/stream`. */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { KinesisVideoClient } from '@aws-sdk/client-kinesis-video';
import { Resampler } from '@undertone/prosody';
import type { ServerBody } from '@undertone/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallGap } from '../../packages/sdk/examples/call-stream.js';
import { streamContact } from '../../packages/sdk/examples/amazon-connect/contact.js';
import { expectSameReadings, fromJson, fromProto } from '../support/compare.js';
import { fragmentOf, KinesisServer, type Fragment, type MediaRequest } from '../support/kinesis-media.js';
import { paced } from '../support/pace.js';
import { encodePcm } from '../support/pcm.js';
import { PlainClient } from '../support/plain-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { someSpeech, speechRate } from '../support/speech.js';

const SECONDS = 6;
/** 1,024 ms: sixteen blocks. */
const FRAGMENT_BYTES = 16 * 1_024;
const CONTACT = '4573f1c0-4d6e-4a23-9d55-0cf2a5e5b0f1';
const ARN = 'arn:aws:kinesisvideo:eu-central-1:111122223333:stream/connect-1/1600000000000';
let relay: RelayProcess;
let pcm: Buffer;
let fragments: Fragment[];

beforeAll(async () => {
  relay = await RelayProcess.start();
  const speech = await someSpeech(SECONDS);
  const narrow = new Float32Array(speech.length);
  const written = new Resampler(speechRate, 8_000).process(speech, narrow);
  const all = encodePcm(narrow.subarray(0, written), 'pcm_s16le');
  pcm = all.subarray(0, all.length - (all.length % FRAGMENT_BYTES));
  const begunMs = 1_766_000_000_000;
  fragments = Array.from({ length: pcm.length / FRAGMENT_BYTES }, (_, index) => {
    const customer = pcm.subarray(index * FRAGMENT_BYTES, (index + 1) * FRAGMENT_BYTES);
    return fragmentOf(index, begunMs + index * 1_024, CONTACT, [customer, customer]);
  });
});
afterAll(() => relay.stop());

/** The first half is there at once, as when the consumer starts late; the rest comes as it is spoken. */
const live = async (response: ServerResponse, sent: readonly Fragment[], ready: number): Promise<void> => {
  for (const [index, { bytes }] of sent.entries()) {
    if (index >= ready) await pause(1_024);
    // In pieces that end anywhere.
    for (let at = 0; at < bytes.length; at += 5_000) response.write(bytes.subarray(at, at + 5_000));
  }
};

const contact = async (
  answer: (response: ServerResponse, request: MediaRequest, count: number) => void,
  options: object = {},
) => {
  const kinesis = await KinesisServer.start(answer);
  const client = new KinesisVideoClient({
    region: 'eu-central-1',
    endpoint: kinesis.url,
    credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'test' },
  });
  const [messages, gaps]: [ServerBody[], CallGap[]] = [[], []];
  try {
    const end = await streamContact({
      kinesis: client,
      streamArn: ARN,
      startFragmentNumber: fragments[0]!.number,
      contactId: CONTACT,
      url: relay.url,
      apiKey: relay.key,
      line: 'connect',
      metadata: { queue: 'billing', agent: 'u-7' },
      onMessage: (message) => messages.push(message),
      onGap: (gap) => gaps.push(gap),
      ...options,
    });
    const directives = messages.flatMap((body) => (body.kind === 'directive' ? [body.value] : []));
    return { end, messages, directives, gaps: gaps.filter(({ channel }) => channel === 0), kinesis };
  } finally {
    client.destroy();
    await kinesis.stop();
  }
};

const plain = async (missing: readonly number[] = []) => {
  const client = await PlainClient.connect(relay.wsUrl, { key: relay.key });
  await client.hello({ line: 'plain', channels: [{ id: 'caller', sample_rate: 8_000 }] });
  const samples = FRAGMENT_BYTES / 2;
  await paced(fragments.length, 1_024, (index) => {
    const place = { channel: 0, first_sample: index * samples, sample_count: samples };
    if (missing.includes(index)) client.send({ type: 'audio.gap', ...place, reason: 'offline' });
    else client.audio(pcm.subarray(index * FRAGMENT_BYTES, (index + 1) * FRAGMENT_BYTES));
  });
  const { usage } = (await client.end()) as unknown as { usage: { billed_ms: number } };
  return { readings: client.directives().map(fromJson), billedMs: usage.billed_ms };
};

describe('a contact of Amazon Connect', () => {
  it('gives the readings and the bill of the same audio over /v1/stream, and ends with the contact', async () => {
    const [{ end, directives, gaps, kinesis, messages }, wanted] = await Promise.all([
      contact((response) => {
        // The stream goes on with somebody else's contact.
        const other = fragmentOf(99, 1_766_000_100_000, 'another-contact', [pcm.subarray(0, FRAGMENT_BYTES)]);
        void live(response, [...fragments, other], 3);
      }),
      plain(),
    ]);
    expectSameReadings(directives.map(fromProto), wanted.readings, 1e-4);
    expect(end!.usage.billedMs).toBe(wanted.billedMs);
    expect(end!.durationS).toBeCloseTo(pcm.length / 16_000, 2);
    expect(gaps).toEqual([]);
    expect(messages.flatMap((body) => (body.kind === 'warning' ? [body.value.code] : []))).toContain(
      'agent_analysis_off',
    );
    const [{ StreamARN, StartSelector } = { StartSelector: {} }] = kinesis.requests;
    expect(StreamARN).toBe(ARN);
    expect(StartSelector).toEqual({
      StartSelectorType: 'FRAGMENT_NUMBER',
      AfterFragmentNumber: fragments[0]!.number,
    });
    expect(
      kinesis.authorizations.every((header) => header.startsWith('AWS4-HMAC-SHA256 Credential=AKIATEST/')),
    ).toBe(true);
  });

  it('declares fragments that are missing, and that come after their place, and goes on over a connection that breaks', async () => {
    const lost = 2;
    const selectors: object[] = [];
    const order = fragments.map((_, index) => index).filter((index) => index !== lost);
    const [{ end, directives, gaps, kinesis }, wanted] = await Promise.all([
      contact(
        (response, { StartSelector }, count) => {
          if (count === 1) {
            // In the middle of the fourth one.
            void live(response, [fragments[0]!, fragments[1]!, fragments[3]!], 3).then(() => {
              response.write(fragments[4]!.bytes.subarray(0, 9_000), () => response.destroy());
            });
            return;
          }
          // From the third call on there is nothing new.
          if (count > 2) return;
          selectors.push(StartSelector);
          // The lost one comes at last, too late.
          void live(
            response,
            [fragments[lost]!, ...order.slice(3).map((index) => fragments[index]!)],
            2,
          ).then(() => response.end());
        },
        { silentMs: 3_000 },
      ),
      plain([lost]),
    ]);
    const ContinuationToken = fragments[3]!.number;
    expect(selectors).toEqual([{ StartSelectorType: 'CONTINUATION_TOKEN', ContinuationToken }]);
    expect(kinesis.requests.length).toBe(3);
    const samples = FRAGMENT_BYTES / 2;
    expect(gaps).toEqual([
      { channel: 0, firstSample: lost * samples, sampleCount: samples, reason: 'offline' },
    ]);
    expectSameReadings(directives.map(fromProto), wanted.readings, 1e-4);
    expect(end!.usage.billedMs).toBe(wanted.billedMs);
  });

  it('tells what Kinesis refuses, in its headers or in a tag, and ends the session', async () => {
    const notFound = contact((response) => {
      response
        .writeHead(404, { 'x-amzn-errortype': 'ResourceNotFoundException' })
        .end('{"Message":"no such stream"}');
    });
    await expect(notFound).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    const broken = fragmentOf(0, 1_766_000_000_000, CONTACT, [pcm.subarray(0, FRAGMENT_BYTES)], {
      AWS_KINESISVIDEO_ERROR_CODE: 'Requested fragment is not found',
      AWS_KINESISVIDEO_ERROR_ID: '4000',
    });
    await expect(contact((response) => response.end(broken.bytes))).rejects.toMatchObject({
      name: 'KinesisMediaError',
      code: '4000',
    });
  });

  it('ends when Connect says so, after what is there was heard', async () => {
    const over = new AbortController();
    const { end } = await contact(
      (response) => {
        over.abort();
        void live(response, fragments.slice(0, 3), 3);
      },
      { signal: over.signal, silentMs: 600_000 },
    );
    expect(end!.durationS).toBeCloseTo((3 * FRAGMENT_BYTES) / 16_000, 2);
  });
});
