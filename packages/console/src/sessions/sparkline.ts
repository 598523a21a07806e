import { html, svg, type TemplateResult } from 'lit';
import { t } from '../language/text.js';

const WIDTH = 120;
const HEIGHT = 32;
const EDGE = 3;

/** How pleasant a call sounded from its beginning to its end, in one small line. A gap is silence. */
export const sparkline = (valence: readonly (number | null)[]): TemplateResult => {
  const step = (WIDTH - 2 * EDGE) / Math.max(1, valence.length - 1);
  const points = valence.map((value, index) => ({
    x: EDGE + index * step,
    y: value === null ? null : EDGE + ((1 - value) / 2) * (HEIGHT - 2 * EDGE),
  }));
  let path = '';
  let isDrawn = false;
  for (const { x, y } of points) {
    // A point alone is a dot: a line of no length.
    if (y !== null) path += `${isDrawn ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}${isDrawn ? '' : 'h.1'}`;
    isDrawn = y !== null;
  }
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${spoken(valence)}>
    ${svg`<line class="axis" x1="0" x2=${WIDTH} y1=${HEIGHT / 2} y2=${HEIGHT / 2}></line>
      <path d=${path}></path>`}
  </svg>`;
};

/** The line in words, for those who do not see it. */
const spoken = (valence: readonly (number | null)[]): string => {
  const heard = valence.filter((value) => value !== null);
  const [first] = heard;
  const last = heard.at(-1);
  if (first === undefined || last === undefined) return t('No customer was heard');
  const lowest = Math.min(...heard);
  const word = (value: number): string =>
    value < -0.15 ? t('unpleasant') : value > 0.15 ? t('pleasant') : t('neither pleasant nor unpleasant');
  const way =
    lowest < Math.min(first, last) - 0.2 ? t(', {lowest} in between', { lowest: word(lowest) }) : '';
  return t('Began {first}{way}, ended {last}', { first: word(first), way, last: word(last) });
};
