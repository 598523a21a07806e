import { z } from 'zod';
import type { AnalysisRequest } from '../../domain/recordings/analysis-request.js';
import { LABELS, type EmotionLabel, UNCERTAIN } from '@undertone/protocol';
import { Fault } from '../../domain/fault.js';
import { newId } from '../../domain/ids.js';
import { allowsAgentAnalysis, type OrganizationPolicy } from '../../domain/accounts/organization-policy.js';
import {
  type RecordingPlace,
  recordingFingerprint,
  roleOf,
} from '../../domain/conversations/utterances/recording-utterance.js';
import {
  fingerprintOf,
  type NewUtterance,
  type UtteranceReading,
} from '../../domain/conversations/utterances/utterance.js';
import { idOfPlace } from '../../domain/conversations/conversation-rules.js';
import type { Dimensions } from '@undertone/hearing';
import { readSignals, type Signals } from '../../domain/call/emotion/signals.js';
import { measuresOf } from '../../domain/call/verticals/assess.js';
import type { HttpRequest } from '../../transport/http-message.js';
import { type Given, mediaType, readForm, readJson, toRequest } from '../analysis/read-analysis.js';
import { checkInput, invalid } from '../requests/json-body.js';
import { numberOf } from '../requests/query-number.js';
import type { computedResult } from './session-fields.js';
import { placeFields, spokenUtterance, type SpokenUtterance, utterancePlace } from './session-fields.js';

/** Estimated duration of words without times: about 15 characters per second, as in ordinary speech. */
const MS_PER_CHARACTER = 65;

type Place = z.output<typeof utterancePlace>;

/** What a request adds to a session: audio to analyze, or a finished result. */
export type ReadUtterance =
  | {
      readonly kind: 'audio';
      readonly place: RecordingPlace;
      readonly request: AnalysisRequest;
    }
  | { readonly kind: 'ready'; readonly utterance: NewUtterance; readonly words: string | undefined };

/**
 * Reads a body of `POST /v1/sessions/{id}/utterances`: audio from any source, an analysis result, or a
 * transcript turn.
 * @throws HttpError 400; 403 where the policy forbids analysis of the speaker
 */
export const readUtterance = async (
  request: HttpRequest,
  policy: OrganizationPolicy,
): Promise<ReadUtterance> => {
  checkInput(z.strictObject({}), Object.fromEntries(request.query));
  const type = mediaType(request) ?? 'application/json';
  if (type !== 'application/json' && type !== 'multipart/form-data') {
    throw invalid('the request has no readable body', {
      'Content-Type': ['must be application/json or multipart/form-data'],
    });
  }
  const isForm = type === 'multipart/form-data';
  const given = isForm ? numbered(await readForm(request)) : withoutNullSources(await readJson(request));
  const own = (name: string): boolean => Object.hasOwn(given.fields, name);
  const hasAudio = given.audio !== undefined || own('audio_url') || own('audio_base64');
  if (hasAudio) return readRecording(given);
  if (Object.keys(given.problems).length > 0) checkInput(spokenUtterance, given.fields, given.problems);
  const spoken = checkInput(spokenUtterance, given.fields);
  if ((spoken.result === undefined) === (spoken.transcript === undefined) && spoken.result === undefined) {
    throw invalid('the request has no utterance', {
      audio: ['exactly one of audio, audio_url, audio_base64, result and transcript is required'],
    });
  }
  return { kind: 'ready', utterance: fromSpoken(spoken, policy), words: spoken.transcript };
};

/** A null counts as absent, and these fields decide which others may be there. */
const withoutNullSources = (given: Given): Given => ({
  ...given,
  fields: Object.fromEntries(
    Object.entries(given.fields).filter(
      ([name, value]) => value !== null || !['audio_url', 'audio_base64', 'result'].includes(name),
    ),
  ),
});

/** Converts the numbers of a form, which are text. */
const numbered = (given: Given): Given => ({
  ...given,
  fields: Object.fromEntries(
    Object.entries(given.fields).map(([name, value]) => [
      name,
      ['index', 'start', 'duration'].includes(name) && typeof value === 'string' ? numberOf(value) : value,
    ]),
  ),
});

