import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { type Person, ROLE_WORDS } from './person.js';
import { PAGES, type Place, titleOf } from './place.js';
import type { Rights } from './rights.js';
import { t } from '../language/text.js';

/** What the app gives to its pages. */
export interface Shell {
  readonly announce: (text: string) => void;
  readonly rights: Rights;
  readonly person: Person | null;
}

/** A view loads its data when it appears. Therefore each item gets its own view. */
export const pageView = (place: Place, { announce, rights, person }: Shell): unknown => {
  const { page, item, query } = place;
  if (!rights.may(PAGES.find(({ path }) => path === page)?.needs ?? '')) return beyond(place, person);
  switch (page) {
    case 'overview':
      return html`<ut-overview .announce=${announce} .rights=${rights}></ut-overview>`;
    case 'try':
      return html`<ut-playground .announce=${announce} .rights=${rights}></ut-playground>`;
    case 'live':
      return html`<ut-live .announce=${announce} .rights=${rights} .chosen=${item}></ut-live>`;
    case 'sessions':
      return item === undefined
        ? html`<ut-sessions .announce=${announce} .rights=${rights} .asked=${query}></ut-sessions>`
        : keyed(
            item,
            html`<ut-session .announce=${announce} .rights=${rights} .sessionId=${item}></ut-session>`,
          );
    case 'predictions':
      return html`<ut-predictions .announce=${announce} .rights=${rights}></ut-predictions>`;
    case 'people':
      return html`<ut-people .announce=${announce} .rights=${rights}></ut-people>`;
    case 'models':
      return item === undefined
        ? html`<ut-models .announce=${announce} .rights=${rights}></ut-models>`
        : keyed(item, html`<ut-job .announce=${announce} .rights=${rights} .jobId=${item}></ut-job>`);
    case 'keys':
      return html`<ut-keys .announce=${announce} .rights=${rights}></ut-keys>`;
    case 'webhooks':
      return html`<ut-webhooks .announce=${announce} .rights=${rights} .asked=${query}></ut-webhooks>`;
    case 'rules':
      return html`<ut-rules .announce=${announce} .rights=${rights}></ut-rules>`;
    case 'settings':
      return html`<ut-settings .announce=${announce} .rights=${rights}></ut-settings>`;
    case 'wallet':
      return html`<ut-wallet .announce=${announce} .rights=${rights}></ut-wallet>`;
    case 'members':
      return item === undefined
        ? html`<ut-members .announce=${announce} .rights=${rights} .person=${person}></ut-members>`
        : keyed(
            item,
            html`<ut-member
              .announce=${announce}
              .rights=${rights}
              .person=${person}
              .memberId=${item}
            ></ut-member>`,
          );
    case 'log':
      if (item === 'audit' && !rights.may('GET /v1/audit')) return beyond(place, person);
      return item === 'audit'
        ? html`<ut-audit
            .announce=${announce}
            .rights=${rights}
            .person=${person}
            .asked=${query}
          ></ut-audit>`
        : html`<ut-requests
            .announce=${announce}
            .rights=${rights}
            .person=${person}
            .asked=${query}
          ></ut-requests>`;
    case 'account':
      return person === null
        ? beyond(place, person)
        : html`<ut-member
            .announce=${announce}
            .rights=${rights}
            .person=${person}
            .memberId=${person.id}
          ></ut-member>`;
    default:
      return page satisfies never;
  }
};

/** The relay refuses it too; this only says so before. */
const beyond = (place: Place, person: Person | null): TemplateResult => {
  const role = person === null ? undefined : ROLE_WORDS[person.role];
  return html`<section class="stack">
    <h1 tabindex="-1">${titleOf(place)}</h1>
    <p class="card">
      ${
        role === undefined
          ? t('An API key is nobody: this page is for members.')
          : t('The role {title} does not reach this page. An owner can give you another one.', {
              title: role.title,
            })
      }
    </p>
  </section>`;
};
