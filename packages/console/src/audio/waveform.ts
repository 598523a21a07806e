import { html, svg, type TemplateResult } from 'lit';
import type { Hue } from '../words/words.js';

const HEIGHT = 64;

/**
 * A recording as bars, each in the color of the emotion that was heard there.
 * @param peaks 0 to 1
 * @param hueAt of a share of the recording, 0 to 1
 */
export const waveformRow = (
  name: string,
  peaks: readonly number[],
  hueAt: (share: number) => Hue | undefined,
): TemplateResult =>
  html`<span class="lane-name">${name}</span>
    <svg class="wave" height=${HEIGHT} aria-hidden="true">
      ${peaks.map((peak, index) => {
        const height = Math.max(1, peak * HEIGHT);
        const share = index / peaks.length;
        return svg`<rect class=${hueAt(share) ?? ''} x="${(share * 100).toFixed(2)}%" width="${(80 / peaks.length).toFixed(3)}%"
          y=${(HEIGHT - height) / 2} height=${height}></rect>`;
      })}
    </svg>`;
