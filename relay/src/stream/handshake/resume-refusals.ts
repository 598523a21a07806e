import type { ResumeRequest } from '@undertone/protocol';
import type { SessionChannel } from '../../domain/live/session-config.js';
import { SessionFault } from '../../domain/live/session-fault.js';

/** The same answer for unknown, foreign and expired sessions. */
export const notFound = (): SessionFault =>
  new SessionFault('session_not_found', 'there is no session to resume', { param: 'resume.handle' });

/** Another attempt was faster. */
export const superseded = (): SessionFault =>
  new SessionFault('session_superseded', 'the session was taken over by another connection');

/** @throws SessionFault `validation_error` */
export const checkPositions = (resume: ResumeRequest, channels: readonly SessionChannel[]): void => {
  const { length } = resume.nextSample;
  if (length === 0 || length === channels.length) return;
  throw new SessionFault('validation_error', 'next_sample has one position per channel', {
    param: 'resume.next_sample',
  });
};
