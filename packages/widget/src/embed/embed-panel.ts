import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { createSession, tokenFrom, UsageError, type UndertoneSession } from '@undertone/client';
import { UndertonePanel } from '../panel/panel.js';
import type { SessionLike } from '../session/session-like.js';
import { scriptOrigin } from './script-origin.js';

/** The person that an embedded panel listens to. */
export type EmbedSubject = 'customer' | 'self' | 'unknown';

/**
 * A panel that makes its own session: one tag and one script are the whole integration. It shows a notice and a
 * button, asks your server for a token, and listens to the microphone or to a track that you pass to {@link start}.
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
    privacy: {},
  };

  /** The relay's address. Default: the origin that this script came from. */
  declare url: string | undefined;
  /** A URL of your server that answers `{"token": "…"}` or the token as text. The panel requests it once per connection. */
  declare tokenEndpoint: string;
  /** Whose voice the panel listens to. */
  declare subject: EmbedSubject;
  /** Folder of the client's worklet, worker and voice-activity files. Default: the folder of this script. */
  declare assets: string | undefined;

  /**
   * Why the analysis is allowed, such as `consent`. The panel sends it to the relay with the time of the start. Without it
   * the panel tells the relay nothing about consent, and the relay says so.
   */
  declare consentBasis: string | undefined;

  /**
   * `features`: no audio leaves the page, which hears by itself; see the client's README, Privacy. Any other word is refused, so
   * that a slip of the pen sends no audio.
   */
  declare privacy: 'features' | null | undefined;

  private own: UndertoneSession | undefined;
  /**
   * Counts the requests to start or stop, and removals from the page. After a wait, the code compares this number to see
   * whether its request is still the newest.
   */
  private wish = 0;

  constructor() {
    super();
    this.tokenEndpoint = '';
    this.subject = 'customer';
  }

  /**
   * Starts to listen and ends the session before it, if any. The panel shows the state, and what to do when it
   * fails.
   *
   * @param track An audio track of the page, such as a softphone's remote track. Default: the microphone.
   * @throws UsageError `aborted` when the panel is not in the page, or is started again or stopped in the meantime; `invalid_option`
   *   when an attribute has a wrong value
   */
  async start(track?: MediaStreamTrack): Promise<void> {
    const wish = ++this.wish;
    await this.end();
    // Two sessions would hold two microphones, and nobody could stop a session that has no panel.
    if (wish !== this.wish || !this.isConnected) {
      throw new UsageError('aborted', 'the panel was started again, stopped or taken out of the page');
    }
    const session = createSession({
      url: this.url ?? scriptOrigin(),
      ...(this.assets === undefined ? {} : { assets: this.assets }),
      ...(this.consentBasis === undefined
        ? {}
        : {
            consent: {
              basis: this.consentBasis,
              scope: ['emotion'],
              disclosedAt: new Date().toISOString(),
            },
          }),
      // Null when the attribute was taken away.
      ...(this.privacy === undefined || this.privacy === null ? {} : { privacy: this.privacy }),
      getToken: tokenFrom(this.tokenEndpoint),
      sources: [{ track: track ?? 'microphone', subject: this.subject }],
    });
    this.own = session;
    this.session = session;
    await session.start();
  }

  /** Ends the session and waits for its summary. Does nothing without a session. */
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

  // When either call rejects, the session's state says so, and the panel shows it with what to do. Wrong attributes make no session:
  // whoever pressed the button reads that it stopped, and whoever wrote the page finds the reason in the console.
  private readonly onStart = (): void => {
    this.start().catch((error: unknown) => {
      this.requestUpdate();
      if (!(error instanceof UsageError) || error.code !== 'invalid_option') return;
      this.session = refused(error.code);
      reportError(error);
    });
  };

  private readonly onStop = (): void => {
    this.stop().catch(() => this.requestUpdate());
  };
}

/** What stands in the place of a session that could not be made. */
const refused = (code: string): SessionLike => ({
  state: { kind: 'failed', error: { code } },
  on: () => () => undefined,
  sendFeedback: () => undefined,
});
