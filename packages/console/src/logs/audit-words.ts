/** What was done, in words; what newer relays add is shown as it is called. */
export const ACTION_WORDS: Readonly<Record<string, string>> = {
  'organization.created': 'Organization made',
  'organization.renamed': 'Organization renamed',
  'organization.closed': 'Organization deleted',
  'plan.changed': 'Plan changed',
  'policy.changed': 'Settings changed',
  'member.added': 'Member added',
  'member.invited': 'Link made for a member',
  'member.changed': 'Role changed',
  'member.removed': 'Member removed',
  'member.signed_in': 'Signed in',
  'member.session_ended': 'Sign-in ended',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'api_key.created': 'API key made',
  'api_key.revoked': 'API key revoked',
  'wallet.topped_up': 'Credits added',
  'wallet.budgets_changed': 'Limits on the wallet changed',
  'consent.withdrawn': 'Consent withdrawn',
  'session.observed': 'Call heard along',
  'speaker.enrolled': 'Person enrolled',
  'speaker.enrolled_again': 'Person enrolled again',
  'speaker.grown': 'A call added to a person’s voice',
  'speaker.changed': 'Person changed',
  'speaker.deleted': 'Person deleted',
  'speaker.withdrawn': 'Person withdrew consent',
  'speaker.expired': 'Person’s consent ended',
  'line.deleted': 'Line forgotten',
};

/** Who did it, when the name is not known any more. */
export const actorWords = (actor: string): string => {
  if (actor === 'operator') return 'the operator of the relay';
  const [kind = ''] = actor.split(':');
  const former: Readonly<Record<string, string>> = {
    key: 'a former key',
    member: 'a former member',
    session: 'the call itself',
  };
  return former[kind] ?? actor;
};
