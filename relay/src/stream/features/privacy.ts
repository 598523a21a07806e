import { checkFeatures, ProtocolError, type Features } from '@undertone/protocol';
import { SessionFault } from '../../domain/live/session-fault.js';
import type { LiveSession } from '../live-session.js';

/** Whether audio is refused: by what was agreed, or by the token that holds the session now. */
const refusesAudio = ({ config, auth }: LiveSession): boolean =>
  config.privacy === 'features' || auth.claims.privacy === 'features';

/** @throws SessionFault `policy_blocked` where no audio may come */
export const requireAudioAllowed = (session: LiveSession, param: string): void => {
  if (!refusesAudio(session)) return;
  throw new SessionFault('policy_blocked', 'this session takes features alone: no audio may be sent', {
    param,
  });
};

/** Takes what the page heard. @throws SessionFault */
export const takeFeatures = (session: LiveSession, features: Features): void => {
  if (session.config.privacy !== 'features') {
    throw new SessionFault('protocol_error', 'features need a hello with privacy features', {
      param: 'type',
    });
  }
  const { channel } = session.ingest.lane(features.channel, 'channel');
  try {
    checkFeatures(features, channel.sampleRate);
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    throw new SessionFault(cause.code, cause.message, {
      cause,
      ...(cause.param !== undefined && { param: cause.param }),
    });
  }
  session.audio.features(features);
};
