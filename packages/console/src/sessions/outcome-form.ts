import { html, type TemplateResult } from 'lit';
import type { Session, SessionOutcome } from '@undertone/sdk';
import { t } from '../language/text.js';

const QUESTIONS = [
  { name: 'escalated', title: t('Escalated') },
  { name: 'resolved', title: t('Resolved') },
  { name: 'churned', title: t('Churned') },
] as const;

/** How the conversation really ended. Predictions learn from it. A later answer replaces an earlier one. */
export const outcomeForm = (
  outcome: Session['outcome'],
  busy: boolean,
  saved: string,
  submit: (event: SubmitEvent) => void,
): TemplateResult =>
  html`<section class="card" aria-labelledby="outcome-title">
    <h2 id="outcome-title">${t('How it really ended')}</h2>
    <form class="row" @submit=${submit}>
      <label
        >${t('CSAT (1 to 5)')}
        <input
          name="csat"
          type="number"
          min="1"
          max="5"
          step="0.1"
          .value=${typeof outcome?.['csat'] === 'number' ? String(outcome['csat']) : ''}
      /></label>
      ${QUESTIONS.map(
        ({ name, title }) =>
          html`<label
            >${title}
            <select name=${name}>
              <option value="" ?selected=${typeof outcome?.[name] !== 'boolean'}>${t('not known')}</option>
              <option value="true" ?selected=${outcome?.[name] === true}>${t('yes')}</option>
              <option value="false" ?selected=${outcome?.[name] === false}>${t('no')}</option>
            </select></label
          >`,
      )}
      <button class="main" aria-disabled=${busy}>${t('Save outcome')}</button>
      <p class="saved" role="status">${saved}</p>
    </form>
  </section>`;

/** Converts the form to an outcome. Leaves out unknown answers. */
export const readOutcome = (form: HTMLFormElement): SessionOutcome => {
  const fields = new FormData(form);
  const csat = fields.get('csat');
  return {
    ...(typeof csat === 'string' && csat !== '' && { csat: Number(csat) }),
    ...Object.fromEntries(
      QUESTIONS.flatMap(({ name }) => {
        const answer = fields.get(name);
        return answer === 'true' || answer === 'false' ? [[name, answer === 'true']] : [];
      }),
    ),
  };
};
