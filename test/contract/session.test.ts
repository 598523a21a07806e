/** One session from hello to summary. */
import { LABELS } from '@undertone/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePcm } from '../support/pcm.js';
import { PlainClient } from '../support/plain-client.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { someSpeech, speechRate } from '../support/speech.js';

let relay: RelayProcess;
let speech: Float32Array;

beforeAll(async () => {
  relay = await RelayProcess.start();
  speech = await someSpeech(8);
});
afterAll(() => relay.stop());

const silence = (seconds: number) => new Float32Array(Math.round(seconds * speechRate));
const pcm = (...parts: Float32Array[]) => Buffer.concat(parts.map((part) => encodePcm(part, 'pcm_s16le')));
const connect = () => ProtoClient.connect(relay.wsUrl, { key: relay.key });

describe('a session with eight seconds of speech', () => {
  let client: ProtoClient;
  let ready: Awaited<ReturnType<ProtoClient['hello']>>;
  let summary: Awaited<ReturnType<ProtoClient['end']>>;

  beforeAll(async () => {
    client = await connect();
    ready = await client.hello();
    await client.stream([pcm(speech)], speechRate);
    summary = await client.end();
  });

  it('[RT16] gets its id, the accepted audio, the model, limits, quota and policy', () => {
    expect(ready.sessionId).toMatch(/^ses_/);
    expect(ready.resumeHandle.length).toBeGreaterThan(20);
    expect(ready.channels).toMatchObject([
      { encoding: 'pcm_s16le', sampleRate: 16_000, subject: 'customer' },
    ]);
    expect(ready.model.id).not.toBe('');
    expect(ready.model.labels.length).toBeGreaterThan(3);
    expect(ready.limits.messageBytes).toBe(65_536);
    expect(ready.quota.concurrentMax).toBeGreaterThan(0);
    expect(ready.policy.agentAnalysis).toBe(false);
    expect(ready.nextSample).toEqual([0]);
  });

  it('[RT29] acknowledges audio at most 500 ms apart, and all of it at the end', () => {
    const acks = client.arrivals('audio.ack');
    const positions = acks.map(({ value }) => value.throughSample);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions.at(-1)).toBe(speech.length);
    const apartMs = acks.slice(1).map(({ atMs }, index) => atMs - acks[index]!.atMs);
    expect(Math.max(...apartMs)).toBeLessThan(500 + 250); // 250 ms for a busy test machine
  });

  it('[RT27] gives a directive at least every 250 ms of speech', () => {
    const ends = client.directives().map(({ audioEndMs }) => audioEndMs);
    const speaking = client.directives().filter((directive) => directive.speech);
    expect(speaking.length).toBeGreaterThan(16);
    for (const [index, end] of ends.slice(1).entries()) expect(end - ends[index]!).toBeLessThanOrEqual(250);
  });

  it('[RT28] gives all fourteen labels, summing to one, with valence, arousal and dominance', () => {
    for (const directive of client.directives()) {
      expect(Object.keys(directive.emotionProbabilities).sort()).toEqual([...LABELS].sort());
      const sum = Object.values(directive.emotionProbabilities).reduce((total, p) => total + p, 0);
      expect(sum).toBeCloseTo(1, 3);
      for (const value of [directive.valence, directive.arousal, directive.dominance]) {
        expect(Math.abs(value ?? Number.NaN)).toBeLessThanOrEqual(1);
      }
    }
  });

  it('gives plausible voice prosody, quality and latency with each directive', () => {
    const speaking = client.directives().filter((directive) => directive.speech);
    const pitches = speaking.map(({ prosody }) => prosody?.pitch.mean ?? 0).filter((hz) => hz > 0);
    expect(pitches.length).toBeGreaterThan(speaking.length / 2);
    for (const hz of pitches) expect(hz).toBeGreaterThan(50);
    for (const hz of pitches) expect(hz).toBeLessThan(800);
    expect(speaking.some(({ quality }) => (quality.snrDb ?? 0) > 0)).toBe(true);
    expect(speaking.every(({ latency }) => latency.totalMs > 0 && latency.totalMs < 2_000)).toBe(true);
  });

  it('[RT8] numbers its messages without a gap or a repeat', () => {
    const numbers = client.inbox.arrivals.map(({ message }) => message.seq).filter((seq) => seq > 0);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('[RT38] covers the last audio with the last directive, within 500 ms', () => {
    const last = client.arrivals('directive').at(-1)!;
    expect(last.value.audioEndMs).toBeGreaterThanOrEqual(Math.floor((speech.length / speechRate) * 1000) - 1);
    expect(last.atMs - client.lastAudioAtMs).toBeLessThan(500);
  });

  it('[RT38] ends with a summary of all audio and a normal close', async () => {
    expect(summary.durationS).toBeCloseTo(speech.length / speechRate, 2);
    expect(summary.utteranceCount).toBeGreaterThan(0);
    expect(summary.transcript.turns.length).toBe(summary.utteranceCount);
    expect(summary.emotionTrajectory.length).toBe(summary.utteranceCount);
    expect(summary.usage.processedMs).toBe(Math.round((speech.length / speechRate) * 1000));
    expect((await client.closed).code).toBe(1000);
  });
});

describe.concurrent('turns', () => {
  it('[RT30] end after silence, on turn.force_end, and with the session', async () => {
    const client = await connect();
    await client.hello();
    const sentence = speech.subarray(0, 2 * speechRate);
    await client.stream([pcm(sentence, silence(1.5), sentence)], speechRate);
    const first = await client.waitFor('turn.end');
    expect(first.value.endMs).toBeGreaterThan(1_000);
    expect(first.value.endMs).toBeLessThan(2_600);
    const endedBefore = client.all('turn.end').length;
    client.send({ kind: 'turn.force_end', value: {} });
    await client.inbox.waitForNext(({ body }) => body?.kind === 'turn.end', 'turn.end by force');
    expect(client.all('turn.end').length).toBe(endedBefore + 1);
    await client.stream([pcm(sentence)], speechRate);
    const summary = await client.end();
    expect(client.all('turn.start').length).toBe(client.all('turn.end').length);
    expect(summary.utteranceCount).toBe(client.all('turn.end').length);
  });

  it('[RT102] say how much speech of the line and the voice was known, alike in JSON and protobuf', async () => {
    const audio = pcm(
      speech.subarray(0, 3 * speechRate),
      silence(1.5),
      speech.subarray(3 * speechRate, 5 * speechRate),
    );
    const client = await connect();
    await client.hello({ sampleRate: speechRate, line: 'desk-protobuf' });
    const plain = await PlainClient.connect(relay.wsUrl, { key: relay.key });
    await plain.hello({ sample_rate: speechRate, line: 'desk-json' });
    await Promise.all([client.stream([audio], speechRate), plain.stream(audio, 2 * speechRate)]);
    await Promise.all([client.end(), plain.end()]);
    const binary = client.directives().flatMap(({ baseline }) => baseline ?? []);
    const json = plain
      .directives()
      .filter(({ baseline }) => baseline !== undefined)
      .map(({ baseline }) => baseline as Record<'line_seconds' | 'voice_seconds', number>);
    expect(binary[0]).toMatchObject({ lineSeconds: 0, voiceSeconds: 0 });
    expect(json[0]).toEqual({ line_seconds: 0, voice_seconds: 0 });
    const [last, same] = [binary.at(-1)!, json.at(-1)!];
    // The pause ended one utterance of up to 3 s; nobody else was on the line.
    expect(last.lineSeconds).toBeGreaterThan(1);
    expect(last.lineSeconds).toBeLessThanOrEqual(3.5);
    expect(last.voiceSeconds).toBeCloseTo(last.lineSeconds, 5);
    expect(same.line_seconds).toBeCloseTo(last.lineSeconds, 2);
    expect(same.voice_seconds).toBeCloseTo(last.voiceSeconds, 2);
  });

  it('[RT103] are told again once they were heard whole, in the summary too', async () => {
    const client = await connect();
    await client.hello();
    // Under load the first may stay as it was; the end of the audio is always read whole.
    await client.stream(
      [
        pcm(
          speech.subarray(0, 3 * speechRate),
          silence(1.5),
          speech.subarray(3 * speechRate, 6 * speechRate),
        ),
      ],
      speechRate,
    );
    const summary = await client.end();
    const revised = client.all('turn.update').filter((update) => update.revised === true);
    expect(revised.length).toBeGreaterThan(0);
    const ended = client.all('turn.end').map(({ turnId }) => turnId);
    for (const { turnId } of revised) expect(ended).toContain(turnId);
    const newest = new Map(revised.map(({ turnId, emotion }) => [turnId, emotion]));
    for (const [turnId, emotion] of newest)
      expect(summary.transcript.turns.find((turn) => turn.turnId === turnId)).toMatchObject({
        emotion,
        revised: true,
      });
  });
});

describe('words', () => {
  it('of a stream are kept where the organization wants them, also those that come after their turn', async () => {
    const own = await relay.request('PATCH', '/v1/organization', { policy: { transcript_days: 1 } });
    expect(own.status).toBe(200);
    const client = await connect();
    const ready = await client.hello();
    const sentence = speech.subarray(0, 2 * speechRate);
    await client.stream([pcm(sentence, silence(1.5))], speechRate);
    const { value: turn } = await client.waitFor('turn.end');
    const words = { startMs: turn.startMs, endMs: turn.endMs };
    const say = (itemId: string, text: string, isFinal: boolean) => {
      client.send({ kind: 'transcript', value: { ...words, itemId, text, isFinal } });
    };
    say('item-1', 'The router is br', false);
    say('item-1', 'The router is broken.', true);
    await client.end();
    const { json } = await relay.request('GET', `/v1/sessions/${ready.sessionId}/transcript`);
    expect(json).toMatchObject({
      transcript_days: 1,
      lines: [{ utterance_id: turn.turnId, role: 'caller', text: 'The router is broken.' }],
    });
    await relay.request('PATCH', '/v1/organization', { policy: { transcript_days: null } });
  });
});

describe.concurrent('control messages', () => {
  it('[RT37] flush analyzes the buffered audio and reports the position', async () => {
    const client = await connect();
    await client.hello();
    const piece = pcm(speech.subarray(0, 1_120)); // 70 ms: less than one result interval
    client.audio(piece.subarray(0, 1_280), 640);
    client.audio(piece.subarray(1_280), 480);
    client.send({ kind: 'flush', value: {} });
    const { value } = await client.waitFor('flushed');
    expect(value.throughSample).toEqual([1_120]);
    await client.end();
  });

  it('[RT36] pause discards received audio until resume, and resume reports how much', async () => {
    const client = await connect();
    await client.hello();
    const second = pcm(speech.subarray(0, speechRate));
    await client.stream([second], speechRate);
    client.send({ kind: 'pause', value: { reason: 'payment_data' } });
    expect((await client.waitFor('paused')).value.reason).toBe('payment_data');
    await client.stream([second], speechRate);
    const during = client.directives().filter((directive) => directive.audioEndMs > 1_300);
    client.send({ kind: 'resume', value: {} });
    const resumed = (await client.waitFor('resumed_analysis')).value;
    expect(during).toEqual([]);
    expect(resumed.discardedMs).toBe(1_000);
    await client.stream([second], speechRate);
    const summary = await client.end();
    expect(client.directives().some((directive) => directive.audioEndMs > 2_300)).toBe(true);
    expect(
      client
        .directives()
        .filter(({ audioStartMs, audioEndMs }) => audioStartMs >= 1_250 && audioEndMs <= 2_000),
    ).toEqual([]);
    expect(summary.durationS).toBeCloseTo(3, 2);
    expect(summary.usage.processedMs).toBe(2_000);
  });

  it('[RT39] session.update is answered with the next revision', async () => {
    const client = await connect();
    const ready = await client.hello();
    client.send({
      kind: 'session.update',
      value: { features: [], metadata: {}, turn: { endSilenceMs: 400 } },
    });
    expect((await client.waitFor('session.updated')).value.configRevision).toBe(ready.configRevision + 1);
    await client.end();
  });

  it('ping is answered with its own time', async () => {
    const client = await connect();
    await client.hello();
    client.send({ kind: 'ping', value: { tUs: 123_456 } });
    expect((await client.waitFor('pong')).value.tUs).toBe(123_456);
    await client.end();
  });

  it('[RT27] outputs.interval_ms sets the interval between results', async () => {
    const client = await connect();
    await client.hello({ sampleRate: 16_000, outputs: { intervalMs: 500 } });
    await client.stream([pcm(speech.subarray(0, 4 * speechRate))], speechRate);
    await client.end();
    const ends = client.directives().map(({ audioEndMs }) => audioEndMs);
    expect(ends.length).toBeGreaterThanOrEqual(7);
    expect(ends.length).toBeLessThanOrEqual(9);
  });
});

describe.concurrent('[RT35] warnings about the audio', () => {
  const warningsFor = async (audio: Float32Array): Promise<string[]> => {
    const client = await connect();
    await client.hello();
    await client.stream([pcm(audio)], speechRate);
    await client.end();
    return client.all('warning').map(({ code }) => code);
  };

  it('report silent and clipped audio once each, and good audio not at all', async () => {
    const clipped = speech.map((sample) => Math.max(-1, Math.min(1, sample * 60)));
    const [silent, loud, good] = await Promise.all([
      warningsFor(silence(8)),
      warningsFor(clipped),
      warningsFor(speech),
    ]);
    expect(silent.filter((code) => code === 'audio_silent')).toEqual(['audio_silent']);
    expect(loud.filter((code) => code === 'audio_clipping')).toEqual(['audio_clipping']);
    expect(good.filter((code) => code !== 'consent_missing')).toEqual([]);
  });

  it('[RT21] report a gap in the audio, which is filled and counts on the clock', async () => {
    const client = await connect();
    await client.hello();
    await client.stream([pcm(speech.subarray(0, speechRate))], speechRate);
    client.nextSample[0] = 1.5 * speechRate;
    await client.stream([pcm(speech.subarray(speechRate, 2 * speechRate))], speechRate);
    const summary = await client.end();
    expect(client.all('warning').map(({ code }) => code)).toContain('audio_gap');
    expect(summary.durationS).toBeCloseTo(2.5, 2);
  });

  it('[RT22] do not report a declared gap, which still advances the clock', async () => {
    const client = await connect();
    await client.hello();
    await client.stream([pcm(speech.subarray(0, speechRate))], speechRate);
    client.send({
      kind: 'audio.gap',
      value: { channel: 0, firstSample: speechRate, sampleCount: 8_000, reason: 'muted' },
    });
    client.nextSample[0] = 1.5 * speechRate;
    await client.stream([pcm(speech.subarray(speechRate, 2 * speechRate))], speechRate);
    const summary = await client.end();
    expect(client.all('warning').map(({ code }) => code)).not.toContain('audio_gap');
    expect(summary.durationS).toBeCloseTo(2.5, 2);
    expect(client.all('audio.ack').at(-1)?.throughSample).toBe(2.5 * speechRate);
  });
});

describe('[RT17] an agent channel', () => {
  it('is acknowledged but never analyzed unless the policy allows it', async () => {
    const client = await connect();
    const channels = [{ id: 'caller' }, { id: 'agent', subject: 'agent' as const }];
    await client.hello({ channels, sampleRate: speechRate });
    const audio = pcm(speech.subarray(0, 3 * speechRate));
    await client.stream([audio, audio], speechRate);
    await client.end();
    expect(client.directives(0).length).toBeGreaterThan(8);
    expect(client.directives(1)).toEqual([]);
    expect(client.all('warning').filter(({ code }) => code === 'agent_analysis_off')).toHaveLength(1);
    const acked = client.all('audio.ack').filter(({ channel }) => channel === 1);
    expect(acked.at(-1)?.throughSample).toBe(3 * speechRate);
  });
});
