import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { allowed } from '../api/allowed.js';
import { call } from '../api/call.js';
import { csvLink, csvOf } from '../overview/csv.js';
import { formatDuration, formatNumber } from '../shell/format.js';
import { View } from '../shell/view.js';
import { budgetBanner, budgetCard, type BudgetLimit, type Budgets, readLimit } from './budget.js';
import {
  byKind,
  type Days,
  daysOf,
  kindWord,
  lastDays,
  loadUsage,
  money,
  type Price,
  type UsageRow,
  type Wallet,
} from './wallet.js';
import { locale } from '../language/language.js';
import { t } from '../language/text.js';

const DEFAULT_DAYS = 30;
const MOST_ROWS = 500;
/** Colors of the charts that no emotion has a claim to here. */
const COLORS: Readonly<Record<string, string>> = { stream: 'plain', analysis: 'pleased', fine_tune: 'tense' };
const day = new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' });

interface KeyName {
  readonly id: string;
  readonly name: string;
}

/** The available amount, the amount reserved for running work, limits, and how credits were used, in money where it has a price. */
export class WalletView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    wallet: { state: true },
    budgets: { state: true },
    price: { state: true },
    usage: { state: true },
    days: { state: true },
    keys: { state: true },
  };

  declare private wallet: Wallet | undefined;
  declare private budgets: Budgets | undefined;
  declare private price: Price | null;
  declare private usage: readonly UsageRow[];
  declare private days: Days;
  declare private keys: readonly KeyName[];

  constructor() {
    super();
    this.wallet = undefined;
    this.budgets = undefined;
    this.price = null;
    this.usage = [];
    this.days = lastDays(DEFAULT_DAYS, Date.now());
    this.keys = [];
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const [{ wallet, price }, budgets, usage, named] = await Promise.all([
      call<{ wallet: Wallet; price: Price | null }>('GET', '/v1/wallet', undefined, signal),
      call<Budgets>('GET', '/v1/wallet/budgets', undefined, signal),
      loadUsage(this.days, signal),
      allowed(call<{ api_keys: KeyName[] }>('GET', '/v1/api-keys', undefined, signal)),
    ]);
    this.wallet = wallet;
    this.price = price;
    this.budgets = budgets;
    this.usage = usage;
    this.keys = named?.api_keys ?? [];
  }

  protected override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">${t('Wallet and usage')}</h1>
      ${this.problems()} ${this.budgets === undefined ? nothing : budgetBanner(this.budgets, this.price)}
      ${this.wallet === undefined ? nothing : this.figures(this.wallet)} ${this.range()}
      ${this.loaded ? this.charges() : nothing}
      ${this.budgets === undefined ? nothing : this.limits(this.budgets)}
    `;
  }

  private figures({ available, held, balance }: Wallet): TemplateResult {
    const spent = this.usage.reduce((sum, { credits }) => sum + credits, 0);
    const line = (title: string, credits: number, text: string): TemplateResult => {
      const cost = money(credits, this.price);
      return html`<div>
        <dt>${title}</dt>
        <dd>${text}${cost === undefined ? nothing : html` <span class="quiet">${cost}</span>`}</dd>
      </div>`;
    };
    return html`<dl class="card figures">
      ${line(t('Available'), available.credits, formatDuration(available.seconds))}
      ${line(t('Held for work under way'), held.credits, formatDuration(held.seconds))}
      ${line(t('Balance'), balance.credits, t('{credits} credits', { credits: formatNumber(balance.credits) }))}
      ${line(t('Used in these days'), spent, t('{spent} credits', { spent: formatNumber(spent) }))}
    </dl>`;
  }

  private range(): TemplateResult {
    return html`<form class="card row" aria-label=${t('Range')} @submit=${this.choose} @change=${this.choose}>
      <label>${t('From')} <input name="from" type="date" required .value=${this.days.from} /></label>
      <label>${t('To')} <input name="to" type="date" required .value=${this.days.to} /></label>
      <p class="quiet">
        ${t('Days are in UTC. One credit is one second of audio.')}
        ${this.price === null ? '' : t('A minute costs {money}.', { money: money(60, this.price) ?? '' })}
      </p>
    </form>`;
  }

  private charges(): TemplateResult {
    if (this.usage.length === 0)
      return html`<p class="card quiet">${t('Nothing was used in these days.')}</p>`;
    const days = daysOf(this.days);
    const kinds = byKind(this.usage, days);
    return html`<ut-bars
        .heading=${t('Credits by day')}
        .file=${'usage-by-day'}
        .periods=${days.map((each) => day.format(new Date(`${each}T00:00:00Z`)))}
        .series=${kinds.map(({ kind, credits }) => ({
          title: kindWord(kind),
          kind: COLORS[kind] ?? 'unsure',
          values: credits,
        }))}
        .unit=${''}
      ></ut-bars>
      <section class="card" aria-labelledby="usage-title">
        <h2 id="usage-title">${t('By day, kind and key')}</h2>
        <div class="scroll tall" role="group" aria-labelledby="usage-title" tabindex="0">
          <table>
            <thead>
              <tr>
                <th scope="col">${t('Day (UTC)')}</th>
                <th scope="col">${t('Kind')}</th>
                <th scope="col">${t('Key')}</th>
                <th scope="col">${t('Credits')}</th>
                ${this.price === null ? nothing : html`<th scope="col">${t('Cost')}</th>`}
              </tr>
            </thead>
            <tbody>
              ${this.usage.slice(0, MOST_ROWS).map((row) => this.row(row))}
            </tbody>
          </table>
        </div>
        ${
          this.usage.length > MOST_ROWS
            ? html`<p class="quiet">
                ${t('The newest {most} rows; the file has all {length}.', { most: MOST_ROWS, length: this.usage.length })}
              </p>`
            : nothing
        }
        ${this.file()}
      </section>`;
  }

  private row({ day: on, kind, key_id: keyId, credits }: UsageRow): TemplateResult {
    return html`<tr>
      <th scope="row">${on}</th>
      <td>${kindWord(kind)}</td>
      <td>${this.keyName(keyId)}</td>
      <td class="number">${formatNumber(credits)}</td>
      ${this.price === null ? nothing : html`<td class="number">${money(credits, this.price)}</td>`}
    </tr>`;
  }

  private keyName(keyId: string | null): string {
    if (keyId === null) return t('no key');
    // A key that was revoked has no name any more.
    return this.keys.find(({ id }) => id === keyId)?.name ?? keyId;
  }

  private file(): TemplateResult {
    const { price } = this;
    const head = ['day', 'kind', 'key', 'credits', ...(price === null ? [] : [`cost ${price.currency}`])];
    const rows = this.usage.map(({ day: on, kind, key_id: keyId, credits }) => [
      on,
      kind,
      this.keyName(keyId),
      credits,
      ...(price === null ? [] : [Math.round((credits / 60) * price.per_minute * 1e6) / 1e6]),
    ]);
    return csvLink('usage', t('by day, kind and key'), csvOf(head, rows));
  }

  private limits({ budgets }: Budgets): TemplateResult {
    return budgetCard({
      budgets,
      price: this.price,
      busy: this.busy,
      add: (event) => {
        event.preventDefault();
        const form = event.target as HTMLFormElement;
        this.put([...budgets, readLimit(form)], t('The limit was set'), () => form.reset());
      },
      remove: ({ id }) =>
        this.put(
          budgets.filter((budget) => budget.id !== id),
          t('The limit was removed'),
        ),
    });
  }

  /** All limits are written at once, as the API has it. */
  private put(limits: readonly BudgetLimit[], said: string, done?: () => void): void {
    void this.run(async () => {
      const budgets = limits.map(({ kind, credits }) => ({ kind, credits }));
      this.budgets = await call<Budgets>('PUT', '/v1/wallet/budgets', { budgets });
      done?.();
      this.announce(said);
    });
  }

  private readonly choose = (event: Event): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    if (!form.checkValidity()) return;
    const dayIn = (name: string): string => (form.elements.namedItem(name) as HTMLInputElement).value;
    this.days = { from: dayIn('from'), to: dayIn('to') };
    void this.reload().then((arrived) => {
      if (arrived) this.announce(t('The usage is up to date'));
    });
  };
}
