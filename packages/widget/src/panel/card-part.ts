import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { CHEVRON } from '../base/chevron.js';
import { isOver, type MoodView } from '../mood/mood-view.js';
import type { CallState } from '../state/call-state.js';
import { type ActiveCue, isAbout, visibleCues } from '../state/cue-queue.js';
import { silenceOf } from '../state/lost-sound.js';
import type { SpeakerState } from '../state/speaker-state.js';
import { shownWarnings } from '../state/warning-list.js';
import { analysisState } from '../status/status-view.js';
import { type CuesContext, cuesPart } from './cues-part.js';
import type { PanelSize } from './panel-size.js';
import { inOrder, personPart } from './person-part.js';
import { turnsPart } from './turns-part.js';

/** What the panel knows when it draws itself as a card. */
export interface CardContext extends CuesContext {
  readonly size: Exclude<PanelSize, 'strip'>;
  readonly nowMs: number;
  readonly floor: number;
  /** Whether the agent asked for the details. The full size always has them. */
  readonly isToggledOpen: boolean;
  readonly hideTurns: boolean;
  /** What stands beside the connection state when the page leaves the slot empty. */
  readonly controls: TemplateResult | typeof nothing;
  readonly onToggle: () => void;
}

/** The panel as a card: whether analysis is on, what to do, who sounds how, and the details if they are asked for. */
export const cardPart = (
  call: CallState,
  views: ReadonlyMap<number, MoodView>,
  context: CardContext,
): TemplateResult => {
  const { size, nowMs, isToggledOpen, hideTurns, language } = context;
  const isOpen = size === 'full' || isToggledOpen;
  const cues = visibleCues(call.cues, nowMs);
  // Whoever is not analyzed has no mood; details say why.
  const speakers = inOrder(call.speakers).filter(({ analyzed }) => analyzed || isOpen);
  return html`${topPart(call, context)} ${cuesPart(cues, call, context)}
    <div class="speakers" data-analyzed=${speakers.filter(({ analyzed }) => analyzed).length}>
      ${
        speakers.length === 0
          ? nobodyYet(call, context)
          : repeat(
              speakers,
              ({ channel }) => channel,
              (speaker) => speakerPart(speaker, call, views.get(speaker.channel), cues, isOpen, context),
            )
      }
    </div>
    ${isOpen && !hideTurns ? turnsPart(call, language) : nothing}
    ${size === 'full' ? nothing : togglePart(context)}`;
};

const topPart = (call: CallState, { controls, language }: CardContext): TemplateResult =>
  html`<div class="top">
    <undertone-status
      .lang=${language}
      .connection=${call.connection}
      .code=${call.code}
      .lagMs=${call.lagMs}
      .isAnswered=${call.isAnswered}
      .observers=${isOver(call) ? 0 : call.observers}
      .silence=${silenceOf(call.lost, call.speakers)}
      .isHeld=${call.isHeld}
      .isWatched=${call.isWatched}
      ><slot name="controls">${controls}</slot></undertone-status
    >
    <undertone-warnings
      ?hidden=${call.warnings.length === 0}
      .lang=${language}
      .warnings=${shownWarnings(call.warnings)}
    ></undertone-warnings>
  </div>`;

const speakerPart = (
  speaker: SpeakerState,
  call: CallState,
  view: MoodView | undefined,
  cues: readonly ActiveCue[],
  isOpen: boolean,
  { floor, language, texts }: CardContext,
): TemplateResult | typeof nothing => {
  if (view === undefined) return nothing;
  const isCued = cues.some((cue) => isAbout(cue, speaker.channel, view.kind));
  return personPart(speaker, view, { call, floor, language, texts, isOpen, isCued });
};

const nobodyYet = (call: CallState, { texts }: CardContext): TemplateResult | typeof nothing =>
  analysisState({ ...call, silence: silenceOf(call.lost, call.speakers) }) === 'off'
    ? nothing
    : html`<p class="muted">${texts.text('speaker.waiting')}</p>`;

const togglePart = ({ isToggledOpen, texts, onToggle }: CardContext): TemplateResult =>
  html`<button
    class="quiet-button toggle"
    part="toggle"
    type="button"
    aria-expanded=${isToggledOpen ? 'true' : 'false'}
    @click=${onToggle}
  >
    ${texts.text('details.show')} ${CHEVRON}
  </button>`;
