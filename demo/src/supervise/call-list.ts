import { element, textElement } from '../desk/element.js';
import type { CallsView } from './call-watch.js';
import type { LiveCall } from './live-call.js';

const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/**
 * The calls to choose from: a listbox. The focus stays on the list, and `aria-activedescendant` names the active call, so
 * that the focus is not lost when a call ends.
 */
export class CallList {
  private readonly list = element('calls', HTMLUListElement);
  private readonly hint = element('calls-hint', HTMLElement);
  private readonly count = element('calls-count', HTMLElement);
  private readonly loading = element('calls-loading', HTMLElement);
  private readonly empty = element('calls-empty', HTMLElement);
  private readonly problem = element('calls-problem', HTMLElement);
  private calls: readonly LiveCall[] = [];
  private activeId: string | undefined;
  private chosenId: string | undefined;
  private moodWord: string | undefined;

  /** @param choose called with the call to watch */
  constructor(private readonly choose: (call: LiveCall) => void) {
    this.list.addEventListener('keydown', (event) => this.key(event));
    this.list.addEventListener('click', (event) => {
      const row = event.target instanceof Element ? event.target.closest('li') : null;
      const call = this.calls.find(({ id }) => optionId(id) === row?.id);
      if (call !== undefined) this.take(call);
    });
  }

  /** Marks the watched call; undefined when there is none. */
  set chosen(id: string | undefined) {
    this.chosenId = id;
    this.moodWord = undefined;
    this.mark();
  }

  /** The mood of the watched call in a word. Its row says what the panel beside it says. */
  set mood(word: string | undefined) {
    this.moodWord = word;
    this.draw(this.calls);
  }

  show(view: CallsView): void {
    const calls = view.kind === 'loading' ? undefined : view.calls;
    this.loading.hidden = view.kind !== 'loading';
    this.empty.hidden = view.kind !== 'known' || view.calls.length > 0;
    this.problem.hidden = view.kind !== 'unreachable';
    this.problem.textContent =
      view.kind === 'unreachable' ? 'The list of calls does not come from the relay. Trying again…' : '';
    this.list.toggleAttribute('data-old', view.kind === 'unreachable');
    this.count.textContent = calls === undefined || calls.length === 0 ? '' : String(calls.length);
    this.draw(calls ?? []);
  }

  private draw(calls: readonly LiveCall[]): void {
    const at = this.calls.findIndex(({ id }) => id === this.activeId);
    if (calls.every(({ id }) => id !== this.activeId)) {
      // The active call is over: its neighbor becomes active.
      this.activeId = calls[Math.min(Math.max(at, 0), calls.length - 1)]?.id;
    }
    const rows = new Map([...this.list.children].map((row) => [row.id, row]));
    this.calls = calls;
    const wanted = calls.map((call) => {
      const row = rows.get(optionId(call.id)) ?? newRow(call);
      fillRow(row, call, call.id === this.chosenId ? this.moodWord : undefined);
      return row;
    });
    const isSame =
      wanted.length === rows.size && wanted.every((row, index) => this.list.children[index] === row);
    if (!isSame) this.list.replaceChildren(...wanted);
    this.list.hidden = calls.length === 0;
    this.hint.hidden = calls.length === 0;
    this.mark();
  }

  private mark(): void {
    for (const row of this.list.children) {
      row.setAttribute('aria-selected', String(row.id === optionId(this.chosenId ?? '')));
      row.toggleAttribute('data-active', row.id === optionId(this.activeId ?? ''));
    }
    if (this.activeId === undefined) this.list.removeAttribute('aria-activedescendant');
    else this.list.setAttribute('aria-activedescendant', optionId(this.activeId));
  }

  private key(event: KeyboardEvent): void {
    const at = this.calls.findIndex(({ id }) => id === this.activeId);
    const last = this.calls.length - 1;
    const goals: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(at + 1, last),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: last,
    };
    const goal = goals[event.key];
    const call = this.calls[goal ?? at];
    if (call === undefined || (goal === undefined && event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    if (goal === undefined) this.take(call);
    else {
      this.activeId = call.id;
      this.mark();
      document.getElementById(optionId(call.id))?.scrollIntoView({ block: 'nearest' });
    }
  }

  private take(call: LiveCall): void {
    this.activeId = call.id;
    this.mark();
    this.choose(call);
  }
}

/** A session id may be any text; an element id may not. */
const optionId = (sessionId: string): string => `call-${encodeURIComponent(sessionId)}`;

const newRow = (call: LiveCall): HTMLLIElement => {
  const row = document.createElement('li');
  row.id = optionId(call.id);
  row.setAttribute('role', 'option');
  const name = textElement('b', call.name);
  const since = textElement('time', `since ${time.format(call.beganAt)}`);
  since.dateTime = call.beganAt.toISOString();
  row.append(name, since, document.createElement('span'), document.createElement('span'));
  return row;
};

const fillRow = (row: Element, { state, emotion, openAlerts }: LiveCall, mood: string | undefined): void => {
  const [standing, alerts] = row.querySelectorAll('span');
  if (standing === undefined || alerts === undefined) return;
  const last = emotion === undefined || emotion === 'uncertain' ? '' : ` · last: ${emotion}`;
  const sounds = mood === undefined ? last : ` · ${mood}`;
  write(standing, `${state === 'live' ? 'Live' : 'On hold'}${sounds}`);
  standing.dataset['state'] = state;
  write(alerts, openAlerts === 0 ? '' : openAlerts === 1 ? '1 alert' : `${openAlerts} alerts`);
  alerts.className = 'alert-count';
};

/** Does not write the same text again: a screen reader would announce it as a change. */
const write = (into: HTMLElement, text: string): void => {
  if (into.textContent !== text) into.textContent = text;
};
