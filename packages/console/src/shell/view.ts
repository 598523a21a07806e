import {
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { Problem } from '../api/call.js';

/** How soon a view asks again that could not be told what to show. */
const RETRY_MS = 4_000;

/** Nobody reached the relay, it has too much to do, or something between broke: the same call may work soon. */
const passes = ({ status }: Problem): boolean => status === 0 || status === 429 || status >= 500;

/**
 * What every view does: load when it appears and again while what it shows changes, say what went wrong, and let the page's
 * one style sheet in.
 */
export abstract class View extends LitElement {
  static override properties: PropertyDeclarations = {
    announce: { attribute: false },
    problem: { state: true },
    trouble: { state: true },
    busy: { state: true },
    loaded: { state: true },
  };

  /** Says aloud what happened, for those who do not see it. */
  declare announce: (text: string) => void;
  /** Why what somebody asked for was not done; it stays until the next thing they ask for. */
  declare private problem: string;
  /** Why what is shown could not be fetched; it goes when it could. */
  declare private trouble: string;
  /** Whether something that somebody asked for is being done. Its button keeps the focus, so that it is not disabled. */
  declare protected busy: boolean;
  /** Whether what is shown was ever fetched: before that, an empty list does not say that there is nothing. */
  declare protected loaded: boolean;
  private loading: AbortController | undefined;
  private nextMs: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.announce = () => undefined;
    this.problem = '';
    this.trouble = '';
    this.busy = false;
    this.loaded = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.reload();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.rest();
  }

  /** Where the page begins: the focus goes there where what had it is gone, a row that was deleted for one. */
  focusHeading(): void {
    this.querySelector('h1')?.focus();
  }

  protected override update(changed: PropertyValues): void {
    const hadFocus = this.contains(document.activeElement);
    super.update(changed);
    if (hadFocus && !this.contains(document.activeElement)) this.focusHeading();
  }

  /**
   * Fetches what is shown.
   * @param signal aborted when the answer is not wanted any more
   * @throws Problem
   */
  protected abstract load(signal: AbortSignal): Promise<void>;

  /** How soon what is shown is fetched again by itself; undefined where it does not change by itself. */
  protected get refreshMs(): number | undefined {
    return undefined;
  }

  /** Fetches what is shown, and again later where there is reason to. @returns whether it came */
  protected async reload(): Promise<boolean> {
    this.rest();
    const loading = new AbortController();
    this.loading = loading;
    this.nextMs = undefined;
    try {
      await this.load(loading.signal);
      this.loaded = true;
      this.trouble = '';
      this.nextMs = this.refreshMs;
      return true;
    } catch (error) {
      if (loading.signal.aborted) return false;
      const problem = this.take(error);
      this.nextMs = passes(problem) ? RETRY_MS : undefined;
      this.trouble = passes(problem) ? `${problem.text}. Trying again…` : problem.text;
      return false;
    } finally {
      if (!loading.signal.aborted) {
        this.loading = undefined;
        this.schedule();
      }
    }
  }

  /**
   * Does what somebody asked for and shows its failure; one thing at a time.
   * @param question asked before, where it cannot be taken back
   */
  protected async run(action: () => Promise<void>, question?: string): Promise<void> {
    if (this.busy || (question !== undefined && !window.confirm(question))) return;
    // An answer that is under way is older than what is done now.
    const interrupted = this.rest();
    this.busy = true;
    this.problem = '';
    try {
      await action();
    } catch (error) {
      this.problem = this.take(error).text;
    } finally {
      this.busy = false;
      if (interrupted) void this.reload();
      else this.schedule();
    }
  }

  /** What went wrong, for the place below the heading. */
  protected problems(): TemplateResult {
    const text = [this.problem, this.trouble].filter((each) => each !== '').join('. ');
    return html`<p class="problem" role="alert">${text || nothing}</p>`;
  }

  /** A login that ended brings the login form back. */
  private take(error: unknown): Problem {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 401) this.dispatchEvent(new CustomEvent('signed-out', { bubbles: true }));
    return error;
  }

  /** Nothing is fetched any more. @returns whether something was */
  private rest(): boolean {
    clearTimeout(this.timer);
    this.timer = undefined;
    const wasLoading = this.loading !== undefined;
    this.loading?.abort();
    this.loading = undefined;
    return wasLoading;
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.nextMs === undefined || !this.isConnected) return;
    this.timer = setTimeout(() => {
      // A page that nobody sees need not ask.
      if (document.hidden) this.schedule();
      else void this.reload();
    }, this.nextMs);
  }
}
