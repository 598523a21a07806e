import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { formatDate, formatNumber } from '../shell/format.js';
import { textOf } from '../shell/form-text.js';
import { money, type Price } from './wallet.js';
import { t } from '../language/text.js';

type BudgetKind = 'spent_in_month' | 'balance_below';

/** A limit that is told of and stops nothing. */
export interface BudgetLimit {
  readonly kind: BudgetKind;
  readonly credits: number;
}

interface Budget extends BudgetLimit {
  readonly id: string;
  /** Whether it is so now. */
  readonly crossed: boolean;
  /** When it was told of last. */
  readonly reached: { readonly at: string } | null;
}

export interface Budgets {
  readonly spent_credits: number;
  readonly balance_credits: number;
  readonly budgets: readonly Budget[];
}

const KINDS: Readonly<Record<BudgetKind, string>> = {
  spent_in_month: t('what is spent in a month reaches'),
  balance_below: t('the balance falls under'),
};

const amount = (credits: number, price: Price | null): string => {
  const cost = money(credits, price);
  return `${t('{credits} credits', { credits: formatNumber(credits) })}${cost === undefined ? '' : ` (${cost})`}`;
};

const limitWords = ({ kind, credits }: BudgetLimit, price: Price | null): string =>
  kind === 'spent_in_month'
    ? t('{credits} spent in a month', { credits: amount(credits, price) })
    : t('A balance under {credits}', { credits: amount(credits, price) });

/** What is crossed now, above everything else on the page. */
export const budgetBanner = (budgets: Budgets, price: Price | null): TemplateResult | typeof nothing => {
  const crossed = budgets.budgets.filter((budget) => budget.crossed);
  if (crossed.length === 0) return nothing;
  const isNow = ({ kind }: Budget): string =>
    kind === 'spent_in_month'
      ? t('{credits} are spent since the month began', { credits: amount(budgets.spent_credits, price) })
      : t('{credits} are left', { credits: amount(budgets.balance_credits, price) });
  return html`<section class="card notice" aria-labelledby="crossed-title">
    <h2 id="crossed-title">
      ${crossed.length === 1 ? t('A limit is reached') : t('{length} limits are reached', { length: crossed.length })}
    </h2>
    <ul class="stack" aria-labelledby="crossed-title">
      ${crossed.map((budget) => html`<li>${limitWords(budget, price)}: ${isNow(budget)}.</li>`)}
    </ul>
    <p class="quiet">${t('Work goes on as long as there are credits.')}</p>
  </section>`;
};

interface BudgetCard {
  readonly budgets: readonly Budget[];
  readonly price: Price | null;
  readonly busy: boolean;
  readonly add: (event: SubmitEvent) => void;
  readonly remove: (budget: Budget) => void;
}

/** The limits, and a form for one more. */
export const budgetCard = ({ budgets, price, busy, add, remove }: BudgetCard): TemplateResult =>
  html`<section class="card" aria-labelledby="budgets-title">
    <h2 id="budgets-title">${t('Limits')}</h2>
    <p class="quiet">
      ${t('This page and a webhook’s event tell when one is reached, once in a calendar month (UTC):')}
      <code>wallet.budget_reached</code>
    </p>
    ${budgets.length === 0 ? html`<p class="quiet">${t('No limit is set.')}</p>` : nothing}
    <ul class="stack" aria-labelledby="budgets-title">
      ${repeat(
        budgets,
        ({ id }) => id,
        (budget) =>
          html`<li class="row">
            <span class="grow">
              ${limitWords(budget, price)}
              ${
                budget.reached === null
                  ? nothing
                  : html`<br /><span class="quiet"
                        >${t('Last told of {at}', { at: formatDate(budget.reached.at) })}</span
                      >`
              }
            </span>
            <button type="button" class="danger" aria-disabled=${busy} @click=${() => remove(budget)}>
              ${t('Remove')}<span class="unseen"> ${limitWords(budget, price)}</span>
            </button>
          </li>`,
      )}
    </ul>
    ${form(busy, add)}
  </section>`;

const form = (busy: boolean, add: (event: SubmitEvent) => void): TemplateResult =>
  html`<form class="row" aria-label=${t('New limit')} @submit=${add}>
    <label
      >${t('Tell when')}
      <select name="kind">
        ${Object.entries(KINDS).map(([kind, words]) => html`<option value=${kind}>${words}</option>`)}
      </select></label
    >
    <label
      >${t('So many credits')} <input name="credits" type="number" min="1" step="1" max="9007199254" required
    /></label>
    <button class="main" aria-disabled=${busy}>${t('Set limit')}</button>
  </form>`;

export const readLimit = (element: HTMLFormElement): BudgetLimit => {
  const fields = new FormData(element);
  return {
    kind: textOf(fields, 'kind') === 'balance_below' ? 'balance_below' : 'spent_in_month',
    credits: Number(textOf(fields, 'credits')),
  };
};
