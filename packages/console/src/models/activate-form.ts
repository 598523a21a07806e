import { html, nothing, type TemplateResult } from 'lit';
import type { FineTuneReport, Model } from '@undertone/sdk';
import { VERTICALS, verticalWord } from '../words/words.js';
import { gainSentence, gainTable } from './gain-table.js';
import { t } from '../language/text.js';

interface ActivateForm {
  readonly model: Model;
  /** Null for the base model, which is what others are compared with. */
  readonly report: FineTuneReport | null;
  readonly busy: boolean;
  /** @param vertical undefined: every vertical that has no model of its own */
  readonly activate: (vertical: string | undefined) => void;
  readonly cancel: () => void;
}

const EVERYWHERE = 'everywhere';

/** Before a model is used: what it gains and loses by emotion, and where it shall be used. Nothing is chosen beforehand. */
export const activateForm = ({ model, report, busy, activate, cancel }: ActivateForm): TemplateResult =>
  html`<section class="card notice" aria-labelledby="activate-title">
    <h2 id="activate-title" tabindex="-1">${t('Use {model}?', { model: model.model })}</h2>
    ${report === null ? nothing : gains(report)}
    <form
      class="row"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const chosen = new FormData(event.target as HTMLFormElement).get('vertical');
        if (typeof chosen === 'string') activate(chosen === EVERYWHERE ? undefined : chosen);
      }}
    >
      <label
        >${t('Use it for')}
        <select name="vertical" required>
          <option value="">${t('choose')}</option>
          ${
            model.vertical === null
              ? html`<option value=${EVERYWHERE}>${t('every vertical without a model of its own')}</option>`
              : nothing
          }
          ${Object.keys(VERTICALS)
            .filter((vertical) => model.vertical === null || model.vertical === vertical)
            .map(
              (vertical) =>
                html`<option value=${vertical}>
                  ${t('{vertical} only', { vertical: verticalWord(vertical) })}
                </option>`,
            )}
        </select></label
      >
      <button class="main" aria-disabled=${busy}>${t('Use it')}</button>
      <button type="button" @click=${cancel}>${t('Leave it as it is')}</button>
    </form>
    <p class="quiet">${t('One click goes back to what was used before.')}</p>
  </section>`;

const gains = ({ evaluation, base_set: elsewhere, labels, verdict }: FineTuneReport): TemplateResult => {
  const kept = labels.filter(({ kind }) => kind === 'kept').map(({ name }) => name);
  return html`<p>${verdict}</p>
    <p>
      ${t('On your recordings that it never heard: {evaluation}', { evaluation: gainSentence(evaluation) })}
    </p>
    ${gainTable(t('On your recordings that it never heard'), evaluation)}
    ${
      elsewhere === undefined || elsewhere === null
        ? html`<p class="quiet">${t('It was not compared on other people’s speech.')}</p>`
        : html`<p>${t('On other people’s speech: {elsewhere}', { elsewhere: gainSentence(elsewhere) })}</p>
            ${gainTable(t('On other people’s speech: what it gains and loses there'), elsewhere)}`
    }
    ${
      kept.length === 0
        ? nothing
        : html`<p class="quiet">
            ${t('Your samples lack {labels}: those stay the base model’s.', { labels: kept.join(', ') })}
          </p>`
    }`;
};
