import { AUDIO_TYPES, MAX_AUDIO_BYTES, type EmotionLabel } from '@undertone/protocol';
import { z } from 'zod';
import { analysisEvent } from '../../domain/analysis/analysis-event.js';
import {
  type AnalysisAnswer,
  analysisAnswerSchema,
  answerOf,
} from '../../domain/analysis/analysis-answer.js';
import type { VerifiedApiKey } from '../../domain/keys/api-key.js';
import type { AnalysisRequest } from '../../domain/recordings/analysis-request.js';
import type { RecordingReport } from '../../domain/analysis/recording-report.js';
import type { RecordingAnalyzer } from '../../domain/analysis/recording-analyzer.js';
import type { TrainingUtterances } from '../../domain/fine-tune/training-utterances.js';
import { type HttpRequest, jsonReply } from '../../transport/http-message.js';
import type { OperationDoc } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { analyzeBody, analyzeForm, analyzeQuery, AUDIO_FAULTS, base64Body } from './analysis-fields.js';
import { readAnalyze, readAudio, readBase64 } from './read-analysis.js';

export interface AnalysisRoutesOptions {
  readonly analyzer: RecordingAnalyzer;
  readonly derivedLabels: () => readonly EmotionLabel[];
  /** Keeps what may become fine-tuning samples. When absent, nothing is kept. */
  readonly training?: TrainingUtterances;
}

/** Everything besides the audio: form boundaries, a transcript, metadata. */
const ROOM_BYTES = 512 * 1024;
/** 25 MB as base64, plus that space. */
export const BODY_LIMIT_BYTES = Math.ceil(MAX_AUDIO_BYTES / 3) * 4 + ROOM_BYTES;

export const DEADLINES = {
  /** At this rate 25 MB have about four minutes; a sender at 1 kB/s is cut off after ten seconds. */
  bodyFloorBytesPerS: 128 * 1024,
  /** For an hour of audio on a busy relay. */
  handlerMs: 120_000,
} as const;

const rawAudio = z.unknown().meta({ type: 'string', format: 'binary' });

/**
 * Raw bodies by the types in the interface specification; the real file type is found when the file is read.
 */
const RAW_BODIES = Object.fromEntries(
  [...AUDIO_TYPES, 'application/octet-stream'].map((type) => [type, rawAudio]),
);

const COMMON: Pick<OperationDoc, 'tag' | 'responses' | 'faults'> = {
  tag: 'Analysis',
  responses: { 200: { description: 'The analysis result.', schema: analysisAnswerSchema } },
  faults: AUDIO_FAULTS,
};

/** `POST /v1/analyze`, `/v1/analyze/audio` and `/v1/analyze/base64`: one recording in, its analysis out. */
export const analyzeRoutes = (options: AnalysisRoutesOptions): readonly KeyRoute[] => [
  analyzeRoute('/v1/analyze', options, readAnalyze, {
    ...COMMON,
    operationId: 'analyze',
    summary: 'Analyze one audio segment',
    description:
      'Audio as a file, base64 text or an address, one of them. Each second of audio costs a credit, silence too; a recording that cannot be read costs nothing.',
    bodies: { 'application/json': analyzeBody, 'multipart/form-data': analyzeForm },
  }),
  analyzeRoute('/v1/analyze/audio', options, readAudio, {
    ...COMMON,
    operationId: 'analyzeAudio',
    summary: 'Analyze an audio file sent as the body',
    description: 'With a raw body the parameters are in the query; with a form they are its fields.',
    query: analyzeQuery,
    bodies: { ...RAW_BODIES, 'multipart/form-data': analyzeForm },
  }),
  analyzeRoute('/v1/analyze/base64', options, readBase64, {
    ...COMMON,
    operationId: 'analyzeBase64',
    summary: 'Analyze audio sent as base64 text',
    bodies: { 'application/json': base64Body },
  }),
];

/** Analyzes one recording for a caller, and tells the webhooks of its organization. */
export const answerRecording = async (
  { analyzer, derivedLabels }: AnalysisRoutesOptions,
  { id, signal }: HttpRequest,
  { organization, key }: VerifiedApiKey,
  recording: AnalysisRequest,
): Promise<AnalysisAnswer> => {
  const payer = { organization, keyId: key.id };
  const answer = (report: RecordingReport): AnalysisAnswer =>
    answerOf(report, { requestId: id, derivedLabels: derivedLabels() });
  const about = { orgId: organization.id, once: id };
  const eventsOf = (report: RecordingReport) => [analysisEvent(about, { request_id: id }, answer(report))];
  return answer(await analyzer.analyze({ id, payer, request: recording, signal, eventsOf }));
};

const analyzeRoute = (
  path: string,
  options: AnalysisRoutesOptions,
  read: (request: HttpRequest) => Promise<AnalysisRequest>,
  doc: OperationDoc,
): KeyRoute => ({
  method: 'POST',
  path,
  access: 'api_key',
  scope: 'analyze',
  bodyLimitBytes: BODY_LIMIT_BYTES,
  deadlines: DEADLINES,
  doc,
  handle: async ({ request }, caller) =>
    jsonReply(200, await answerRecording(options, request, caller, await read(request))),
});
