/** Each may do what those before it may. */
export const ROLES = ['viewer', 'supervisor', 'developer', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** What each role is for, in the words of the person who gives it. */
export const ROLE_WORDS: Readonly<
  Record<Role, { readonly title: string; readonly one: string; readonly about: string }>
> = {
  viewer: { title: 'Viewer', one: 'a viewer', about: 'reads calls and figures' },
  supervisor: {
    title: 'Supervisor',
    one: 'a supervisor',
    about: 'works with calls, people and alerts, and hears along',
  },
  developer: {
    title: 'Developer',
    one: 'a developer',
    about: 'has API keys, webhooks, models and the wallet, too',
  },
  owner: {
    title: 'Owner',
    one: 'an owner',
    about: 'has everything: members, logs, export and deletion, too',
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
