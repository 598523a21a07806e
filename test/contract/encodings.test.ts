/** Compares every encoding and rate the relay takes with 16 kHz PCM16 of the same speech. */
import { Resampler } from '@undertone/prosody';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arousalsOf, expectSameReadings, fromJson, median, type Reading } from '../support/compare.js';
import { type WireEncoding, bytesPerSample, encodePcm, g711ToPcm16, interleave } from '../support/pcm.js';
import { PlainClient } from '../support/plain-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { angryAndSad, someSpeech, speechRate } from '../support/speech.js';

const seconds = 6;
const rateSeconds = 10;
let relay: RelayProcess;
let speech: Float32Array;

beforeAll(async () => {
  relay = await RelayProcess.start();
  speech = await someSpeech(seconds);
});
afterAll(() => relay.stop());

const resample = (samples: Float32Array, from: number, to: number): Float32Array => {
  if (from === to) return samples;
  const resampler = new Resampler(from, to);
  const out = new Float32Array(Math.ceil((samples.length * to) / from) + 1_024);
  const written = resampler.process(samples, out);
  resampler.flush(out, written);
  return out.subarray(0, Math.round((samples.length * to) / from));
};

/** Streams that run at the same time share model calls, which add in another order and so round differently. */
const batchRounding = 1e-4;

/** How far the probabilities of two readings are apart at most. */
const apart = ({ probabilities }: Reading, other: Reading): number =>
  Math.max(
    ...Object.entries(probabilities).map(([label, p]) => Math.abs(p - (other.probabilities[label] ?? 0))),
  );

/** Streams bytes as one channel and returns the readings that the relay sent. */
const readingsOf = async (bytes: Buffer, encoding: WireEncoding, sampleRate: number): Promise<Reading[]> => {
  const client = await PlainClient.connect(relay.wsUrl, { key: relay.key });
  await client.hello({ channels: [{ encoding, sample_rate: sampleRate }] });
  await client.stream(bytes, sampleRate * bytesPerSample[encoding]);
  await client.end();
  return client.directives().map(fromJson);
};

describe('rates and sample formats', () => {
  it('give the same readings as 16 kHz PCM16, for float and 16-bit samples from 8 to 48 kHz', async () => {
    const variants: [WireEncoding, number][] = [
      ['pcm_s16le', 16_000],
      ['pcm_f32le', 16_000],
      ['pcm_s16le', 24_000],
      ['pcm_s16le', 44_100],
      ['pcm_f32le', 48_000],
    ];
    const longer = await someSpeech(rateSeconds);
    const results = await Promise.all(
      variants.map(([encoding, rate]) =>
        readingsOf(encodePcm(resample(longer, speechRate, rate), encoding), encoding, rate),
      ),
    );
    const wanted = results[0]!;
    expect(wanted.length).toBeGreaterThan(0.8 * rateSeconds * 4);
    // At 4 s two known lines are as likely (16.90 and 16.86 nats): half a bit of a sample must not tell which head is asked.
    const float = results[1]!;
    expect(float.map(({ endMs }) => endMs)).toEqual(wanted.map(({ endMs }) => endMs));
    const furthest = Math.max(...float.map((reading, index) => apart(reading, wanted[index]!)));
    expect(furthest, 'float at the same rate').toBeLessThan(0.02);
    results.forEach((readings, index) => {
      const name = variants[index]!.join(' at ');
      expect(Math.abs(median(arousalsOf(readings)) - median(arousalsOf(wanted))), name).toBeLessThan(0.1);
      const same = readings.filter(({ endMs, emotion }) =>
        wanted.some((other) => Math.abs(other.endMs - endMs) <= 50 && other.emotion === emotion),
      );
      expect(same.length / readings.length, `${name}: share of equal labels`).toBeGreaterThan(0.75);
    });
  });
});

describe('[RT24] G.711', () => {
  it.each(['mulaw', 'alaw'] as const)('%s gives exactly the readings of its decoded samples', async (law) => {
    const narrow = resample(speech, speechRate, 8_000);
    const codes = Buffer.concat([
      encodePcm(narrow, law),
      Buffer.from(Uint8Array.from({ length: 256 }, (_, code) => code)),
    ]);
    const [compressed, decoded] = await Promise.all([
      readingsOf(codes, law, 8_000),
      readingsOf(g711ToPcm16(codes, law), 'pcm_s16le', 8_000),
    ]);
    expectSameReadings(compressed, decoded, batchRounding);
  });
});

describe('[RT26] two channels', () => {
  it('each give the readings they give alone: neither leaks into the other', async () => {
    const sentences = await angryAndSad(2);
    const join = (label: string) =>
      encodePcm(
        Float32Array.from(
          sentences.filter((one) => one.label === label).flatMap(({ samples }) => [...samples]),
        ),
        'pcm_s16le',
      );
    const [angry, sad] = [join('angry'), join('sad')];
    const length = Math.min(angry.length, sad.length, speechRate * 2 * seconds) & ~1;
    const [left, right] = [angry.subarray(0, length), sad.subarray(0, length)];
    const stereo = async () => {
      const client = await PlainClient.connect(relay.wsUrl, { key: relay.key });
      await client.hello({ channels: [{ id: 'caller' }, { id: 'other' }], sample_rate: speechRate });
      await client.stream(interleave(left, right, 'pcm_s16le'), speechRate * 4);
      await client.end();
      return [client.directives(0).map(fromJson), client.directives(1).map(fromJson)] as const;
    };
    const [[first, second], angryAlone, sadAlone] = await Promise.all([
      stereo(),
      readingsOf(left, 'pcm_s16le', speechRate),
      readingsOf(right, 'pcm_s16le', speechRate),
    ]);
    expectSameReadings(first, angryAlone, batchRounding);
    expectSameReadings(second, sadAlone, batchRounding);
  });
});
