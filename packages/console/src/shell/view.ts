import {
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { Problem } from '../api/call.js';
import { Rights } from './rights.js';
import { t } from '../language/text.js';

/** How soon a view loads again after a temporary problem. */
const RETRY_MS = 4_000;

/** Whether a problem is temporary: the relay is not reachable, is too busy, or it or a proxy failed. */
const passes = ({ status }: Problem): boolean => status === 0 || status === 429 || status >= 500;

/**
 * The base of every view. It loads its data when it appears and again while the data changes, shows problems, and uses the
 * page's one style sheet.
 */
export abstract class View extends LitElement {
  static override properties: PropertyDeclarations = {
    announce: { attribute: false },
    rights: { attribute: false },
    problem: { state: true },
    trouble: { state: true },
    busy: { state: true },
    loaded: { state: true },
  };

  /** Announces what happened to a screen reader. */
  declare announce: (text: string) => void;
  /** What whoever is signed in may do. */
  declare rights: Rights;
  /** Why the last action failed. It stays until the next action. */
  declare private problem: string;
  /** Why the data could not be fetched. The next successful fetch clears it. */
  declare private trouble: string;
  /** Whether an action is running. Its button is not disabled, so that it keeps the focus. */
  declare protected busy: boolean;
  /** Whether the data was ever fetched. Before that, an empty list does not mean that there is nothing. */
  declare protected loaded: boolean;
  private loading: AbortController | undefined;
  private nextMs: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.announce = () => undefined;
    this.rights = new Rights(null);
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

  /** Focuses the heading. This happens when the element with the focus is gone, such as a deleted row. */
  focusHeading(): void {
    this.querySelector('h1')?.focus();
  }

  protected override update(changed: PropertyValues): void {
    const hadFocus = this.contains(document.activeElement);
    super.update(changed);
    if (hadFocus && !this.contains(document.activeElement)) this.focusHeading();
  }

  /**
   * Fetches the data.
   * @param signal aborted when the answer is no longer needed
   * @throws Problem
   */
  protected abstract load(signal: AbortSignal): Promise<void>;

  /** How soon the view fetches its data again; undefined for data that does not change by itself. */
  protected get refreshMs(): number | undefined {
    return undefined;
  }

  /** Whether it goes on fetching while the page is hidden. */
  protected get refreshesHidden(): boolean {
    return false;
  }

  /** Fetches the data, and again later if needed. @returns whether the data arrived */
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
      this.trouble = passes(problem) ? t('{text}. Trying again…', { text: problem.text }) : problem.text;
      return false;
    } finally {
      if (!loading.signal.aborted) {
        this.loading = undefined;
        this.schedule();
      }
    }
  }

  /**
   * Runs one action at a time and shows its failure.
   * @param question asked before an action that cannot be undone
   */
  protected async run(action: () => Promise<void>, question?: string): Promise<void> {
    if (this.busy || (question !== undefined && !window.confirm(question))) return;
    // The answer to a running fetch would be older than the result of this action.
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

  /** Whether the newest data could not be fetched: what is shown is as it was before. */
  protected get isStale(): boolean {
    return this.trouble !== '';
  }

  /** The problems, to show below the heading. */
  protected problems(): TemplateResult {
    const text = [this.problem, this.trouble].filter((each) => each !== '').join('. ');
    return html`<p class="problem" role="alert">${text || nothing}</p>`;
  }

  /** The button below a list that fetches its next page. @param next where that begins; null on the last page */
  protected moreButton(next: string | null, more: () => void): TemplateResult | typeof nothing {
    if (next === null) return nothing;
    return html`<button type="button" aria-disabled=${this.busy} @click=${more}>${t('Show more')}</button>`;
  }

  /** In place of a form or button that the role may not use: why it is missing. @returns nothing where it may be used */
  protected refusal(route: string): TemplateResult | typeof nothing {
    const why = this.rights.refusal(route);
    return why === undefined ? nothing : html`<p class="quiet">${why}</p>`;
  }

  /** Returns the problem. A 401 means that the login ended: the login form returns. */
  private take(error: unknown): Problem {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 401) this.dispatchEvent(new CustomEvent('signed-out', { bubbles: true }));
    return error;
  }

  /** Stops fetching. @returns whether a fetch was running */
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
      if (document.hidden && !this.refreshesHidden) this.schedule();
      else void this.reload();
    }, this.nextMs);
  }
}
