import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { CueFeedbackEvent } from '../cue/cue-event.js';
import type { CallState } from '../state/call-state.js';
import { channelsOf } from '../state/channels.js';
import type { ActiveCue } from '../state/cue-queue.js';
import { personOf } from '../state/people.js';
import type { Texts } from '../text/texts.js';
import { voiceName } from '../turns/turns-view.js';

/** What the panel knows when it draws its cues. */
export interface CuesContext {
  readonly language: string;
  readonly texts: Texts;
  /** Whether the viewer only watches. */
  readonly readOnly: boolean;
  readonly onFeedback: (event: CueFeedbackEvent) => void;
}

/** The cards of the cues on screen, in a region of their own. */
export const cuesPart = (
  cues: readonly ActiveCue[],
  call: CallState,
  { language, texts, readOnly, onFeedback }: CuesContext,
): TemplateResult =>
  html`<div
    class="cues"
    part="cues"
    role="region"
    aria-label=${texts.text('cue.heading')}
    tabindex="-1"
    ?hidden=${cues.length === 0}
    @undertone-cue-feedback=${onFeedback}
  >
    ${
      // Without a card nothing is left either of the markers that lit's repeat leaves behind (lit/lit#5298).
      cues.length === 0
        ? nothing
        : repeat(
            cues,
            (entry) => entry.cueId,
            (entry) =>
              html`<undertone-cue
                .lang=${language}
                .cue=${entry}
                .about=${agentOf(entry, call, texts)}
                .readOnly=${readOnly}
              ></undertone-cue>`,
          )
    }
  </div>`;

/** The name of the agent that a cue is about; undefined for a cue about the caller, as most are. */
const agentOf = (
  { speakerId, channel }: ActiveCue,
  { people, speakers }: CallState,
  texts: Texts,
): string | undefined => {
  const subject = speakers.find((speaker) => speaker.channel === channel)?.subject;
  const isAgents = subject === 'agent' || personOf(people, speakerId)?.isAgent === true;
  return isAgents
    ? voiceName(people, { speakerId, channel: channel ?? 0 }, channelsOf(speakers), texts)
    : undefined;
};
