import { t } from '../language/text.js';
/** Each may do what those before it may. */
export const ROLES = ['viewer', 'supervisor', 'developer', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** What each role is for, in the words of the person who gives it. */
export const ROLE_WORDS: Readonly<
  Record<Role, { readonly title: string; readonly one: string; readonly about: string }>
> = {
  viewer: { title: t('Viewer'), one: t('a viewer'), about: t('reads calls and figures') },
  supervisor: {
    title: t('Supervisor'),
    one: t('a supervisor'),
    about: t('works with calls, people and alerts, and hears along'),
  },
  developer: {
    title: t('Developer'),
    one: t('a developer'),
    about: t('has API keys, webhooks, models and the wallet, too'),
  },
  owner: {
    title: t('Owner'),
    one: t('an owner'),
    about: t('has everything: members, logs, export and deletion, too'),
  },
};

/** Who is signed in. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  /** The routes that the role may not call, each with the least role that may. */
  readonly refused: Readonly<Record<string, Role>>;
}
