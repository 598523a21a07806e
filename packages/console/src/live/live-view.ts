import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Session, SessionListItem } from '@undertone/sdk';
import { call, Problem } from '../api/call.js';
import { formatDate, formatMoment } from '../shell/format.js';
import { View } from '../shell/view.js';
import { alertWord, LANGUAGE } from '../words/words.js';
import { nameOf } from '../sessions/call-name.js';
import { Chime } from './chime.js';
import { type AlertedCall, byHeat, goneFrom, lineOf, newsOf } from './live-calls.js';
import { t } from '../language/text.js';

const REFRESH_MS = 2_000;
/** More than anybody can follow. The hottest of them are first. */
const MOST = 100;
const ALERTS_KEPT = 5;

/** An alert that came while the page was open. */
interface Told extends AlertedCall {
  readonly at: string;
}

/** Calls that are going on, the most heated first, with their alerts; and one of them closely. */
export class LiveView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    chosen: { attribute: false },
    calls: { state: true },
    told: { state: true },
    chime: { state: true },
    mood: { state: true },
  };

  /** The id of the call that is watched. */
  declare chosen: string | undefined;
  /** Undefined until the first list came. */
  declare private calls: readonly SessionListItem[] | undefined;
  declare private told: readonly Told[];
  /** Undefined while alerts are silent. */
  declare private chime: Chime | undefined;
  /** What the panel says of the watched call. */
  declare private mood: { readonly id: string; readonly word: string } | undefined;

  /** When the newest list came, ISO 8601. */
  private listedAt = '';

  constructor() {
    super();
    this.chosen = undefined;
    this.calls = undefined;
    this.told = [];
    this.chime = undefined;
    this.mood = undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.chime?.stop();
    this.chime = undefined;
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const path = `/v1/sessions?state=live,paused&limit=${MOST}`;
    const { sessions } = await call<{ sessions: SessionListItem[] }>('GET', path, undefined, signal);
    const gone = await ended(goneFrom(this.calls, sessions), signal);
    const news = newsOf(this.calls, sessions, gone);
    this.calls = [...sessions].sort(byHeat);
    this.listedAt = new Date().toISOString();
    if (news.text !== '') this.announce(news.text);
    if (news.alerted.length === 0) return;
    this.chime?.ring();
    const at = new Date().toISOString();
    const told = news.alerted.map((alerted) => ({ ...alerted, at }));
    this.told = [...told, ...this.told].slice(0, ALERTS_KEPT);
  }

  protected override get refreshMs(): number {
    return REFRESH_MS;
  }

  /** Whoever wants to hear alerts hears them while another tab is in front, too. */
  protected override get refreshesHidden(): boolean {
    return this.chime !== undefined;
  }

  protected override render(): TemplateResult {
    return html`
      <div class="row">
        <h1 class="grow" tabindex="-1">${t('Live')}</h1>
        <button type="button" aria-pressed=${this.chime !== undefined} @click=${this.toggleSound}>
          ${t('Sound for alerts')}
        </button>
      </div>
      ${this.problems()} ${this.alerts()}
      <div class="live">
        ${this.calls === undefined ? nothing : this.list(this.calls)}
        ${this.chosen === undefined ? nothing : this.watched(this.chosen)}
      </div>
    `;
  }

  private alerts(): TemplateResult | typeof nothing {
    if (this.told.length === 0) return nothing;
    return html`<section class="card alarm" aria-labelledby="told-title">
      <h2 id="told-title">${t('Alerts since you came')}</h2>
      <ul class="stack">
        ${this.told.map(
          ({ id, name, types, isOver, at }) =>
            html`<li>
              <a href=${isOver ? `#sessions/${encodeURIComponent(id)}` : placeOf(id)}><bdi>${name}</bdi></a
              >: ${types.map(alertWord).join(', ')}
              <span class="quiet">${isOver ? `${t('The call is over.')} ` : ''}${formatDate(at)}</span>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  private list(calls: readonly SessionListItem[]): TemplateResult {
    if (calls.length === 0) {
      // While the relay cannot be asked, nobody knows.
      if (this.isStale) return html``;
      return html`<p class="card quiet">
        ${t('No call is going on. A call appears here by itself when it starts.')}
      </p>`;
    }
    return html`<ol class="card calls" aria-label=${t('Live calls')}>
      ${this.isStale ? html`<li class="quiet">${t('As it was at {at}.', { at: formatMoment(this.listedAt) })}</li>` : nothing}
      ${repeat(
        calls,
        ({ id }) => id,
        (each) =>
          html`<li class="live-call ${each.overview.open_alerts > 0 ? 'alarmed' : ''}">
            <a href=${placeOf(each.id)} aria-current=${each.id === this.chosen ? 'true' : nothing}
              ><bdi>${nameOf(each)}</bdi></a
            >
            <span>${lineOf(each, this.mood?.id === each.id ? this.mood.word : undefined)}</span>
            <span class="quiet">
              ${each.overview.agent === null ? '' : `${each.overview.agent}, `}${t('since {at}', { at: formatDate(each.created_at) })}
            </span>
          </li>`,
      )}
    </ol>`;
  }

  private watched(id: string): TemplateResult {
    const told = this.calls?.find((each) => each.id === id);
    return html`${keyed(
      id,
      html`<ut-watched
        .sessionId=${id}
        .title=${told === undefined ? id : nameOf(told)}
        .announce=${this.announce}
        .sounds=${(word: string | undefined) => (this.mood = word === undefined ? undefined : { id, word })}
      ></ut-watched>`,
    )}`;
  }

  private readonly toggleSound = (): void => {
    const { chime } = this;
    if (chime !== undefined) {
      this.chime = undefined;
      void chime.stop();
      return;
    }
    void this.run(async () => {
      const made = new Chime();
      await made.start();
      // So that whoever switched it on knows how an alert sounds.
      made.ring();
      this.chime = made;
    });
  };
}

const placeOf = (id: string): string => `#live/${encodeURIComponent(id)}`;

/**
 * Calls that left the list, as they ended; without those that somebody deleted. One after another: each is a request, and they count
 * against the organization's limits.
 * @throws Problem; what an abort throws
 */
const ended = async (gone: readonly SessionListItem[], signal: AbortSignal): Promise<Session[]> => {
  const found: Session[] = [];
  for (const { id } of gone) {
    const path = `/v1/sessions/${encodeURIComponent(id)}?language=${LANGUAGE}`;
    try {
      found.push((await call<{ session: Session }>('GET', path, undefined, signal)).session);
    } catch (error) {
      if (!(error instanceof Problem) || (error.status !== 403 && error.status !== 404)) throw error;
    }
  }
  return found;
};
