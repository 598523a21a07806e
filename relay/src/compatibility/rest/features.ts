import { z } from 'zod';
import { answerOf, type AnalysisAnswer } from '../../domain/analysis/analysis-answer.js';
import { audioUrl, AUDIO_FAULTS } from '../../routes/analysis/analysis-fields.js';
import { type AnalysisRoutesOptions, BODY_LIMIT_BYTES, DEADLINES } from '../../routes/analysis/analyze.js';
import type { KeyRoute } from '../../routes/requests/route.js';
import { jsonReply } from '../../transport/http-message.js';
import { readAudioOrForm } from './recording.js';

const figure = z.number().nullable();

const featuresSchema = z
  .strictObject({
    f0_mean: figure.meta({ description: 'Hz, over voiced frames' }),
    f0_std: figure.meta({ description: 'Hz' }),
    f0_min: figure.meta({ description: 'Hz' }),
    f0_max: figure.meta({ description: 'Hz' }),
    f0_range: figure.meta({ description: 'Hz, from min to max' }),
    energy_mean: figure.meta({ description: 'dB relative to full scale' }),
    energy_std: figure.meta({ description: 'dB' }),
    jitter: figure.meta({ description: 'local, as a fraction of the mean period' }),
    shimmer: figure.meta({ description: 'local, as a fraction of the mean amplitude' }),
    hnr: figure.meta({ description: 'dB' }),
    speech_rate: figure.meta({ description: 'syllables per second' }),
    pause_rate: figure.meta({ description: 'pauses per minute' }),
    pause_duration_mean: figure.meta({ description: 'seconds' }),
    duration: z.number().meta({ description: 'seconds of audio: what is billed' }),
    request_id: z.string().meta({ description: 'As in `X-Request-Id`.' }),
  })
  .meta({ id: 'ProsodyFeatures', description: 'A measure that is not defined for the audio is null.' });

const form = z
  .strictObject({
    file: z
      .unknown()
      .meta({ type: 'string', format: 'binary', description: 'Audio file, at most 25 MB.' })
      .optional(),
    audio_url: audioUrl.optional(),
  })
  .meta({ id: 'FeaturesForm', description: 'One of `file` and `audio_url`.' });

/** `POST /v1/features/prosody`: the measures of a recording, without any label. */
export const featuresRoute = ({ analyzer, derivedLabels }: AnalysisRoutesOptions): KeyRoute => ({
  method: 'POST',
  path: '/v1/features/prosody',
  access: 'api_key',
  scope: 'analyze',
  bodyLimitBytes: BODY_LIMIT_BYTES,
  deadlines: DEADLINES,
  doc: {
    operationId: 'extractProsody',
    tag: 'Compatibility',
    summary: 'Measure the prosody of a recording',
    description:
      'For clients of the hosted service; elsewhere, `POST /v1/analyze` with the feature `prosody`. Billed as an analysis.',
    bodies: { 'multipart/form-data': form },
    responses: { 200: { description: 'The measures', schema: featuresSchema } },
    faults: AUDIO_FAULTS,
  },
  async handle({ request }, { organization, key }) {
    const { recording } = await readAudioOrForm(request);
    const { id, signal } = request;
    const report = await analyzer.analyze({
      id,
      payer: { organization, keyId: key.id },
      request: { ...recording, features: ['prosody'], diarize: false, sessionId: undefined },
      signal,
    });
    return jsonReply(200, featuresOf(answerOf(report, { requestId: id, derivedLabels: derivedLabels() })));
  },
});

const featuresOf = ({ prosody, duration, request_id }: AnalysisAnswer): z.output<typeof featuresSchema> => ({
  f0_mean: prosody?.pitch.mean ?? null,
  f0_std: prosody?.pitch.std ?? null,
  f0_min: prosody?.pitch.min ?? null,
  f0_max: prosody?.pitch.max ?? null,
  f0_range: prosody?.pitch.range ?? null,
  energy_mean: prosody?.energy.mean ?? null,
  energy_std: prosody?.energy.std ?? null,
  jitter: prosody?.voice_quality.jitter ?? null,
  shimmer: prosody?.voice_quality.shimmer ?? null,
  hnr: prosody?.voice_quality.hnr ?? null,
  speech_rate: prosody?.rhythm.speech_rate ?? null,
  pause_rate: prosody?.rhythm.pause_rate ?? null,
  pause_duration_mean: prosody?.rhythm.average_pause_duration ?? null,
  duration,
  request_id,
});
