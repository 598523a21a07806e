import { html, nothing, type TemplateResult, type PropertyDeclarations } from 'lit';
import { call } from '../api/call.js';
import { formatDuration, formatNumber } from '../shell/format.js';
import { View } from '../shell/view.js';
import { dayChart, type DayTotal } from './day-chart.js';
import { type UsageRow, type Wallet, wholeDays } from './wallet.js';

/** The available amount, the amount reserved for running work, and how credits were used. */
export class WalletView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    wallet: { state: true },
    usage: { state: true },
  };

  declare private wallet: Wallet | undefined;
  declare private usage: readonly UsageRow[];

  constructor() {
    super();
    this.wallet = undefined;
    this.usage = [];
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const [{ wallet }, { usage }] = await Promise.all([
      call<{ wallet: Wallet }>('GET', '/v1/wallet', undefined, signal),
      call<{ usage: UsageRow[] }>('GET', '/v1/usage?limit=1000', undefined, signal),
    ]);
    this.wallet = wallet;
    this.usage = usage;
  }

  protected override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">Wallet and usage</h1>
      ${this.problems()} ${this.wallet === undefined ? nothing : this.figures(this.wallet)}
      ${this.usage.length === 0 ? this.empty() : this.charges(wholeDays(this.usage))}
    `;
  }

  private figures({ available, held, balance }: Wallet): TemplateResult {
    return html`<dl class="card figures">
      <div>
        <dt>Available</dt>
        <dd>${formatDuration(available.seconds)}</dd>
      </div>
      <div>
        <dt>Held for work under way</dt>
        <dd>${formatDuration(held.seconds)}</dd>
      </div>
      <div>
        <dt>Balance</dt>
        <dd>${formatNumber(balance.credits)} credits</dd>
      </div>
    </dl>`;
  }

  private empty(): TemplateResult | typeof nothing {
    return this.loaded
      ? html`<p class="card quiet">Nothing was used yet. One credit is one second of audio.</p>`
      : nothing;
  }

  private charges(days: readonly DayTotal[]): TemplateResult {
    return html`<section class="card" aria-labelledby="usage-title">
      <h2 id="usage-title">Audio by day</h2>
      ${dayChart(days)}
      <div class="scroll" role="group" aria-label="Credits by day, kind and key" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col">Kind</th>
              <th scope="col">Key</th>
              <th scope="col">Credits</th>
            </tr>
          </thead>
          <tbody>
            ${this.usage.map(
              ({ day, kind, key_id: keyId, credits }) =>
                html`<tr>
                  <th scope="row">${day}</th>
                  <td>${kind}</td>
                  <td><code>${keyId ?? '–'}</code></td>
                  <td class="number">${formatNumber(credits)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
  }
}
