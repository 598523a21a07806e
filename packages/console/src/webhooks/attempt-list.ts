import { html, nothing, type TemplateResult } from 'lit';
import type { WebhookDelivery } from '@undertone/sdk';
import { formatDate } from '../shell/format.js';
import { t } from '../language/text.js';

type Attempt = WebhookDelivery['attempts'][number];

/**
 * What was sent and what each attempt brought. The answers come from a stranger's server: they are text in the page, whatever
 * they hold.
 * @param payload undefined until it was fetched
 */
export const attemptList = (
  { attempts, next_attempt_at: next, event_id: eventId }: WebhookDelivery,
  payload: string | undefined,
): TemplateResult =>
  html`<div class="stack">
    <p class="quiet">
      <code>${eventId}</code>${next === null ? '' : t(', next attempt {next}', { next: formatDate(next) })}
    </p>
    ${payload === undefined ? nothing : text(t('Sent'), indented(payload))}
    ${attempts.length === 0 ? html`<p class="quiet">${t('No attempt was made yet.')}</p>` : attempts.map(attemptBlock)}
  </div>`;

const attemptBlock = (attempt: Attempt): TemplateResult => {
  const { number, attempted_at: at, latency_ms: latencyMs, response_code: code, error } = attempt;
  const outcome = code === null ? (error?.message ?? '') : t('answered {code}', { code });
  return html`<p>
      ${t('Attempt {number}, {at}: {outcome}', { number, at: formatDate(at), outcome })}
      <span class="quiet">${Math.round(latencyMs)} ms</span>
    </p>
    ${answer(attempt)}`;
};

const answer = ({
  number,
  response_body: body,
  response_truncated: cut,
}: Attempt): TemplateResult | typeof nothing => {
  if (body === null) return nothing;
  if (body === '') return html`<p class="quiet">${t('The answer was empty.')}</p>`;
  const title = t('Answer to attempt {number}', { number });
  return html`${text(title, body)}${
    cut ? html`<p class="quiet">${t('Only the beginning of the answer is kept.')}</p>` : nothing
  }`;
};

const text = (title: string, shown: string): TemplateResult =>
  html`<div class="code">
    <span class="quiet">${title}</span>
    <pre tabindex="0" role="group" aria-label=${title}><code>${shown}</code></pre>
  </div>`;

/** What is signed has no spaces; people read it with them. */
const indented = (json: string): string => JSON.stringify(JSON.parse(json), undefined, 2);
