import { html, nothing, type TemplateResult } from 'lit';
import { dayWords } from '../sessions/transcript-reader.js';
import { t } from '../language/text.js';

/** What is proposed to an owner who switches it on. */
const PROPOSED_DAYS = 7;

/**
 * Whether what is said in calls is kept.
 * @param keptDays null: it is not kept
 * @param mostDays how long calls are kept; null: for ever
 * @param set called with the days that an owner chose; null to keep nothing
 */
export const transcriptSetting = (
  keptDays: number | null,
  mostDays: number | null,
  busy: boolean,
  set: (days: number | null) => void,
): TemplateResult => {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    set(Number(new FormData(event.target as HTMLFormElement).get('days')));
  };
  const proposed = Math.min(PROPOSED_DAYS, mostDays ?? PROPOSED_DAYS);
  return html`<section class="card" aria-labelledby="words-title">
    <h2 id="words-title">${t('What is said in calls')}</h2>
    <p>
      ${
        keptDays === null
          ? t('It is not kept: words that come with a call are passed on and forgotten.')
          : t('It is kept for {days} from when it was said, and at most as long as its call.', {
              days: dayWords(keptDays),
            })
      }
    </p>
    ${
      mostDays === 0
        ? html`<p class="quiet">
            ${t('Calls go as soon as they are over, and words with them: nothing can be kept.')}
          </p>`
        : html`<form class="row" @submit=${submit}>
            <label
              >${t('Days that words are kept')}
              <input
                name="days"
                type="number"
                min="1"
                max=${mostDays ?? 3660}
                required
                .value=${String(keptDays ?? proposed)}
            /></label>
            <button class="main" aria-disabled=${busy}>
              ${keptDays === null ? t('Keep words from now on') : t('Save days')}
            </button>
            ${
              keptDays === null
                ? nothing
                : html`<button type="button" class="danger" aria-disabled=${busy} @click=${() => set(null)}>
                    ${t('Keep no words')}
                  </button>`
            }
          </form>`
    }
    <p class="quiet">
      ${t('Tell your customers before you switch it on. A call’s page then shows who said what to supervisors, developers and owners. What comes while a payment is taken is not taken up. Words go with their call, with a person whose voice was recognized in it and is removed, and all of them within a minute after they are no longer wanted.')}
    </p>
  </section>`;
};
