import { createHash } from 'node:crypto';
import type { AudioSource } from '../../recordings/analysis-request.js';
import type { RecordingReport } from '../../analysis/recording-report.js';
import type { OrganizationPolicy } from '../../accounts/organization-policy.js';
import { fingerprintOf, type NewUtterance } from './utterance.js';
import { readingOf } from './turn-listener.js';

type Subject = NonNullable<RecordingReport['request']['subject']>;

/** The id and the place of a recording in its conversation. */
export interface RecordingPlace {
  readonly utteranceId: string;
  readonly index: number | null;
  /** Where the recording begins. */
  readonly startMs: number | null;
  /** From {@link recordingFingerprint}. */
  readonly fingerprint: string;
}

export const roleOf = (subject: Subject | undefined, policy: OrganizationPolicy): NewUtterance['role'] =>
  (subject ?? policy.defaultSubject) === 'agent' ? 'agent' : 'caller';

/** Distinguishes a repeated recording from a different one under the same id, without storing any of it. */
export const recordingFingerprint = (source: AudioSource): string =>
  source.kind === 'url'
    ? fingerprintOf(['url', source.url])
    : fingerprintOf(['bytes', createHash('sha256').update(source.bytes).digest('hex')]);

/**
 * A recording as an utterance of its conversation. It lasts from its first speech to its last, so that a call cut into
 * recordings has the times of the call. The same for an upload for analysis and for one added to a session.
 */
export const recordingUtterance = (
  { request, opinion, audio, speech }: Pick<RecordingReport, 'request' | 'opinion' | 'audio' | 'speech'>,
  place: RecordingPlace,
  policy: OrganizationPolicy,
): NewUtterance => {
  const role = roleOf(request.subject, policy);
  const lengthMs = audio.durationS * 1000;
  const { startMs, endMs } = speech ?? { startMs: 0, endMs: lengthMs };
  return {
    ...place,
    ...readingOf(opinion),
    role,
    speakerId: request.speakerId ?? role,
    source: 'audio',
    durationMs: endMs - startMs,
    silence: { beforeMs: startMs, afterMs: Math.max(0, lengthMs - endMs) },
  };
};
