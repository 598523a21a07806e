import { html, type TemplateResult } from 'lit';
import { formatDate } from '../shell/format.js';
import type { Invited } from './member.js';
import { t } from '../language/text.js';

/** A new link, shown once. */
export const invitationCard = (
  { member, invitation }: Invited,
  copy: (url: string) => void,
  done: () => void,
): TemplateResult =>
  html`<section class="card notice" aria-labelledby="invitation-title">
    <h2 id="invitation-title" tabindex="-1">
      ${t('A link for {name}', { name: member.name ?? member.email })}
    </h2>
    <p>
      ${t('Hand it over yourself: who opens it becomes this member. It works once, until {expires_at}, and is shown only now.', { expires_at: formatDate(invitation.expires_at) })}
    </p>
    <div class="row">
      <code class="grow secret">${invitation.url}</code>
      <button type="button" @click=${() => copy(invitation.url)}>${t('Copy')}</button>
      <button type="button" @click=${done}>${t('Done')}</button>
    </div>
  </section>`;
