import { html, nothing, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Snapshot } from '@undertone/protocol';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import type { CueFeedbackEvent } from '../cue/cue-event.js';
import { DEFAULT_FLOOR } from '../emotion/emotion-view.js';
import { isOver, moodView, nextMoodChangeMs, type MoodView } from '../mood/mood-view.js';
import { loadDetails } from '../details/load-details.js';
import { connectSession } from '../session/connect.js';
import type { SessionLike } from '../session/session-like.js';
import { Announcer } from '../state/announcer.js';
import type { CallEvent } from '../state/call-event.js';
import { EMPTY_CALL, reduceCall, type CallState } from '../state/call-state.js';
import { nextCueChangeMs, visibleCues } from '../state/cue-queue.js';
import { nextWarningChangeMs } from '../state/warning-list.js';
import { type CardContext, cardPart } from './card-part.js';
import { focusedCue, keepFocus } from './cue-focus.js';
import { CueReplies } from './cue-replies.js';
import { FrameScheduler, pageClock } from './frame-scheduler.js';
import { liveRegionsPart } from './live-regions-part.js';
import { announceCall } from './panel-announcements.js';
import { UndertoneMoodEvent, UndertoneStateEvent, type PanelMood } from './panel-events.js';
import { isLow, type PanelSize } from './panel-size.js';
import { panelStyles } from './panel.styles.js';
import { inOrder } from './person-part.js';
import { SpokenCues } from './spoken-cues.js';
import { stripPart } from './strip-part.js';

/**
 * The whole widget: it shows the call of the session that you give it, in one of three sizes. The customer comes first. Among
 * the details an agent appears as "not analyzed" unless the session's policy allows analysis.
 *
 * @slot controls - The page's own controls, beside the connection state.
 * @csspart panel - The card around everything.
 * @csspart speaker - One person's part.
 * @csspart role - The role of a recognized person in the call.
 * @csspart cues - The cue cards.
 * @csspart toggle - The button that shows the details.
 * @cssproperty --undertone-surface - Background of the panel.
 * @cssproperty --undertone-surface-sunken - Background of cards and bars.
 * @cssproperty --undertone-text - Text.
 * @cssproperty --undertone-text-muted - Secondary text.
 * @cssproperty --undertone-line - Lines that only separate.
 * @cssproperty --undertone-edge - Borders that carry meaning.
 * @cssproperty --undertone-accent - Buttons, links and the confidence bar.
 * @cssproperty --undertone-valence - The line of mood.
 * @cssproperty --undertone-arousal - The line of energy.
 * @cssproperty --undertone-calm - Low escalation.
 * @cssproperty --undertone-notice - Raised escalation and notices.
 * @cssproperty --undertone-alert - High escalation and important cues.
 * @cssproperty --undertone-font - Font family.
 * @cssproperty --undertone-font-size - Text size; all other sizes follow it.
 * @cssproperty --undertone-radius - Corner radius.
 * @cssproperty --undertone-gap - Space between parts.
 * @event undertone-cue-feedback - The agent answered a cue, or it was shown for the first time.
 * @event undertone-mood - A mood changed, was dimmed, or is sure again.
 * @event undertone-state - The session's state changed.
 */
export class UndertonePanel extends UndertoneElement {
  static override properties: PropertyDeclarations = {
    session: { attribute: false, noAccessor: true },
    floor: { type: Number },
    theme: { reflect: true },
    size: { reflect: true },
    open: { type: Boolean, reflect: true },
    hideTurns: { type: Boolean, attribute: 'hide-turns' },
  };

  static override styles: CSSResultGroup = [baseStyles, panelStyles];

  /** Confidence from 0 to 1. Below it an emotion is shown as uncertain, as is what the relay calls uncertain. */
  declare floor: number;
  /** `light` or `dark`; undefined follows the system. */
  declare theme: 'light' | 'dark' | undefined;
  /** `strip`, `card` or `full`; undefined: a strip where the page gives little height, else a card. */
  declare size: PanelSize | undefined;
  /** Whether a card shows its details. */
  declare open: boolean;
  /** Hides the list of turns. */
  declare hideTurns: boolean;

  private attached: SessionLike | undefined;
  private call: CallState = EMPTY_CALL;
  /** The session of {@link #call}, and its newest snapshot. A panel that returns to the page continues with both. */
  private shown: SessionLike | undefined;
  private snapshot: Snapshot | undefined;
  private disconnect: (() => void) | undefined;
  private timer: number | undefined;
  private polite = '';
  /** Whether a card had the focus before this draw, and whether the agent has just answered a cue. */
  private cueHadFocus = false;
  private answered = false;
  private announcer = new Announcer();
  private spokenCues = new SpokenCues();
  private replies = new CueReplies(undefined);
  private isLow = false;
  private told = '';
  private readonly room = new ResizeObserver(() => this.measure());
  private readonly frames = new FrameScheduler(pageClock, () => this.requestUpdate());

  constructor() {
    super();
    this.floor = DEFAULT_FLOOR;
    this.hideTurns = false;
    this.open = false;
  }

  /** The session to show. A new session starts with an empty panel. */
  get session(): SessionLike | undefined {
    return this.attached;
  }

  // Listens at once, not at the next render, so that no event in between is lost.
  set session(session: SessionLike | undefined) {
    if (session !== this.attached) {
      this.attached = session;
      this.connect();
    }
  }

  /** The moods on screen, customer first. A page that says more about the call can say the same. */
  get moods(): readonly PanelMood[] {
    const nowMs = pageClock.nowMs();
    return inOrder(this.call.speakers)
      .filter(({ analyzed }) => analyzed)
      .map((speaker) => {
        const { kind, tone, word, advice, isDim, age } = moodView(speaker, this.call, nowMs, this.texts);
        return { channel: speaker.channel, subject: speaker.subject, kind, tone, word, advice, isDim, age };
      });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.room.observe(this);
    this.connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.room.disconnect();
    this.stopListening();
  }

