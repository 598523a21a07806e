import { html, type TemplateResult } from 'lit';
import { t } from '../language/text.js';

const SECRET_BYTES = 24;

/** A field for a signing secret, with a button that fills in a strong one. */
export const secretField = (label: string): TemplateResult =>
  html`<label class="grow"
      >${label} <input name="secret" required minlength="24" autocomplete="off" spellcheck="false"
    /></label>
    <button type="button" @click=${suggest}>${t('Suggest one')}</button>`;

/** Standard Webhooks' form: `whsec_` and base64. */
const suggest = (event: Event): void => {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const input = (event.target as HTMLElement).closest('form')?.elements.namedItem('secret');
  if (input instanceof HTMLInputElement) input.value = `whsec_${btoa(String.fromCharCode(...bytes))}`;
};
