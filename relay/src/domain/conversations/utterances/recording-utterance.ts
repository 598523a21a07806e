import { createHash } from 'node:crypto';
import type { AudioSource } from '../../recordings/analysis-request.js';
import type { RecordingReport } from '../../analysis/recording-report.js';
import type { OrganizationPolicy } from '../../accounts/organization-policy.js';
import { fingerprintOf, type NewUtterance } from './utterance.js';
import { readingOf } from './turn-listener.js';

type Subject = NonNullable<RecordingReport['request']['subject']>;

/** What stands beside a recording: whose utterance it is, and where. */
export interface RecordingPlace {
  readonly utteranceId: string;
  readonly index: number | null;
  /** Where the recording begins. */
  readonly startMs: number | null;
  /** Of {@link recordingFingerprint}. */
  readonly fingerprint: string;
}

export const roleOf = (subject: Subject | undefined, policy: OrganizationPolicy): NewUtterance['role'] =>
  (subject ?? policy.defaultSubject) === 'agent' ? 'agent' : 'caller';

/** Tells a recording that is sent again from another one under the same id, without keeping any of it. */
export const recordingFingerprint = (source: AudioSource): string =>
  source.kind === 'url'
    ? fingerprintOf(['url', source.url])
    : fingerprintOf(['bytes', createHash('sha256').update(source.bytes).digest('hex')]);

/**
 * A recording as an utterance of its conversation: from its first speech to its last, so that a call cut into recordings
 * has the times of the call. The same whether it was uploaded for analysis or added to a session.
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
