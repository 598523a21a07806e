import { html, svg, type TemplateResult } from 'lit';

export interface DayTotal {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly seconds: number;
}

const HEIGHT = 120;
const LABEL_HEIGHT = 18;
const SLOT = 24;

/** Seconds per day as bars. The table below has the same numbers in text. */
export const dayChart = (days: readonly DayTotal[]): TemplateResult => {
  const most = Math.max(1, ...days.map(({ seconds }) => seconds));
  const width = Math.max(1, days.length) * SLOT;
  return html`<svg
    class="chart"
    viewBox="0 0 ${width} ${HEIGHT + LABEL_HEIGHT}"
    preserveAspectRatio="xMinYMax meet"
    role="img"
    aria-label="Seconds of audio by day"
  >
    ${days.map(({ day, seconds }, index) => {
      const height = (seconds / most) * HEIGHT;
      return svg`<rect x=${index * SLOT + 3} y=${HEIGHT - height} width=${SLOT - 6} height=${height} rx="2">
          <title>${day}: ${Math.round(seconds)} s</title>
        </rect>
        <text x=${index * SLOT + SLOT / 2} y=${HEIGHT + LABEL_HEIGHT - 4} text-anchor="middle">${day.slice(8)}</text>`;
    })}
  </svg>`;
};