  protected override willUpdate(): void {
    super.willUpdate();
    const nowMs = pageClock.nowMs();
    const focused = focusedCue(this.shadowRoot);
    this.cueHadFocus = focused !== undefined;
    // Without the page's focus, the agent is not about to answer.
    const focusedCueId = this.ownerDocument.hasFocus() ? focused?.cue?.cueId : undefined;
    this.call = reduceCall(this.call, { kind: 'time-passed', focusedCueId }, nowMs);
    announceCall(this.announcer, this.call, nowMs, this.texts);
    this.polite = this.announcer.take(nowMs) ?? this.polite;
    this.spokenCues.speak(visibleCues(this.call.cues, nowMs)[0]);
    this.wakeAt(nowMs);
  }

  protected override render(): TemplateResult {
    const size = this.shownSize;
    const views = this.views(pageClock.nowMs());
    return html`<section class="panel" part="panel" data-size=${size} aria-labelledby="label">
      <h2 class="visually-hidden" id="label">${this.texts.text('panel.label')}</h2>
      ${
        size === 'strip'
          ? stripPart(this.call, views, this.language, this.texts)
          : cardPart(this.call, views, this.cardContext(size))
      }
      ${liveRegionsPart(this.polite, isOver(this.call) ? undefined : this.spokenCues.latest)}
    </section>`;
  }

  private cardContext(size: Exclude<PanelSize, 'strip'>): CardContext {
    return {
      size,
      nowMs: pageClock.nowMs(),
      floor: this.floor,
      isToggledOpen: this.open,
      hideTurns: this.hideTurns,
      readOnly: this.attached?.readOnly === true,
      controls: this.controls(),
      language: this.language,
      texts: this.texts,
      onFeedback: this.onFeedback,
      onToggle: this.onToggle,
    };
  }

  private readonly onToggle = (): void => {
    this.open = !this.open;
    if (this.open) void loadDetails();
  };

  /** The size in effect. */
  private get shownSize(): PanelSize {
    return this.size ?? (this.isLow ? 'strip' : 'card');
  }

  private views(nowMs: number): ReadonlyMap<number, MoodView> {
    return new Map(
      this.call.speakers.map((speaker) => [speaker.channel, moodView(speaker, this.call, nowMs, this.texts)]),
    );
  }

  private measure(): void {
    const isLowNow = isLow(this);
    if (isLowNow === this.isLow) return;
    this.isLow = isLowNow;
    this.requestUpdate();
  }

  protected override updated(): void {
    if (this.cueHadFocus && this.shadowRoot?.activeElement === null)
      keepFocus(this.shadowRoot, this.answered);
    this.cueHadFocus = false;
    this.answered = false;
    this.tellMoods();
    // A cue counts as shown when it is drawn in a visible tab whose viewer can answer it.
    const isDrawn = document.visibilityState === 'visible' && this.shownSize !== 'strip';
    if (isDrawn) this.replies.shown(visibleCues(this.call.cues, pageClock.nowMs()));
  }

  private tellMoods(): void {
    const { moods } = this;
    const told = JSON.stringify(moods);
    if (told === this.told) return;
    this.told = told;
    this.dispatchEvent(new UndertoneMoodEvent(moods));
  }

  /** What stands beside the connection state when the page leaves the slot empty. */
  protected controls(): TemplateResult | typeof nothing {
    return nothing;
  }

  private connect(): void {
    this.stopListening();
    if (this.shown !== this.session) {
      this.shown = this.session;
      this.snapshot = undefined;
      this.call = EMPTY_CALL;
      this.announcer = new Announcer();
      this.polite = '';
      this.spokenCues = new SpokenCues();
      this.replies = new CueReplies(this.session);
    }
    if (this.session !== undefined && this.isConnected) {
      this.disconnect = connectSession(this.session, (event) => this.take(event));
    }
    this.frames.request();
  }

  private stopListening(): void {
    this.disconnect?.();
    this.disconnect = undefined;
    this.frames.cancel();
    window.clearTimeout(this.timer);
    this.timer = undefined;
  }

  private take(event: CallEvent): void {
    if (event.kind === 'snapshot') {
      if (event.snapshot === this.snapshot) return;
      this.snapshot = event.snapshot;
    }
    const before = this.call;
    this.call = reduceCall(before, event, pageClock.nowMs());
    if (before.connection !== this.call.connection) {
      this.dispatchEvent(new UndertoneStateEvent(this.call.connection, this.call.code));
    }
    if (before !== this.call) {
      this.frames.request();
    }
  }

  /** Cues, notices and waiting announcements change with time alone. One timer wakes the panel for the next change. */
  private wakeAt(nowMs: number): void {
    window.clearTimeout(this.timer);
    const due = [
      nextCueChangeMs(this.call.cues, nowMs),
      nextWarningChangeMs(this.call.warnings),
      nextMoodChangeMs(this.call, nowMs),
      this.announcer.dueAtMs(nowMs),
    ].filter((time) => time !== undefined);
    this.timer =
      due.length === 0
        ? undefined
        : window.setTimeout(() => this.frames.request(), Math.max(0, Math.min(...due) - nowMs));
  }

  private readonly onFeedback = (event: CueFeedbackEvent): void => {
    const { cueId, action, afterMs } = event.detail;
    this.answered = true;
    this.take(action === 'snoozed' ? { kind: 'cue-snoozed', cueId } : { kind: 'cue-removed', cueId });
    this.replies.tell(cueId, action, afterMs);
    this.requestUpdate();
  };
}
