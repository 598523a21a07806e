import { fetchLiveCalls, newsOf, type LiveCall } from './live-call.js';

/** The list is refreshed this often, which is how often a supervisor looks at it. */
const LOOK_EVERY_MS = 2_000;

/** What is known about the current calls. */
export type CallsView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly calls: readonly LiveCall[] }
  /** The list could not be fetched; `calls` is the last list that was fetched, if any. */
  | { readonly kind: 'unreachable'; readonly calls: readonly LiveCall[] | undefined };

/** Requests the current calls repeatedly while the page is visible. */
export class CallWatch {
  private view: CallsView = { kind: 'loading' };
  private timer: number | undefined;
  private looking = false;

  /**
   * @param show called with every new view
   * @param tell called with the changes, in sentences
   */
  constructor(
    private readonly show: (view: CallsView) => void,
    private readonly tell: (news: string) => void,
  ) {}

  start(): void {
    this.show(this.view);
    document.addEventListener('visibilitychange', () => void this.look());
    void this.look();
  }

  /** Requests the list now, and then repeatedly. */
  async look(): Promise<void> {
    window.clearTimeout(this.timer);
    if (this.looking || document.visibilityState === 'hidden') return;
    this.looking = true;
    const before = this.view;
    this.view = await this.fetch();
    this.looking = false;
    this.show(this.view);
    this.tellNews(before, this.view);
    this.timer = window.setTimeout(() => void this.look(), LOOK_EVERY_MS);
  }

  private async fetch(): Promise<CallsView> {
    try {
      return { kind: 'known', calls: await fetchLiveCalls() };
    } catch {
      // The browser's network panel shows the reason. The supervisor only needs to know that this list is old.
      return { kind: 'unreachable', calls: callsOf(this.view) };
    }
  }

  private tellNews(before: CallsView, after: CallsView): void {
    if (after.kind === 'known') {
      const news = newsOf(callsOf(before), after.calls);
      if (before.kind === 'unreachable') this.tell(`The list is up to date again. ${news}`);
      else if (news !== '') this.tell(news);
    } else if (before.kind !== after.kind) this.tell('The list of calls does not come. Trying again.');
  }
}

const callsOf = (view: CallsView): readonly LiveCall[] | undefined =>
  view.kind === 'loading' ? undefined : view.calls;
