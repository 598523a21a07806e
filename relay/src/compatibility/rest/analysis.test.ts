import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AnalysisRig,
  type Answer,
  startAnalysisRig,
} from '../../routes/analysis/testing/analysis-rig.js';
import { base64, formOf, postJson, wav } from '../../routes/analysis/testing/analysis-requests.js';

let rig: AnalysisRig;
beforeAll(async () => {
  rig = await startAnalysisRig();
}, 60_000);
// Which also fails when an answer is outside of its schema in the reference.
afterAll(() => rig.stop());

const isForeign = ({ json }: Answer): boolean => 'prediction_id' in json;

describe('an analysis for a client of the hosted service', () => {
  it.each([
    ['/v1/analyze/audio, `file`', () => rig.post('/v1/analyze/audio', formOf({ file: wav }))],
    [
      '/v1/analyze/audio, `diarize`',
      () => rig.post('/v1/analyze/audio', formOf({ audio: wav, language: 'en', diarize: 'true' })),
    ],
    [
      '/v1/analyze/audio, `features`',
      () => rig.post('/v1/analyze/audio', formOf({ file: wav, features: 'emotion' })),
    ],
    [
      '/v1/analyze/base64, `language`',
      () => postJson(rig, '/v1/analyze/base64', { audio_base64: base64, language: 'en_US' }),
    ],
  ])('has their fields, as the reference says: %s', async (_what, send) => {
    const answer = await send();
    expect([answer.status, isForeign(answer)]).toEqual([200, true]);
  });

  it('is none because of the `language` that `cues` are told in', async () => {
    const answers = [
      await rig.post('/v1/analyze/audio', formOf({ audio: wav, cues: 'true', language: 'de' })),
      await postJson(rig, '/v1/analyze/base64', { audio_base64: base64, cues: true, language: 'de' }),
    ];
    expect(answers.map((answer) => [answer.status, isForeign(answer)])).toEqual([
      [200, false],
      [200, false],
    ]);
  });
});
