import { html, nothing, type CSSResultGroup, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Snapshot } from '@undertone/protocol';
import { CHEVRON } from '../base/chevron.js';
import { baseStyles } from '../base/base.styles.js';
import { UndertoneElement } from '../base/undertone-element.js';
import type { CueFeedbackEvent } from '../cue/cue-event.js';
import { DEFAULT_FLOOR } from '../emotion/emotion-view.js';
import { isOver, moodView, nextMoodChangeMs, type MoodView } from '../mood/mood-view.js';
import { loadDetails } from '../details/load-details.js';
import { connectSession } from '../session/connect.js';
import type { CueAction, SessionLike } from '../session/session-like.js';
import { Announcer } from '../state/announcer.js';
import type { CallEvent } from '../state/call-event.js';
import { EMPTY_CALL, reduceCall, type CallState } from '../state/call-state.js';
import { isAbout, nextCueChangeMs, visibleCues, type ActiveCue } from '../state/cue-queue.js';
import { nextWarningChangeMs, shownWarnings } from '../state/warning-list.js';
import { analysisState, type AnalysisState } from '../status/status-view.js';
import { silenceOf } from '../state/lost-sound.js';
import { focusedCue, keepFocus } from './cue-focus.js';
import { cuesPart } from './cues-part.js';
import { FrameScheduler, pageClock } from './frame-scheduler.js';
import { announceCall } from './panel-announcements.js';
import { UndertoneMoodEvent, UndertoneStateEvent, type PanelMood } from './panel-events.js';
import { isLow, type PanelSize } from './panel-size.js';
import { inOrder, personPart } from './person-part.js';
import { stripPart } from './strip-part.js';
import { panelStyles } from './panel.styles.js';
import { turnsPart } from './turns-part.js';