const readRecording = ({ fields, audio, problems }: Given): ReadUtterance => {
  const ours = Object.entries(fields).filter(([name]) => Object.hasOwn(placeFields, name));
  const rest = Object.entries(fields).filter(([name]) => !Object.hasOwn(placeFields, name));
  const place = checkInput(utterancePlace, Object.fromEntries(ours));
  const given = { audio, problems, fields: Object.fromEntries(rest) };
  if (Object.hasOwn(given.fields, 'session_id')) {
    throw invalid('the request has invalid parameters', { session_id: ['is in the path'] });
  }
  const read = toRequest({ ...given, fields: { ...given.fields, session_id: 'path' } });
  const features = [...new Set([...read.features, 'emotion' as const, 'vad' as const])].filter(
    (feature) => feature !== 'prediction',
  );
  return {
    kind: 'audio',
    place: { ...placeOf(place), fingerprint: recordingFingerprint(read.source) },
    request: { ...read, features, sessionId: undefined },
  };
};

const idOf = ({ utterance_id, index }: Place): string =>
  utterance_id ?? (index === undefined ? newId('utt') : idOfPlace(index));

/** Words or a finished result as an utterance. @throws HttpError; Fault where the policy forbids it */
export const fromSpoken = (spoken: SpokenUtterance, policy: OrganizationPolicy): NewUtterance => {
  const { result, transcript, speaker_id, duration } = spoken;
  const role = roleOf(spoken.subject, policy);
  const reading = result === undefined ? UNHEARD : readingOf(result);
  if (reading.tone !== null) assertMayBeHeard(spoken.subject, policy);
  const seconds = duration ?? result?.duration;
  const words = transcript ?? '';
  return {
    ...placeOf(spoken),
    ...reading,
    role,
    speakerId: speaker_id ?? role,
    source: result === undefined ? 'transcript' : 'result',
    durationMs: seconds === undefined ? Math.max(500, words.length * MS_PER_CHARACTER) : seconds * 1000,
    fingerprint: fingerprintOf(spoken),
  };
};

const placeOf = (place: Place): Pick<NewUtterance, 'utteranceId' | 'index' | 'startMs'> => ({
  utteranceId: idOf(place),
  index: place.index ?? null,
  startMs: place.start === undefined ? null : place.start * 1000,
});

const UNHEARD: UtteranceReading = { emotion: null, confidence: null, tone: null };

type Subject = NonNullable<SpokenUtterance['subject']>;

const assertMayBeHeard = (subject: Subject | undefined, policy: OrganizationPolicy): void => {
  const whose = subject ?? policy.defaultSubject;
  if (whose === 'agent' && !allowsAgentAnalysis(policy)) {
    throw new Fault('policy_blocked', 'the workplace policy forbids analyzing how employees sound');
  }
  if (whose === 'unknown' && policy.workplacePolicy && !policy.noEmployeesRecorded) {
    throw new Fault('policy_blocked', 'subject unknown needs the declaration that no employees are recorded');
  }
};

/**
 * A result without dimensions gives no trajectory; a result without signals gets them by the rules of a live
 * call.
 */
const readingOf = (result: z.output<typeof computedResult>): UtteranceReading => {
  const { emotion, confidence, uncertain = false, valence, arousal, dominance, signals } = result;
  if (typeof valence !== 'number' || typeof arousal !== 'number') {
    throw invalid('the request has invalid parameters', {
      'result.valence': ['is required, and so is arousal: ask for the feature vad'],
    });
  }
  const dimensions = { valence, arousal, dominance: dominance ?? 0 };
  const estimated = signalsOf(result, dimensions);
  const heard: Signals = {
    engagement: signals?.engagement ?? estimated.engagement,
    stress: signals?.stress ?? estimated.stress,
    certainty: signals?.certainty ?? estimated.certainty,
    intensity: signals?.intensity ?? estimated.intensity,
    escalation: signals?.escalation ?? estimated.escalation,
  };
  return {
    emotion: emotion ?? null,
    confidence: confidence ?? null,
    // The label that a stream uses for an uncertain reading.
    uncertain: uncertain || emotion === UNCERTAIN,
    tone: { valence, arousal, escalation: heard.escalation },
    measures: measuresOf({ dimensions, signals: heard }),
  };
};

const signalsOf = (
  { emotion_probabilities: given }: z.output<typeof computedResult>,
  dimensions: Dimensions,
): Signals =>
  readSignals({
    dimensions,
    z: { valence: 0, arousal: 0, energyDb: 0, pitchSemitones: 0 },
    prosody: undefined,
    probabilities:
      given === undefined || given === null
        ? undefined
        : (Object.fromEntries(LABELS.map((name) => [name, given[name] ?? 0])) as Record<
            EmotionLabel,
            number
          >),
  });
