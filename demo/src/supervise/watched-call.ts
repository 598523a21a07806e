import type { SessionState, StateChange } from '@undertone/client';
import { observe, type ObservedSession, type SessionObserver } from '@undertone/client/observe';
import type { UndertonePanel } from '@undertone/widget';
import { summaryFacts } from '../call/summary.js';
import { fetchObserverToken } from '../call/token-source.js';
import { element, textElement } from '../desk/element.js';
import type { LiveCall } from './live-call.js';
import { Outlook } from './outlook.js';

/** The watched call: its panel, its outlook, and its state in words. There is one at a time. */
export class WatchedCall {
  private readonly title = element('watched-title', HTMLHeadingElement);
  private readonly state = element('watched-state', HTMLElement);
  private readonly stop = element('stop', HTMLButtonElement);
  private readonly again = element('again', HTMLButtonElement);
  private readonly summary = element('summary', HTMLDListElement);
  private readonly outlook: Outlook;
  private observer: SessionObserver | undefined;
  private session: ObservedSession | undefined;
  private call: LiveCall | undefined;

  /**
   * @param tell announces a change to a screen reader
   * @param changed called with the id of the watched call, or undefined when none is watched any more
   * @param sounds called with the mood that the panel tells, in a word
   */
  constructor(
    private readonly panel: UndertonePanel,
    private readonly tell: (news: string) => void,
    private readonly changed: (id: string | undefined) => void,
    sounds: (word: string | undefined) => void,
  ) {
    this.outlook = new Outlook(tell);
    panel.addEventListener('undertone-mood', ({ detail: { moods } }) => {
      this.outlook.recommend(moods[0]);
      sounds(moods[0]?.word);
    });
    this.stop.addEventListener('click', () => this.leave());
    this.again.addEventListener('click', () => {
      if (this.call !== undefined) this.watch(this.call);
      this.title.focus();
    });
  }

  /** Watches a call in place of the one before. Does nothing when it is already watched. */
  watch(call: LiveCall): void {
    const before = this.session;
    if (before?.id === call.id && !isOver(before.state)) return;
    this.observer ??= observe({ getToken: fetchObserverToken });
    const session = this.observer.watch(call.id);
    this.session = session;
    this.call = call;
    this.title.textContent = call.name;
    this.showSummary([]);
    this.outlook.follow(session);
    session.on('state', (change) => this.moved(session, change));
    this.panel.session = session;
    this.panel.hidden = false;
    // Stops the old one after the new one has started, so that the connection stays open.
    before?.stop();
    this.show(session.state, '');
    this.changed(call.id);
  }

  /** Stops watching. The call itself continues. */
  private leave(): void {
    const session = this.session;
    this.session = undefined;
    session?.stop();
    this.panel.session = undefined;
    this.panel.hidden = true;
    this.outlook.clear();
    this.stop.hidden = true;
    this.title.textContent = 'No call chosen';
    this.state.textContent = 'You stopped watching; the call goes on.';
    this.tell(this.state.textContent);
    this.title.focus();
    this.changed(undefined);
  }

  private moved(session: ObservedSession, { to, code }: StateChange): void {
    if (session !== this.session) return;
    this.show(to, code);
    this.tell(`${this.title.textContent}: ${this.state.textContent}`);
    if (to.kind === 'ended') {
      this.outlook.end();
      this.showSummary(summaryFacts(to));
    }
    if (to.kind === 'failed') {
      // The connection may have failed for good: the next call gets a new one.
      this.observer?.dispose();
      this.observer = undefined;
    }
    if (isOver(to)) this.changed(undefined);
  }

  private show(state: SessionState, code: string): void {
    this.state.textContent = wordsFor(state, code);
    this.state.classList.toggle('problem', state.kind === 'failed');
    this.stop.hidden = isOver(state);
    this.again.hidden = state.kind !== 'failed';
  }

  private showSummary(facts: readonly (readonly [string, string])[]): void {
    this.summary.replaceChildren(
      ...facts.flatMap(([name, value]) => [textElement('dt', name), textElement('dd', value)]),
    );
    this.summary.hidden = facts.length === 0;
  }
}

const isOver = ({ kind }: SessionState): boolean => kind === 'ended' || kind === 'failed';

const wordsFor = (state: SessionState, code: string): string => {
  switch (state.kind) {
    case 'idle':
    case 'starting':
    case 'connecting':
      return 'Joining the call…';
    case 'live':
      return 'You are watching. The agent sees that somebody is.';
    case 'paused':
      return 'On hold: nothing is analyzed until the call goes on.';
    case 'reconnecting':
      return code === 'client_away'
        ? 'The agent’s page is away. The call goes on when it comes back.'
        : 'The connection to the relay is lost. Trying again; what you miss is shown then.';
    case 'ending':
      return 'The call is ending…';
    case 'ended':
      return 'The call is over.';
    case 'failed':
      return failureWords(state.error.code, state.error.message);
  }
};

const failureWords = (code: string, message: string): string => {
  switch (code) {
    case 'session_not_found':
      return 'There is no such call any more.';
    case 'session_elsewhere':
      return 'Another relay has this call. Open the supervisor’s page there.';
    default:
      return `This call cannot be watched. Choose another one, or try again. ${message} (${code})`;
  }
};
