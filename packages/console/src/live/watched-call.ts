import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { ObservedSession, SessionObserver } from '@undertone/client/observe';
import type { SessionState } from '@undertone/client';
import type { Session } from '@undertone/sdk';
import { call, Problem } from '../api/call.js';
import { forecast } from '../sessions/forecast.js';
import { View } from '../shell/view.js';
import { alertWord, clock, LANGUAGE } from '../words/words.js';
import { t } from '../language/text.js';

const REFRESH_MS = 2_000;

/** One live call closely: the agent's own panel, without its buttons, and what is expected of the call. */
export class WatchedCall extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    sessionId: { attribute: false },
    title: { attribute: false },
    sounds: { attribute: false },
    session: { state: true },
    observed: { state: true },
    words: { state: true },
    hasFailed: { state: true },
  };

  declare sessionId: string;
  /** What the call is called. It stays when the call has left the list. */
  declare title: string;
  /** Called with the panel's word for the mood. */
  declare sounds: (word: string | undefined) => void;
  declare private session: Session | undefined;
  declare private observed: ObservedSession | undefined;
  /** How the watching goes. */
  declare private words: string;
  /** The stream ended without the call's end. */
  declare private hasFailed: boolean;
  private observer: SessionObserver | undefined;
  /** No such call: it was deleted, or never was. */
  private isUnknown = false;

  constructor() {
    super();
    this.sessionId = '';
    this.title = '';
    this.sounds = () => undefined;
    this.session = undefined;
    this.observed = undefined;
    this.words = t('Joining the call…');
    this.hasFailed = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.watch();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer?.dispose();
    this.observer = undefined;
    this.sounds(undefined);
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const path = `/v1/sessions/${encodeURIComponent(this.sessionId)}?language=${LANGUAGE}`;
    try {
      this.session = (await call<{ session: Session }>('GET', path, undefined, signal)).session;
    } catch (error) {
      // Watching says it already, and what to do.
      if (!(error instanceof Problem) || !error.isNone) throw error;
      this.session = undefined;
      this.isUnknown = true;
    }
  }

  protected override get refreshMs(): number | undefined {
    const over = this.session?.state === 'ended' || this.session?.state === 'expired';
    return over || this.isUnknown ? undefined : REFRESH_MS;
  }

  protected override render(): TemplateResult {
    return html`<section class="card" aria-labelledby="watched-title">
        <div class="row">
          <h2 class="grow" id="watched-title" tabindex="-1">${this.title}</h2>
          ${
            this.hasFailed
              ? html`<button type="button" @click=${() => void this.watch()}>${t('Try again')}</button>`
              : nothing
          }
          <a href="#sessions/${encodeURIComponent(this.sessionId)}">${t('The whole call')}</a>
          <a href="#live">${t('Stop watching')}</a>
        </div>
        <p class="quiet" role="status">${this.words}</p>
        ${this.problems()}
        <undertone-panel
          ?hidden=${this.observed === undefined}
          .session=${this.observed}
          @undertone-mood=${({ detail: { moods } }: GlobalEventHandlersEventMap['undertone-mood']) =>
            this.sounds(moods[0]?.word)}
        ></undertone-panel>
      </section>
      ${this.session === undefined ? nothing : this.alerts(this.session)}
      ${this.session === undefined || this.session.utterance_count === 0 ? nothing : forecast(this.session, false)}`;
  }

  private alerts({ alerts }: Session): TemplateResult | typeof nothing {
    if (alerts.length === 0) return nothing;
    return html`<section class="card" aria-labelledby="watched-alerts">
      <h2 id="watched-alerts">${t('Alerts of this call')}</h2>
      <ul class="stack">
        ${alerts.map(
          ({ alert_type: type, raised_at_s: at, active, recommended_action: action }) =>
            html`<li>
              ${t('{type} at {at}', { type: alertWord(type), at: clock(at) })}${active ? '' : t(', over')}
              <span class="quiet">${action}</span>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /** The panel and the connection are loaded with the first call that is watched: no other page needs them. */
  private async watch(): Promise<void> {
    const [{ observe }] = await Promise.all([
      import('@undertone/client/observe'),
      import('@undertone/widget/define'),
    ]);
    if (isGone(this)) return;
    // A connection that failed may have failed for good.
    this.observer?.dispose();
    this.hasFailed = false;
    let token: string | undefined;
    try {
      token = await this.token();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Nobody may watch a call that is over, or that there never was.
      this.words = error.isNone ? NOT_LIVE : failureWords(error.code, error.text);
      this.hasFailed = true;
      return;
    }
    if (isGone(this)) return;
    this.observer = observe({
      // Each connection takes a token of its own.
      getToken: async () => {
        const next = token ?? (await this.token());
        token = undefined;
        return next;
      },
    });
    const observed = this.observer.watch(this.sessionId);
    observed.on('state', ({ to, code }) => {
      this.words = wordsFor(to, code);
      this.hasFailed = to.kind === 'failed';
      if (to.kind === 'ended' || to.kind === 'failed') this.sounds(undefined);
    });
    this.observed = observed;
  }

  /** @throws Problem */
  private async token(): Promise<string> {
    const path = `/v1/sessions/${encodeURIComponent(this.sessionId)}/watch?by=session&role=supervisor`;
    return (await call<{ token: string }>('GET', path)).token;
  }
}

/** A function, because the compiler does not know that the element may leave during an await. */
const isGone = (element: Element): boolean => !element.isConnected;

const NOT_LIVE = t('There is no live call of this name now.');

const wordsFor = (state: SessionState, code: string): string => {
  switch (state.kind) {
    case 'idle':
    case 'starting':
    case 'connecting':
      return t('Joining the call…');
    case 'live':
      return t('You are watching. The agent sees that somebody is; you hear no audio.');
    case 'paused':
      return t('On hold: nothing is analyzed until the call goes on.');
    case 'reconnecting':
      return code === 'client_away'
        ? t('The agent’s page is away. The call goes on when it comes back.')
        : t('The connection to the relay is lost. Trying again; what you miss is shown then.');
    case 'ending':
      return t('The call is ending…');
    case 'ended':
      return t('The call is over.');
    case 'failed':
      return failureWords(state.error.code, state.error.message);
  }
};

const failureWords = (code: string, message: string): string => {
  switch (code) {
    case 'session_not_found':
      return t('There is no such call any more.');
    case 'session_elsewhere':
      return t('Another relay has this call. Open the console there.');
    default:
      return t('This call cannot be watched now: {message}', { message });
  }
};
