import type { Consent, SessionHello } from '@undertone/protocol';
import type { StreamAuth } from '../accounts/stream-auth.js';
import { defined } from '../defined.js';
import { coversTraining } from '../fine-tune/training-utterances.js';
import { coversTellingApart } from '../speakers/voice-consent.js';
import type { SessionChannel, SessionConfig } from './session-config.js';
import { SessionFault } from './session-fault.js';
import { name } from './session-options.js';

const blocked = (message: string, param: string): SessionFault =>
  new SessionFault('policy_blocked', `${message}: this session takes features alone`, { param });

/** Scopes that need what only audio has. @throws SessionFault `policy_blocked` */
export const requireNoVoiceScopes = (consent: Consent | undefined): void => {
  const scope = consent?.scope;
  if (!coversTellingApart(scope) && !coversTraining(scope)) return;
  throw blocked('diarization, voiceprint and training need audio', 'consent.scope');
};

/**
 * What the hello and the token say about audio. The token binds.
 * @throws SessionFault `policy_blocked` for what a session without audio cannot do
 */
export const readPrivacy = (
  hello: SessionHello,
  { claims }: StreamAuth,
  { channels, consent }: { channels: readonly SessionChannel[]; consent: Consent | undefined },
): Pick<SessionConfig, 'privacy' | 'pageModel'> => {
  if (hello.privacy === 'unspecified') {
    throw new SessionFault('validation_error', 'privacy must be features', { param: 'privacy' });
  }
  const isFeatureOnly = hello.privacy === 'features' || claims.privacy === 'features';
  if (!isFeatureOnly) {
    if (hello.pageModel === undefined) return {};
    throw new SessionFault('validation_error', 'page_model needs privacy features', { param: 'page_model' });
  }
  const mixed = channels.findIndex((channel) => channel.mixed === true);
  if (mixed >= 0) throw blocked('voices are told apart by audio', `channels[${mixed}].mixed`);
  if (hello.model !== undefined || claims.model !== undefined) {
    throw blocked('a model of your own reads audio', 'model');
  }
  requireNoVoiceScopes(consent);
  const { pageModel } = hello;
  if (pageModel === undefined) return { privacy: 'features' };
  const { id, version } = pageModel;
  return {
    privacy: 'features',
    pageModel: {
      id: name(id, 'page_model.id'),
      ...defined({ version: version === undefined ? undefined : name(version, 'page_model.version') }),
    },
  };
};
