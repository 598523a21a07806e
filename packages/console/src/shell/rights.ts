import { type Person, type Role, ROLE_WORDS, ROLES } from './person.js';
import { locale } from '../language/language.js';
import { t } from '../language/text.js';

/**
 * What whoever is signed in may do, as the relay's one table of roles says it. The relay refuses the rest at every route; the
 * pages only do not offer it. A route is written as there: `POST /v1/sessions/:id/end`.
 */
export class Rights {
  /** @param person null for an API key: the relay knows its scopes, and the pages offer everything */
  constructor(private readonly person: Pick<Person, 'role' | 'refused'> | null) {}

  may(route: string): boolean {
    return this.person === null || !Object.hasOwn(this.person.refused, route);
  }

  /** Why a form or button is missing, in a sentence; undefined for what may be done. */
  refusal(route: string): string | undefined {
    const least = this.person?.refused[route];
    if (this.person === null || least === undefined) return undefined;
    return t('{who}. Your role is {title}.', {
      who: whoMay(least),
      title: ROLE_WORDS[this.person.role].title,
    });
  }
}

/** "Only a supervisor, a developer or an owner may" */
const whoMay = (least: Role): string => {
  const able = ROLES.slice(ROLES.indexOf(least)).map((role) => ROLE_WORDS[role].one);
  const list = new Intl.ListFormat(locale(), { type: 'disjunction' });
  return t('Only {roles} may do more here', { roles: list.format(able) });
};
