import { t } from '../language/text.js';
import { html, svg, type TemplateResult } from 'lit';
import { emotionsOf } from '@undertone/protocol';
import {
  clock,
  emotionWord,
  type Hue,
  HUE_WORDS,
  hueOf,
  hueOfMood,
  type Mood,
  moodWord,
} from '../words/words.js';
import { placeOf } from './scale.js';

/** A stretch of speech of one voice. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly emotion: string | null;
  readonly uncertain: boolean;
  readonly mood?: Mood | null;
  readonly arousal: number | null;
}

export interface Lane {
  readonly name: string;
  readonly stretches: readonly Stretch[];
}

const HEIGHT = 40;

/** What the colors and heights of lanes say. */
export const laneLegend = (): TemplateResult =>
  html`<p class="quiet hues">
    ${HUE_WORDS.map(({ hue, title }) => html`<span class="tag ${hue}">${title}</span>`)}
    <span>${t('The higher a stretch, the more energy in the voice.')}</span>
  </p>`;

/** One voice: each stretch in the color of its emotion, the higher the more energy it had. */
export const laneRow = ({ name, stretches }: Lane, durationS: number): TemplateResult =>
  html`<span class="lane-name">${name}</span>
    <svg class="lane" height=${HEIGHT} aria-hidden="true">
      ${stretches.map((stretch) => {
        const { start, end, arousal } = stretch;
        const height = HEIGHT * (0.35 + 0.6 * (((arousal ?? -1) + 1) / 2));
        const width = ((end - start) / Math.max(durationS, 0.001)) * 100;
        return svg`<rect class=${`stretch ${hueIn(stretch)}`}
          x=${placeOf(start, durationS)} width="${Math.max(0.2, width).toFixed(2)}%"
          y=${(HEIGHT - height) / 2} height=${height} rx="2">
          <title>${clock(start)} ${name}: ${stretchWords(stretch)}</title>
        </rect>`;
      })}
    </svg>`;

interface Judged {
  readonly emotion: string | null;
  readonly uncertain: boolean;
  /** What the panel showed; null and absent where there was none. */
  readonly mood?: Mood | null;
}

/** How something sounded, as the API answers it. */
export const judged = ({
  emotion,
  uncertain,
  mood,
}: {
  readonly emotion: string | null;
  readonly uncertain: boolean | null;
  readonly mood: Mood | null;
}): Judged => ({ emotion, uncertain: uncertain === true, mood });

/** The color of a stretch: the panel's mood, or the emotion's. What is uncertain has none of a mood: lists and sums call it uncertain too. */
export const hueIn = ({ emotion, uncertain, mood = null }: Judged): Hue =>
  mood === null ? hueOf(uncertain ? null : emotion) : hueOfMood(mood);

/** The panel's word, and the emotion beside it by the panel's rules: only where it is sure and goes with the mood. */
export const stretchWords = ({ emotion, uncertain, mood = null }: Judged): string => {
  const word = emotionWord(emotion).toLowerCase();
  if (mood === null) return uncertain ? t('uncertain, closest: {emotion}', { emotion: word }) : word;
  const isTold = emotion !== null && !uncertain && emotionsOf(mood).includes(emotion);
  const sounded = moodWord(mood).toLowerCase();
  return isTold ? `${sounded}, ${word}` : sounded;
};
