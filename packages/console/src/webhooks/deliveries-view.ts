import { html, nothing, type TemplateResult, type PropertyDeclarations } from 'lit';
import { call } from '../api/call.js';
import { formatDate } from '../shell/format.js';
import { View } from '../shell/view.js';
import type { Delivery } from './webhook.js';

const REFRESH_MS = 3_000;

/** What was sent to one webhook, how each attempt went, and a button to send it again. */
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

  #timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // Attempts go on while one looks; a hidden page need not ask.
    this.#timer = setInterval(() => {
      if (!document.hidden && !this.busy) void this.run(() => this.load());
    }, REFRESH_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  protected override async load(): Promise<void> {
    const path = `/v1/webhooks/${this.webhookId}/deliveries`;
    this.deliveries = (await call<{ deliveries: Delivery[] }>('GET', path)).deliveries;
  }

  protected override render(): TemplateResult {
    if (this.deliveries.length === 0) {
      return html`<p class="problem" role="alert">${this.problem || nothing}</p>
        <p class="quiet">Nothing was sent yet.</p>`;
    }
    return html`<p class="problem" role="alert">${this.problem || nothing}</p>
      <div class="scroll">
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
            ${this.deliveries.map((delivery) => this.#row(delivery))}
          </tbody>
        </table>
      </div>`;
  }

  #row(delivery: Delivery): TemplateResult {
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
        <button type="button" ?disabled=${this.busy} @click=${() => this.#redeliver(delivery)}>
          Send again<span class="unseen"> ${delivery.event_id}</span>
        </button>
      </td>
    </tr>`;
  }

  #redeliver(delivery: Delivery): void {
    void this.run(async () => {
      await call('POST', `/v1/webhooks/${this.webhookId}/deliveries/${delivery.id}/redeliver`);
      this.announce('It is sent again');
      await this.load();
    });
  }
}
