import { html, type TemplateResult } from 'lit';
import { t } from '../language/text.js';

/**
 * Code to take along.
 * @param copy copies the text; says so itself
 */
export const codeBlock = (title: string, code: string, copy: (code: string) => void): TemplateResult =>
  html`<div class="code">
    <pre tabindex="0" role="group" aria-label=${title}><code>${code}</code></pre>
    <button type="button" @click=${() => copy(code)}>
      ${t('Copy')}<span class="unseen"> ${title}</span>
    </button>
  </div>`;
