/** Bad input: wrong, hostile or far too many samples. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherSounds } from '../../inference/testing/other-sounds.js';
import { bytesOf } from '../../inference/testing/voice.js';
import { wavFile } from '../../media/testing/wav-file.js';
import { type FineTuneRig, startFineTuneRig } from './testing/fine-tune-rig.js';
import { createJob, detailsOf, finishedJob, jobOf } from './testing/job-calls.js';
import { base64Of, sampleWav, samplesOf } from './testing/samples.js';

let rig: FineTuneRig;
beforeAll(async () => {
  rig = await startFineTuneRig();
}, 120_000);
afterAll(() => rig.stop());

const create = (fields: Record<string, unknown>) => createJob(rig, fields);
/** Alternates the labels. */
const interleave = <T>(samples: readonly T[]): T[] =>
  samples
    .slice(0, samples.length / 2)
    .flatMap((sample, n) => [sample, samples[n + samples.length / 2] ?? sample]);
const wavOf = (samples: Float32Array): Uint8Array =>
  new Uint8Array(wavFile(bytesOf(Int16Array.from(samples, (value) => 32_767 * value))));
/** The dial tone of a telephone line. */
const dialTone = (): Uint8Array =>
  wavOf(Float32Array.from({ length: 24_000 }, (_, i) => 0.3 * Math.sin((2 * Math.PI * 440 * i) / 16_000)));
const finished = (id: string) => finishedJob(rig, id);

describe('samples that cannot be used', () => {
  it('are refused one by one, each with its reason, and the others continue', async () => {
    const silence = base64Of(new Uint8Array(wavFile(new Uint8Array(64_000))));
    const good = samplesOf(10);
    const bad = [
      { id: 'typo', label: 'exited', audio_base64: good[0]!.audio_base64 },
      { id: 'nothing', label: 'calm' },
      { id: 'file', label: 'calm', audio_url: 'file:///etc/passwd' },
      { id: 'inside', label: 'calm', audio_url: `${rig.filesUrl}/missing.wav` },
      { id: 'text', label: 'calm', audio_base64: base64Of(Buffer.from('no audio at all, only words')) },
      { id: 'symbols', label: 'calm', audio_base64: '###' },
      { id: 'silent', label: 'calm', audio_base64: silence },
      { id: 'dial tone', label: 'calm', audio_base64: base64Of(dialTone()) },
      { id: 'short', label: 'calm', audio_base64: base64Of(sampleWav('calm', 70, 0.2)) },
      { id: 'twice', label: 'excited', audio_base64: good[0]!.audio_base64 },
    ];
    const { id } = jobOf(await create({ name: 'refusals', samples: [...good, ...bad] }));
    const job = await finished(id);
    expect(job.samples).toMatchObject({ total: 30, ready: 20, refused: 10 });
    const listed = (await rig.call('GET', `/v1/fine-tune/${id}/samples`)).json['samples'] as {
      id: string;
      reason: { code: string } | null;
    }[];
    expect(
      Object.fromEntries(
        listed.flatMap((sample) => (sample.reason ? [[sample.id, sample.reason.code]] : [])),
      ),
    ).toEqual({
      typo: 'unknown_label',
      nothing: 'no_audio',
      file: 'bad_url',
      inside: 'unreachable',
      text: 'unsupported_audio_format',
      symbols: 'undecodable_audio',
      silent: 'silent',
      'dial tone': 'not_speech',
      short: 'too_short',
      twice: 'duplicate',
    });
    expect(job.report?.samples.refused_by_reason).toMatchObject({ silent: 1, not_speech: 1, duplicate: 1 });
  });

  it('are refused as not_speech when they are steady sounds, music or noise, with advice what to send instead', async () => {
    const sounds = [
      { id: 'tone', audio: dialTone() },
      ...Object.entries(otherSounds()).map(([id, sound]) => ({ id, audio: wavOf(sound) })),
    ];
    const samples = sounds.map(({ id, audio }) => ({ id, label: 'calm', audio_base64: base64Of(audio) }));
    const { id } = jobOf(await create({ name: 'sounds', start: false }));
    const added = await rig.call('POST', `/v1/fine-tune/${id}/samples`, {
      samples: [...samples, ...samplesOf(1)],
    });
    const answers = added.json['samples'] as {
      id: string;
      status: string;
      reason: { code: string; message: string } | null;
    }[];
    const codes = answers.map(({ reason }) => reason?.code ?? 'ready');
    expect(codes.slice(-2)).toEqual(['ready', 'ready']);
    for (const code of codes.slice(0, -2)) expect(['not_speech', 'silent']).toContain(code);
    expect(answers[0]).toMatchObject({ id: 'tone', status: 'refused', reason: { code: 'not_speech' } });
    expect(answers[0]?.reason?.message).toContain('send a recording of somebody speaking');
    expect(codes.filter((code) => code === 'not_speech').length).toBeGreaterThan(sounds.length / 2);
    const job = jobOf(await rig.call('GET', `/v1/fine-tune/${id}`));
    expect(job.samples).toMatchObject({ ready: 2, refused: sounds.length });
    await rig.call('POST', `/v1/fine-tune/${id}/cancel`);
  });

  it('are judged by their content, not by their declared type and name', async () => {
    const { id } = jobOf(await create({ name: 'types', start: false }));
    const form = new FormData();
    const parts = [
      ['speech', new Uint8Array(sampleWav('calm', 1)), 'audio/mpeg', 'a.mp3'],
      ['words', new TextEncoder().encode('RIFF is only the beginning of a WAV file'), 'audio/wav', 'b.wav'],
      ['nothing', new Uint8Array(), 'audio/wav', 'c.wav'],
    ] as const;
    form.append('samples', JSON.stringify(parts.map(([name]) => ({ id: name, label: 'calm' }))));
    for (const [name, bytes, type, file] of parts) form.append(name, new Blob([bytes], { type }), file);
    const { json } = await rig.call('POST', `/v1/fine-tune/${id}/samples`, form);
    expect(json['samples']).toMatchObject([
      { id: 'speech', status: 'ready', seconds: 1.2 },
      { id: 'words', status: 'refused', reason: { code: 'unsupported_audio_format' } },
      { id: 'nothing', status: 'refused', reason: { code: 'no_audio' } },
    ]);
    await rig.call('POST', `/v1/fine-tune/${id}/cancel`);
  });

  it('are refused alone when one of a thousand has a hostile URL, in good time', async () => {
    const good = samplesOf(10).map(({ id, label }) => ({
      id,
      label,
      audio_url: `${rig.filesUrl}/${id.replace('-0', '-90')}.wav`,
    }));
    const hostile = ['endless', 'loop', 'inward'].map((name) => ({
      id: name,
      label: 'calm',
      audio_url: `${rig.filesUrl}/${name}`,
    }));
    const missing = Array.from({ length: 977 }, (_, n) => ({
      id: `m${n}`,
      label: 'calm',
      audio_url: `${rig.filesUrl}/missing-${n}`,
    }));
    const samples = [...hostile, ...good, ...missing];
    const { id } = jobOf(await create({ name: 'thousand', samples }));
    expect(await finished(id)).toMatchObject({
      status: 'completed',
      samples: { total: 1_000, ready: 20, refused: 980, waiting: 0 },
      credits: { held: 0, charged: 24 },
    });
    const { json } = await rig.call('GET', `/v1/fine-tune/${id}/samples`);
    expect((json['samples'] as object[]).slice(0, 3)).toMatchObject([
      { id: 'endless', reason: { code: 'too_large' } },
      { id: 'loop', reason: { code: 'unreachable', message: 'more than 3 redirects' } },
      { id: 'inward', reason: { code: 'unreachable' } },
    ]);
  }, 60_000);

  it('are refused beyond the seconds of the job, and cost nothing more', async () => {
    const job = await finished(
      jobOf(await create({ name: 'small', max_seconds: 25, samples: samplesOf(12) })).id,
    );
    expect(job.samples).toMatchObject({ ready: 20, refused: 4 });
    expect(job.credits).toEqual({ held: 0, charged: 24 });
  });
});

