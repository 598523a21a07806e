import { svg, type TemplateResult } from 'lit';
import type { MoodKind } from '@undertone/protocol';

/** Mouth and brows of each face, on a circle of radius 9 around (10, 10). Each mood has its own shape, not only its color. */
const FACES: Readonly<Record<MoodKind, string>> = {
  unheard: 'M6 13h.1M10 13h.1M14 13h.1',
  calm: 'M6.5 12.5Q10 14 13.5 12.5',
  pleased: 'M5.5 11.5Q10 17.5 14.5 11.5',
  low: 'M6.5 14.5Q10 12 13.5 14.5M4.8 7.2 7.6 5.6M15.2 7.2 12.4 5.6',
  tense: 'M5.8 13.5 8 12.3l2 1.4 2-1.4 2.2 1.2',
  upset: 'M6 15Q10 10.5 14 15M4.8 5 8.2 7M15.2 5 11.8 7',
  calming: 'M6.5 13.5H13.5M10 1.5V4M8.7 3 10 4.5 11.3 3',
};

/** The face of a mood. It only repeats the word beside it, so a screen reader skips it. */
export const moodIcon = (kind: MoodKind): TemplateResult =>
  svg`<circle cx="10" cy="10" r="9" fill="none" stroke="currentColor" stroke-width="1.75"></circle>
    <path
      d="M7 8.5h.1M13 8.5h.1"
      stroke="currentColor"
      stroke-width="2.25"
      stroke-linecap="round"
    ></path>
    <path
      d=${FACES[kind]}
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    ></path>`;
