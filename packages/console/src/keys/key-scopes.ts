import { html, type TemplateResult } from 'lit';

/** What a key may be limited to, in words. */
const SCOPE_WORDS: Readonly<Record<string, string>> = {
  analyze: 'analyze recordings',
  stream: 'stream calls',
  sessions: 'calls, outcomes, predictions, alerts',
  webhooks: 'webhooks',
  speakers: 'people’s voices and lines',
  models: 'models and training',
  keys: 'API keys',
  billing: 'wallet and usage',
  organization: 'export, retention, logs, deletion',
  members: 'members and their roles',
};

/** What a key is limited to. */
export const scopeText = (scopes: readonly string[] | undefined): string =>
  scopes === undefined ? 'everything' : scopes.map((scope) => SCOPE_WORDS[scope] ?? scope).join(', ');

/** Boxes for what a new key may do; none checked is everything that its maker may do. */
export const scopeBoxes = (): TemplateResult =>
  html`<fieldset class="choices">
    <legend>Only for (none checked: everything that you may do)</legend>
    ${Object.entries(SCOPE_WORDS).map(
      ([scope, title]) => html`<label><input type="checkbox" name="scopes" value=${scope} />${title}</label>`,
    )}
  </fieldset>`;
