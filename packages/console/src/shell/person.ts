/** Each may do what those before it may. */
export const ROLES = ['viewer', 'supervisor', 'developer', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** What each role is for, in the words of the person who gives it. */
export const ROLE_WORDS: Readonly<Record<Role, { readonly title: string; readonly about: string }>> = {
  viewer: { title: 'Viewer', about: 'reads calls and figures' },
  supervisor: { title: 'Supervisor', about: 'works with calls, people and alerts, and hears along' },
  developer: { title: 'Developer', about: 'has API keys, webhooks, models and the wallet, too' },
  owner: { title: 'Owner', about: 'has everything: members, logs, export and deletion, too' },
};

/** Who is signed in. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
}

/** Whether something is for somebody. Who signed in with an API key has all that it may do. */
export const isFor = (least: Role, person: Person | null): boolean =>
  person === null || ROLES.indexOf(person.role) >= ROLES.indexOf(least);
