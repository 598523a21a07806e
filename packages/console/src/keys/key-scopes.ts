import type { NewApiKey } from '@undertone/sdk';
import { html, type TemplateResult } from 'lit';
import { t } from '../language/text.js';

type Scope = NonNullable<NewApiKey['scopes']>[number];

/** What a key may be limited to, in words. */
const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  analyze: t('analyze recordings'),
  stream: t('stream calls'),
  sessions: t('calls, outcomes, predictions, alerts'),
  webhooks: t('webhooks'),
  speakers: t('people’s voices and lines'),
  models: t('models and training'),
  keys: t('API keys'),
  billing: t('wallet and usage'),
  organization: t('export, retention, logs, deletion'),
  members: t('members and their roles'),
};

/** What a key is limited to. */
export const scopeText = (scopes: readonly Scope[] | undefined): string =>
  scopes === undefined ? t('everything') : scopes.map((scope) => SCOPE_WORDS[scope]).join(', ');

/** Boxes for what a new key may do; none checked is everything that its maker may do. */
export const scopeBoxes = (): TemplateResult =>
  html`<fieldset class="choices">
    <legend>${t('Only for (none checked: everything that you may do)')}</legend>
    ${Object.entries(SCOPE_WORDS).map(
      ([scope, title]) => html`<label><input type="checkbox" name="scopes" value=${scope} />${title}</label>`,
    )}
  </fieldset>`;
