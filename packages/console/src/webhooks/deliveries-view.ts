import { html, nothing, type TemplateResult, type PropertyDeclarations } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { call } from '../api/call.js';
import { formatDate } from '../shell/format.js';
import { View } from '../shell/view.js';
import type { Delivery } from './webhook.js';

const REFRESH_MS = 3_000;

/** The deliveries to one webhook, the result of each attempt, and a button to send each again. */
export class DeliveriesView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    webhookId: { attribute: false },
    deliveries: { state: true },
  };

  declare webhookId: string;
  declare private deliveries: readonly Delivery[];

  constructor() {
    super();
    this.webhookId = '';
    this.deliveries = [];
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const path = `/v1/webhooks/${this.webhookId}/deliveries`;
    this.deliveries = (await call<{ deliveries: Delivery[] }>('GET', path, undefined, signal)).deliveries;
  }

  /** Attempts continue while the view is open. */
  protected override get refreshMs(): number {
    return REFRESH_MS;
  }

  protected override render(): TemplateResult {
    return html`${this.problems()} ${this.deliveries.length === 0 ? this.empty() : this.table()}`;
  }

  private empty(): TemplateResult | typeof nothing {
    return this.loaded ? html`<p class="quiet">Nothing was sent yet.</p>` : nothing;
  }

  private table(): TemplateResult {
    return html`<div class="scroll" role="group" aria-label="Deliveries" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">State</th>
            <th scope="col">Attempts</th>
            <th scope="col">Next attempt</th>
            <th scope="col"><span class="unseen">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            this.deliveries,
            ({ id }) => id,
            (delivery) => this.row(delivery),
          )}
        </tbody>
      </table>
    </div>`;
  }

  private row(delivery: Delivery): TemplateResult {
    return html`<tr>
      <th scope="row">
        <code>${delivery.event_type}</code><br /><span class="quiet">${delivery.event_id}</span>
      </th>
      <td><span class="badge ${delivery.status}">${delivery.status}</span></td>
      <td>
        <ol class="attempts">
          ${delivery.attempts.map(
            ({ attempted_at: at, response_code: code, error, latency_ms: latencyMs }) =>
              html`<li>
                ${formatDate(at)}: ${code ?? error?.code}
                <span class="quiet">${Math.round(latencyMs)} ms</span>
              </li>`,
          )}
        </ol>
      </td>
      <td>${formatDate(delivery.next_attempt_at)}</td>
      <td>
        <button type="button" aria-disabled=${this.busy} @click=${() => this.redeliver(delivery)}>
          Send again<span class="unseen"> ${delivery.event_id}</span>
        </button>
      </td>
    </tr>`;
  }

  private redeliver(delivery: Delivery): void {
    void this.run(async () => {
      await call('POST', `/v1/webhooks/${this.webhookId}/deliveries/${delivery.id}/redeliver`);
      this.announce('It is sent again');
      await this.reload();
    });
  }
}
