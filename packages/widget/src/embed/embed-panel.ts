import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { createSession, UsageError, type TokenContext, type UndertoneSession } from '@undertone/client';
import { UndertonePanel } from '../panel/panel.js';
import { fetchToken } from './fetch-token.js';

/** Whose voice an embedded panel listens to. */
export type EmbedSubject = 'customer' | 'self' | 'unknown';

/**
 * A panel that makes its own session: one tag and one script are the whole integration. It shows a notice and a
 * button, asks your server for a token, and listens to the microphone or to a track you hand to {@link start}.
 *
 * @event undertone-cue-feedback - The agent answered a cue, or it was shown for the first time.
 * @event undertone-state - The session's state changed.
 */
export class UndertoneEmbedPanel extends UndertonePanel {
  static override properties: PropertyDeclarations = {
    url: {},
    tokenEndpoint: { attribute: 'token-endpoint' },
    subject: {},
    assets: {},
    consentBasis: { attribute: 'consent-basis' },
  };

  /** Address of the relay's stream; absent, that of the page's own origin. */
  declare url: string | undefined;
  /** A URL of your server that answers `{"token": "…"}`; it is asked once per connection. */
  declare tokenEndpoint: string;
  /** Whose voice it is. */
  declare subject: EmbedSubject;
  /** Folder of the client's worklet, worker and voice-activity files; absent, the folder of this script. */
  declare assets: string | undefined;

  /**
   * Why the analysis is allowed, such as `consent`: sent to the relay with the moment of the start. Absent, the relay
   * is told nothing about consent and says so.
   */
  declare consentBasis: string | undefined;

  private own: UndertoneSession | undefined;
  /**
   * Counts the requests to start or stop, and removals from the page. After a wait, the code compares it to see whether its request is
   * still the newest.
   */
  private wish = 0;

  constructor() {
    super();
    this.tokenEndpoint = '';
    this.subject = 'customer';
  }

  /**
   * Starts to listen, in the place of what was listened to before. The state, and what to do when it fails, is shown in
   * the panel.
   *
   * @param track An audio track of the page, such as a softphone's remote track; absent, the microphone.
   * @throws UsageError `aborted` when the panel is not in the page, or was started again or stopped meanwhile
   */
  async start(track?: MediaStreamTrack): Promise<void> {
    const wish = ++this.wish;
    await this.end();
    // Two sessions would hold two microphones, and nobody could stop a session that has no panel.
    if (wish !== this.wish || !this.isConnected) {
      throw new UsageError('aborted', 'the panel was started again, stopped or taken out of the page');
    }
    const session = createSession({
      ...(this.url === undefined ? {} : { url: this.url }),
      ...(this.assets === undefined ? {} : { assets: assetUrls(this.assets) }),
      ...(this.consentBasis === undefined
        ? {}
        : {
            consent: {
              basis: this.consentBasis,
              scope: ['emotion'],
              disclosedAt: new Date().toISOString(),
            },
          }),
      getToken: (context: TokenContext) =>
        fetchToken(this.tokenEndpoint, context.sessionId, document.baseURI),
      sources: [{ track: track ?? 'microphone', subject: this.subject }],
    });
    this.own = session;
    this.session = session;
    await session.start();
  }

  /** Ends the session and waits for its summary. Does nothing when there is none. */
  async stop(): Promise<void> {
    this.wish += 1;
    await this.end();
  }

  private async end(): Promise<void> {
    const session = this.own;
    this.own = undefined;
    this.requestUpdate();
    if (session !== undefined && session.state.kind !== 'failed') {
      await session.end();
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A panel that is moved leaves the page and comes back at once. Its call must go on.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.wish += 1;
      void this.own?.dispose();
      this.own = undefined;
    });
  }

  protected override controls(): TemplateResult | typeof nothing {
    if (this.tokenEndpoint === '') {
      return nothing;
    }
    const running = this.own !== undefined && !['ended', 'failed'].includes(this.own.state.kind);
    const texts = this.texts;
    return running
      ? html`<button class="quiet-button" type="button" @click=${this.onStop}>
          ${texts.text('embed.stop')}
        </button>`
      : html`<p class="small muted">${texts.text('embed.notice')}</p>
          <button class="quiet-button" type="button" @click=${this.onStart}>
            ${texts.text('embed.start')}
          </button>`;
  }

  // A rejection of either is a state of the session, and the panel shows it with what to do about it.
  private readonly onStart = (): void => {
    this.start().catch(() => this.requestUpdate());
  };

  private readonly onStop = (): void => {
    this.stop().catch(() => this.requestUpdate());
  };
}

const assetUrls = (folder: string): { worklet: string; transportWorker: string; vadBase: string } => {
  const base = folder.endsWith('/') ? folder : `${folder}/`;
  return {
    worklet: `${base}worklet.js`,
    transportWorker: `${base}transport.worker.js`,
    vadBase: `${base}vad/`,
  };
};
