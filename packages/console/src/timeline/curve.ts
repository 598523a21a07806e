import { html, svg, type TemplateResult } from 'lit';
import { placeOf } from './scale.js';

/** One line of a chart. */
export interface Curve {
  readonly title: string;
  /** The color's class, and of the key beside the chart. */
  readonly kind: string;
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

export interface CurveScale {
  readonly low: number;
  readonly high: number;
  /** Values at which the axis has a line and a word. */
  readonly marks: readonly { readonly value: number; readonly word: string }[];
}

/** Something that happened at one moment. */
export interface Mark {
  readonly at: number;
  readonly kind: 'alert' | 'cue' | 'good';
  readonly title: string;
}

const HEIGHT = 96;
const EDGE = 8;

/** Lines over the time of the call, with an axis in words. */
export const curveRow = (
  name: string,
  curves: readonly Curve[],
  { low, high, marks }: CurveScale,
  durationS: number,
  moments: readonly Mark[] = [],
): TemplateResult => {
  const y = (value: number): number => {
    const share = (Math.min(high, Math.max(low, value)) - low) / (high - low);
    return EDGE + (1 - share) * (HEIGHT - 2 * EDGE);
  };
  return html`<span class="lane-name"
      >${name}
      ${curves.length < 2 ? '' : html`<span class="keys">${curves.map(({ kind, title }) => html`<span class="key ${kind}">${title}</span>`)}</span>`}
    </span>
    <svg class="curve" height=${HEIGHT} aria-hidden="true">
      ${marks.map(
        ({ value, word }) => svg`<line class="axis" x1="0" x2="100%" y1=${y(value)} y2=${y(value)}></line>
          <text x="100%" dx="-4" y=${y(value)} dy="-3" text-anchor="end">${word}</text>`,
      )}
      ${curves.map(
        ({ kind, points }) =>
          svg`<g class=${kind}>${points.map((point, index) => {
            const before = points[index - 1];
            const [cx, cy] = [placeOf(point.at, durationS), y(point.value)];
            return svg`${
              before === undefined
                ? ''
                : svg`<line x1=${placeOf(before.at, durationS)} y1=${y(before.value)} x2=${cx} y2=${cy}></line>`
            }<circle cx=${cx} cy=${cy} r="2"></circle>`;
          })}</g>`,
      )}
      ${moments.map(
        ({
          at,
          kind,
          title,
        }) => svg`<svg x=${placeOf(at, durationS)} y="0" class="mark ${kind}" overflow="visible">
          <path d="M-6 0H6L0 9Z"></path><line x1="0" x2="0" y1="9" y2=${HEIGHT}></line><title>${title}</title>
        </svg>`,
      )}
    </svg>`;
};
