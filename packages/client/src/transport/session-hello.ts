import { LIMITS, type ResumeRequest, type SessionHello } from '@undertone/protocol';
import { CLIENT_VERSION } from '../common/version.js';
import type { HelloOptions } from './transport-types.js';

/** The first message of every connection: the same settings each time, and the position to continue from. */
export const sessionHello = (options: HelloOptions, resume: ResumeRequest | undefined): SessionHello => {
  const { vadMode, runtime, ...wishes } = options;
  return {
    protocolVersion: LIMITS.protocolVersion,
    client: { sdk: '@undertone/client', version: CLIENT_VERSION, runtime },
    resume,
    vad: vadMode === undefined ? undefined : { mode: vadMode },
    ...wishes,
  };
};
