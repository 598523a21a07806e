import { html, type TemplateResult } from 'lit';
import { formatDate } from '../shell/format.js';
import type { Invited } from './member.js';

/** A new link, shown once. */
export const invitationCard = (
  { member, invitation }: Invited,
  copy: (url: string) => void,
  done: () => void,
): TemplateResult =>
  html`<section class="card notice" aria-labelledby="invitation-title">
    <h2 id="invitation-title" tabindex="-1">A link for ${member.name ?? member.email}</h2>
    <p>
      Hand it over yourself: who opens it becomes this member. It works once, until
      ${formatDate(invitation.expires_at)}, and is shown only now.
    </p>
    <div class="row">
      <code class="grow secret">${invitation.url}</code>
      <button type="button" @click=${() => copy(invitation.url)}>Copy</button>
      <button type="button" @click=${done}>Done</button>
    </div>
  </section>`;
