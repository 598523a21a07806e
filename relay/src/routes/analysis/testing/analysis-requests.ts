import { expect } from 'vitest';
import { analysisAnswerSchema, type AnalysisAnswer } from '../../../domain/analysis/analysis-answer.js';
import { bytesOf, voiceThenSilence } from '../../../inference/testing/voice.js';
import { wavFile } from '../../../media/testing/wav-file.js';
import type { AnalysisRig, Answer } from './analysis-rig.js';

/** Three seconds of a synthetic voice with silence before and after, as samples, as a file and as text. */
export const samples = voiceThenSilence(3, 0.5, 3);
export const wav = new Uint8Array(wavFile(bytesOf(samples)));
export const base64 = Buffer.from(wav).toString('base64');

export const JSON_TYPE = { 'Content-Type': 'application/json' };

export const postJson = (rig: AnalysisRig, path: string, body: unknown, key?: string): Promise<Answer> =>
  rig.post(path, JSON.stringify(body), JSON_TYPE, key);
export const formOf = (fields: Record<string, string | Uint8Array>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'audio/wav' }), 'speech.wav');
  }
  return form;
};
export const answerOf = ({ status, json }: Answer): AnalysisAnswer => {
  expect({ status, json }).toMatchObject({ status: 200 });
  return analysisAnswerSchema.parse(json);
};
export const detailsOf = ({ json }: Answer): Record<string, string[]> =>
  (json as { error: { details: Record<string, string[]> } }).error.details;
export const codeOf = ({ json }: Answer): string => (json as { error: { code: string } }).error.code;
