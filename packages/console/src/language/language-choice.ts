import { html, type TemplateResult } from 'lit';
import { changeLanguage } from './chosen-language.js';
import { language, LANGUAGES } from './language.js';
import { t } from './text.js';

/** The reader's language, in its own name. A change loads the page anew, and stays in this browser. */
export const languageChoice = (): TemplateResult =>
  html`<label class="language"
    ><span class="unseen">${t('Language of the console')}</span>
    <select
      @change=${(event: Event) => {
        const { value } = event.target as HTMLSelectElement;
        const next = LANGUAGES.find(({ code }) => code === value);
        if (next !== undefined) changeLanguage(next.code);
      }}
    >
      ${LANGUAGES.map(
        ({ code, title }) =>
          html`<option value=${code} lang=${code} ?selected=${code === language()}>${title}</option>`,
      )}
    </select></label
  >`;
