import { html, nothing, type TemplateResult } from 'lit';
import type { Directive } from '@undertone/protocol';
import type { MoodView } from '../mood/mood-view.js';
import type { CallState } from '../state/call-state.js';
import { compareVoice, NO_MANNER } from '../state/manner.js';
import { prosodyOf, type SpeakerState } from '../state/speaker-state.js';
import { moodOf, newestVoice } from '../state/voices.js';

/** One person's readings and measurements, for whoever asks for them. They follow the mood, as everything else does. */
export const detailsPart = (
  speaker: SpeakerState,
  view: MoodView,
  { sounds, modelLabels }: CallState,
  floor: number,
  language: string,
): TemplateResult => {
  const isTheirs = ofVoice(speaker);
  return html`
    ${emotionPart(speaker, modelLabels, floor, language)}
    <undertone-escalation .lang=${language} .risk=${view.heat} .tone=${view.tone}></undertone-escalation>
    <undertone-history
      .lang=${language}
      .points=${speaker.history.filter(isTheirs)}
      .sounds=${sounds.filter((sound) => sound.channel === speaker.channel && isTheirs(sound))}
      .nowMs=${speaker.nowMs}
    ></undertone-history>
    <undertone-prosody
      .lang=${language}
      .prosody=${prosodyOf(speaker)}
      .trace=${speaker.trace}
      .voice=${compareVoice(newestVoice(speaker.voices)?.manner ?? NO_MANNER)}
    ></undertone-prosody>
  `;
};

/** Whether something was heard of the person who is shown. On a line that several share, another's would look like theirs. */
const ofVoice = ({
  voices,
  sharedAs,
}: SpeakerState): ((heard: { readonly speakerId?: string | undefined }) => boolean) => {
  const shown = newestVoice(voices)?.id;
  return ({ speakerId }) => sharedAs === undefined || shown === undefined || speakerId === shown;
};

/** Nothing before the mood is known: the headline says that it is not, and "waiting for speech" would be wrong beside "speaking". */
const emotionPart = (
  speaker: SpeakerState,
  modelLabels: CallState['modelLabels'],
  floor: number,
  language: string,
): TemplateResult | typeof nothing => {
  const directive = steadied(speaker);
  if (directive === undefined) return nothing;
  return html`<undertone-emotion
    .lang=${language}
    .directive=${directive}
    .modelLabels=${modelLabels}
    .floor=${floor}
    .steady=${true}
  ></undertone-emotion>`;
};

/** The newest result with the smoothed values of the mood, so that name and numbers belong together. */
export const steadied = (speaker: SpeakerState): Directive | undefined => {
  const { directive } = speaker;
  const { kind, label, probabilities, valence, arousal } = moodOf(speaker);
  if (directive === undefined || kind === 'unheard') return undefined;
  const confidence = label === undefined ? undefined : probabilities[label];
  return {
    ...directive,
    emotion: label,
    confidence,
    valence,
    arousal,
    emotionProbabilities: { ...probabilities },
  };
};