/** States in which a session sends nothing. */
const SPEECHLESS: readonly string[] = ['idle', 'starting', 'ended', 'failed'];

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
  /** The cue last spoken. A cue that returns after a snooze has a new key. */
  private spoken: { readonly key: string; readonly text: string } | undefined;
  private readonly spokenCues = new Set<string>();
  /** Whether a card had the focus before this draw, and whether the agent has just answered a cue. */
  private cueHadFocus = false;
  private answered = false;
  private announcer = new Announcer();
  private readonly shownCues = new Set<string>();
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
    this.speak(visibleCues(this.call.cues, nowMs)[0]);
    this.wakeAt(nowMs);
  }

  protected override render(): TemplateResult {
    const size = this.shownSize;
    const views = this.views(pageClock.nowMs());
    return html`<section class="panel" part="panel" data-size=${size} aria-labelledby="label">
      <h2 class="visually-hidden" id="label">${this.texts.text('panel.label')}</h2>
      ${size === 'strip' ? stripPart(this.call, views, this.language, this.texts) : this.card(size, views)}
      ${this.liveRegions()}
    </section>`;
  }

  private card(size: PanelSize, views: ReadonlyMap<number, MoodView>): TemplateResult {
    const texts = this.texts;
    const call = this.call;
    const isOpen = size === 'full' || this.open;
    const cues = visibleCues(call.cues, pageClock.nowMs());
    const silence = silenceOf(call.lost, call.speakers);
    // Whoever is not analyzed has no mood; details say why.
    const speakers = inOrder(call.speakers).filter(({ analyzed }) => analyzed || isOpen);
    return html`<div class="top">
        <undertone-status
          .lang=${this.language}
          .connection=${call.connection}
          .code=${call.code}
          .lagMs=${call.lagMs}
          .isAnswered=${call.isAnswered}
          .observers=${isOver(call) ? 0 : call.observers}
          .silence=${silence}
          .isHeld=${call.isHeld}
          ><slot name="controls">${this.controls()}</slot></undertone-status
        >
        <undertone-warnings
          ?hidden=${call.warnings.length === 0}
          .lang=${this.language}
          .warnings=${shownWarnings(call.warnings)}
        ></undertone-warnings>
      </div>
      ${cuesPart(cues, call, {
        language: this.language,
        texts,
        readOnly: this.attached?.readOnly === true,
        onFeedback: this.onFeedback,
      })}
      <div class="speakers" data-analyzed=${speakers.filter((speaker) => speaker.analyzed).length}>
        ${
          speakers.length === 0
            ? this.nobodyYet(analysisState({ ...call, silence }))
            : repeat(
                speakers,
                (speaker) => speaker.channel,
                (speaker) => {
                  const view = views.get(speaker.channel);
                  const isCued = cues.some((cue) => isAbout(cue, speaker.channel, view?.kind));
                  const context = { call, floor: this.floor, language: this.language, texts, isOpen, isCued };
                  return view === undefined ? nothing : personPart(speaker, view, context);
                },
              )
        }
      </div>
      ${isOpen && !this.hideTurns ? turnsPart(call, this.language) : nothing}
      ${size === 'full' ? nothing : this.toggle()}`;
  }

  private toggle(): TemplateResult {
    return html`<button
      class="quiet-button toggle"
      part="toggle"
      type="button"
      aria-expanded=${this.open ? 'true' : 'false'}
      @click=${this.onToggle}
    >
      ${this.texts.text('details.show')} ${CHEVRON}
    </button>`;
  }

  private readonly onToggle = (): void => {
    this.open = !this.open;
    if (this.open) void loadDetails();
  };

  private liveRegions(): TemplateResult {
    return html`<div class="visually-hidden" role="status" aria-live="polite">${this.polite}</div>
      <div class="visually-hidden" role="alert" aria-live="assertive">
        ${repeat(
          this.spoken === undefined ? [] : [this.spoken],
          ({ key }) => key,
          ({ text }) => html`<p>${text}</p>`,
        )}
      </div>`;
  }

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

  /** Speaks a cue when it appears, even with the same words as the last one, and not again when a newer cue disappears. */
  private speak(newest: ActiveCue | undefined): void {
    if (newest === undefined) return;
    const key = `${newest.cueId} ${newest.visibleFromMs}`;
    if (this.spokenCues.has(key)) return;
    this.spokenCues.add(key);
    this.spoken = { key, text: `${newest.cue.title}. ${newest.cue.body}` };
  }

  protected override updated(): void {
    if (this.cueHadFocus && this.shadowRoot?.activeElement === null)
      keepFocus(this.shadowRoot, this.answered);
    this.cueHadFocus = false;
    this.answered = false;
    this.tellMoods();
    // A cue counts as shown when it is drawn in a visible tab whose viewer can answer it.
    const isDrawn = document.visibilityState === 'visible' && this.shownSize !== 'strip';
    if (isDrawn && this.attached?.readOnly !== true) {
      for (const entry of visibleCues(this.call.cues, pageClock.nowMs())) {
        this.reportShown(entry);
      }
    }
  }

  private tellMoods(): void {
    const { moods } = this;
    const told = JSON.stringify(moods);
    if (told === this.told) return;
    this.told = told;
    this.dispatchEvent(new UndertoneMoodEvent(moods));
  }

  private nobodyYet(analysis: AnalysisState): TemplateResult | typeof nothing {
    return analysis === 'off' ? nothing : html`<p class="muted">${this.texts.text('speaker.waiting')}</p>`;
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
      this.spoken = undefined;
      this.spokenCues.clear();
      this.shownCues.clear();
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
    this.tell(cueId, action, afterMs);
    this.requestUpdate();
  };

  /** Sends feedback. A session that has not started or is over takes none; an answered card disappears all the same. */
  private tell(cueId: string, action: CueAction, afterMs: number): void {
    const { session } = this;
    if (session !== undefined && !SPEECHLESS.includes(session.state.kind)) {
      session.sendFeedback(cueId, action, afterMs);
    }
  }

  private reportShown(entry: ActiveCue): void {
    if (!this.shownCues.has(entry.cueId)) {
      this.shownCues.add(entry.cueId);
      this.tell(entry.cueId, 'shown', 0);
    }
  }
}
