import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { WebhookDelivery } from '@undertone/sdk';
import { call } from '../api/call.js';
import { choose } from '../shell/choose.js';
import { formatDate } from '../shell/format.js';
import { View } from '../shell/view.js';
import { attemptList } from './attempt-list.js';
import { askedOf, requestFor } from './delivery-query.js';
import { DELIVERY_STATES, EVENT_TYPES, type Webhook } from './webhook.js';
import { t } from '../language/text.js';
import { deliveryStateWord } from '../words/state-words.js';

const REFRESH_MS = 3_000;
const PAGE = 20;

interface DeliveryPage {
  readonly deliveries: readonly WebhookDelivery[];
  readonly next_cursor: string | null;
}

/** Deliveries to all webhooks or some of them: what was sent, what was answered, and a button to send each again. */
export class DeliveriesView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    webhooks: { attribute: false },
    asked: { attribute: false },
    deliveries: { state: true },
    cursor: { state: true },
    payloads: { state: true },
  };

  declare webhooks: readonly Webhook[];
  declare asked: URLSearchParams;
  declare private deliveries: readonly WebhookDelivery[];
  declare private cursor: string | null;
  /** What was sent, by delivery: fetched when somebody looks. */
  declare private payloads: ReadonlyMap<string, string>;
  private shown = '';

  constructor() {
    super();
    this.webhooks = [];
    this.asked = new URLSearchParams();
    this.deliveries = [];
    this.cursor = null;
    this.payloads = new Map();
  }

  override connectedCallback(): void {
    this.shown = askedOf(this.asked).toString();
    super.connectedCallback();
  }

  /** As many as are shown, so that a refresh does not shorten the list. */
  protected override async load(signal: AbortSignal): Promise<void> {
    const limit = Math.min(100, Math.max(PAGE, this.deliveries.length));
    const path = requestFor(askedOf(this.asked), limit);
    const page = await call<DeliveryPage>('GET', path, undefined, signal);
    const rest = this.deliveries.slice(limit);
    this.deliveries = [...page.deliveries, ...rest];
    if (rest.length === 0) this.cursor = page.next_cursor;
  }

  /** Attempts continue while the view is open. */
  protected override get refreshMs(): number {
    return REFRESH_MS;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const next = askedOf(this.asked).toString();
    if (!changed.has('asked') || next === this.shown) return;
    this.shown = next;
    this.deliveries = [];
    void this.reload().then((arrived) => {
      if (arrived)
        this.announce(
          t(this.cursor === null ? 'Deliveries: {length}' : 'Deliveries: {length}, and more', {
            length: this.deliveries.length,
          }),
        );
    });
  }

  protected override render(): TemplateResult {
    return html`<section class="card" aria-labelledby="deliveries-title">
      <h2 id="deliveries-title" tabindex="-1">${t('Deliveries')}</h2>
      ${this.problems()} ${this.filters()} ${this.deliveries.length === 0 ? this.empty() : this.list()}
      ${this.moreButton(this.cursor, this.more)}
    </section>`;
  }

  private filters(): TemplateResult {
    const asked = askedOf(this.asked);
    const endpoints = this.webhooks.map(({ id, url }) => ({ value: id, title: url }));
    return html`<form class="row" role="search" aria-label=${t('Deliveries')} @change=${this.apply}>
      ${choose(t('Endpoint'), 'webhook_id', [{ value: '', title: t('all') }, ...endpoints], asked)}
      ${choose(
        t('Event'),
        'event_type',
        [{ value: '', title: t('any') }, ...EVENT_TYPES.map((value) => ({ value, title: value }))],
        asked,
      )}
      ${choose(
        t('State'),
        'status',
        [
          { value: '', title: t('any') },
          ...DELIVERY_STATES.map((value) => ({ value, title: deliveryStateWord(value) })),
        ],
        asked,
      )}
    </form>`;
  }

  private empty(): TemplateResult | typeof nothing {
    if (!this.loaded) return nothing;
    return html`<p class="quiet">
      ${this.shown === '' ? t('Nothing was sent yet.') : html`${t('Nothing fits.')} <a href="#webhooks">${t('Show all')}</a>`}
    </p>`;
  }

  private list(): TemplateResult {
    return html`<ol class="deliveries" aria-label=${t('Deliveries')}>
      ${repeat(
        this.deliveries,
        ({ id }) => id,
        (delivery) => this.row(delivery),
      )}
    </ol>`;
  }

  private row(delivery: WebhookDelivery): TemplateResult {
    const { id, event_id: eventId, status, attempts, created_at: at } = delivery;
    const url = this.webhooks.find((webhook) => webhook.id === delivery.webhook_id)?.url;
    const last = attempts.at(-1);
    return html`<li>
      <div class="row">
        <span class="badge ${status}">${deliveryStateWord(status)}</span>
        <code>${delivery.event_type}</code>
        <span class="quiet grow"
          >${formatDate(at)}${url === undefined ? '' : ` ${t('to {url}', { url })}`}</span
        >
        <span>${last === undefined ? t('not tried yet') : (last.response_code ?? last.error?.code)}</span>
        <button type="button" aria-disabled=${this.busy} @click=${() => this.redeliver(delivery)}>
          ${t('Send again')}<span class="unseen"> ${eventId}</span>
        </button>
      </div>
      <details @toggle=${(event: Event) => this.opened(delivery, event.target as HTMLDetailsElement)}>
        <summary>${t('What was sent and answered')}<span class="unseen"> ${eventId}</span></summary>
        ${attemptList(delivery, this.payloads.get(id))}
      </details>
    </li>`;
  }

  private opened({ id, webhook_id: webhookId }: WebhookDelivery, { open }: HTMLDetailsElement): void {
    if (!open || this.payloads.has(id)) return;
    void this.run(async () => {
      const path = `/v1/webhooks/${webhookId}/deliveries/${id}`;
      const { delivery } = await call<{ delivery: { payload: string } }>('GET', path);
      this.payloads = new Map(this.payloads).set(id, delivery.payload);
    });
  }

  /** Puts what the form asks for into the address; the list follows the address. */
  private readonly apply = (event: Event): void => {
    const asked = askedOf(new FormData(event.currentTarget as HTMLFormElement).entries()).toString();
    location.hash = asked === '' ? '#webhooks' : `#webhooks?${asked}`;
  };

  private readonly more = (): void => {
    void this.run(async () => {
      if (this.cursor === null) return;
      const page = await call<DeliveryPage>('GET', requestFor(askedOf(this.asked), PAGE, this.cursor));
      this.deliveries = [...this.deliveries, ...page.deliveries];
      this.cursor = page.next_cursor;
    });
  };

  private redeliver({ id, webhook_id: webhookId }: WebhookDelivery): void {
    void this.run(async () => {
      await call('POST', `/v1/webhooks/${webhookId}/deliveries/${id}/redeliver`);
      this.announce(t('It is sent again'));
      await this.reload();
    });
  }
}
