import type { Organization } from './organization.js';
import type { Person } from './person.js';
import { t } from '../language/text.js';

/** Who is signed in, as the relay says it. */
export interface Login {
  readonly organization: Organization;
  /** Null for an API key. */
  readonly member: Person | null;
}

/** How somebody may sign in who is not. */
export interface SignInWays {
  /** An organization has no owner yet who has signed in. */
  readonly api_key: boolean;
  /** The company has a sign-in of its own. */
  readonly company: boolean;
}

/** What `GET /console/session` answers. */
export type LoginState = Login | { readonly organization: null; readonly sign_in: SignInWays };

/** Why the company's sign-in led back without one, `#refused/forbidden`. */
export const refusalOf = (hash: string): string | undefined => {
  const code = /^#refused\/(\w+)$/.exec(hash)?.[1];
  if (code === undefined) return undefined;
  switch (code) {
    case 'forbidden':
      return t('Your company’s account is no member here: ask an owner for an invitation.');
    case 'overloaded':
      return t('Your company’s sign-in cannot be reached now: try again later.');
    case 'unauthorized':
      return t(
        'Your company’s sign-in was broken off, took too long or began in another browser: try again.',
      );
    default:
      return t('Your company’s sign-in did not succeed: try again.');
  }
};

/** Tells the app that somebody signed in. */
export const signedIn = (login: Login): CustomEvent<Login> =>
  new CustomEvent('signed-in', { detail: login, bubbles: true });
