import { html, svg, type TemplateResult } from 'lit';
import type { Session } from '@undertone/sdk';

type Utterance = Session['utterances'][number];

/** The chart stretches to fill its space. Strokes keep their width, and a point is a stroke of zero length. */
const WIDTH = 640;
const HEIGHT = 160;
const EDGE = 10;
const ROLES = ['caller', 'agent'] as const;

/** Valence during the conversation, one line for each side. The table below has the same numbers. */
export const toneChart = (utterances: readonly Utterance[]): TemplateResult => {
  const end = Math.max(1, ...utterances.map((utterance) => utterance.end));
  const x = (utterance: Utterance): number =>
    EDGE + ((utterance.start + utterance.end) / 2 / end) * (WIDTH - 2 * EDGE);
  const y = (valence: number): number => EDGE + ((1 - valence) / 2) * (HEIGHT - 2 * EDGE);
  const lines = ROLES.map((role) => ({
    role,
    points: utterances.flatMap((utterance) =>
      utterance.role === role && utterance.valence !== null
        ? [{ utterance, x: x(utterance), y: y(utterance.valence) }]
        : [],
    ),
  })).filter(({ points }) => points.length > 0);
  return html`<figure class="tone">
    <svg
      class="tone-chart"
      preserveAspectRatio="none"
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      role="img"
      aria-label="Valence from pleasant (above) to unpleasant (below) along the conversation"
    >
      ${svg`<line class="axis" x1="0" x2=${WIDTH} y1=${HEIGHT / 2} y2=${HEIGHT / 2}></line>`}
      ${lines.map(
        ({ role, points }) => svg`<g class=${role}>
          <polyline points=${points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(' ')}></polyline>
          ${points.map(
            (point) => svg`<path d="M${point.x.toFixed(1)},${point.y.toFixed(1)}h0">
              <title>${point.utterance.speaker_id}, ${point.utterance.start.toFixed(1)} s: ${point.utterance.emotion ?? '–'}</title>
            </path>`,
          )}
        </g>`,
      )}
    </svg>
    <figcaption class="quiet">
      ${lines.map(({ role }) => html`<span class="key ${role}">${role}</span> `)} Valence over
      ${end.toFixed(0)} s: above the line pleasant, below it unpleasant.
    </figcaption>
  </figure>`;
};
