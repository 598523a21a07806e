import { t } from '../language/text.js';
/** What was done, in words; what newer relays add is shown as it is called. */
export const ACTION_WORDS: Readonly<Record<string, string>> = {
  'organization.created': t('Organization made'),
  'organization.renamed': t('Organization renamed'),
  'organization.closed': t('Organization deleted'),
  'plan.changed': t('Plan changed'),
  'policy.changed': t('Settings changed'),
  'member.added': t('Member added'),
  'member.invited': t('Link made for a member'),
  'member.changed': t('Role changed'),
  'member.removed': t('Member removed'),
  'member.signed_in': t('Signed in'),
  'member.session_ended': t('Sign-in ended'),
  'passkey.added': t('Passkey added'),
  'passkey.removed': t('Passkey removed'),
  'api_key.created': t('API key made'),
  'api_key.revoked': t('API key revoked'),
  'wallet.topped_up': t('Credits added'),
  'wallet.budgets_changed': t('Limits on the wallet changed'),
  'consent.withdrawn': t('Consent withdrawn'),
  'session.observed': t('Call heard along'),
  'speaker.enrolled': t('Person enrolled'),
  'speaker.enrolled_again': t('Person enrolled again'),
  'speaker.changed': t('Person changed'),
  'speaker.deleted': t('Person deleted'),
  'speaker.withdrawn': t('Person withdrew consent'),
  'speaker.expired': t('Person’s consent ended'),
  'speaker.grown': t('A call added to a person’s voice'),
  'line.deleted': t('Line forgotten'),
};

/** Who did it, when the name is not known any more. */
export const actorWords = (actor: string): string => {
  if (actor === 'operator') return t('the operator of the relay');
  const [kind = ''] = actor.split(':');
  const former: Readonly<Record<string, string>> = {
    key: t('a former key'),
    member: t('a former member'),
    session: t('the call itself'),
  };
  return former[kind] ?? actor;
};