describe('10 GB of samples', () => {
  it('are refused with 413 by the declared size before a byte is read', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        'X-API-Key': rig.first.key,
        'Content-Type': 'application/json',
        'Content-Length': 10 * 1024 ** 3,
      };
      const sending = request(`${rig.url}/v1/fine-tune`, { method: 'POST', headers }, (answer) => {
        resolve(answer.statusCode);
        sending.destroy();
      });
      sending.on('error', reject);
      sending.flushHeaders();
    });
    expect(status).toBe(413);
  });

  it('are refused without analysis once the job’s seconds are used up: `over_budget`, and cost nothing more', async () => {
    const { id } = jobOf(await create({ name: 'flood', start: false, max_seconds: 25 }));
    const send = (samples: readonly object[]) => rig.call('POST', `/v1/fine-tune/${id}/samples`, { samples });
    expect((await send(samplesOf(12))).status).toBe(200);
    // Analyzed samples would be refused as no audio or as silent.
    const rest = [
      { id: 'text', label: 'calm', audio_base64: base64Of(Buffer.from('no audio at all')) },
      { id: 'url', label: 'excited', audio_url: `${rig.filesUrl}/calm-1.wav` },
    ];
    for (let part = 0; part < 3; part++) {
      expect((await send(rest)).json['samples']).toMatchObject([
        { id: 'text', status: 'refused', reason: { code: 'over_budget' } },
        { id: 'url', status: 'refused', reason: { code: 'over_budget' } },
      ]);
    }
    await rig.call('POST', `/v1/fine-tune/${id}/start`);
    const job = await finished(id);
    expect(job).toMatchObject({ status: 'completed', credits: { held: 0, charged: 24 } });
    expect(job.samples).toMatchObject({ total: 30, ready: 20, waiting: 0 });
  });

  it('are not fetched from URLs beyond the seconds of the job', async () => {
    const samples = samplesOf(20).map(({ id, label }) => ({
      id,
      label,
      audio_url: `${rig.filesUrl}/${id}.wav`,
    }));
    const before = rig.filesAsked();
    const { id } = jobOf(await create({ name: 'far', max_seconds: 27, samples: interleave(samples) }));
    expect(await finished(id)).toMatchObject({
      status: 'completed',
      samples: { total: 40, ready: 22, refused: 18 },
    });
    // Two are fetched at a time: one more may be in progress when the last second is used.
    expect(rig.filesAsked() - before).toBeLessThanOrEqual(24);
  });

  it('are limited to 2,000: the 2,001st is a 400 before anything of its request is analyzed', async () => {
    const { id } = jobOf(await create({ name: 'many', start: false }));
    const send = (samples: readonly object[]) => rig.call('POST', `/v1/fine-tune/${id}/samples`, { samples });
    expect((await send(Array.from({ length: 2_000 }, () => ({ label: 'calm' })))).status).toBe(200);
    const full = await send(samplesOf(1));
    expect([full.status, detailsOf(full)]).toEqual([
      400,
      { samples: ['a job may hold at most 2000 samples'] },
    ]);
    await rig.call('POST', `/v1/fine-tune/${id}/cancel`);
  });
});
