import { css } from 'lit';

export const moodStyles = css`
  :host {
    --_tone: var(--_edge);
    container-type: inline-size;
  }

  :host([tone='calm']) {
    --_tone: var(--_calm);
  }

  :host([tone='notice']) {
    --_tone: var(--_notice);
  }

  :host([tone='alert']) {
    --_tone: var(--_alert);
  }

  .mood {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) minmax(3rem, 34%);
    align-items: center;
    gap: 0.375rem 0.625rem;
  }

  .face {
    inline-size: 2.25rem;
    block-size: 2.25rem;
    color: var(--_tone);
  }

  .word {
    font-size: calc(var(--_size) * 1.5715);
    font-weight: 650;
    line-height: 1.15;
    letter-spacing: -0.01em;
    color: var(--_tone);
    overflow-wrap: anywhere;
  }

  :host([tone='none']) .word {
    color: var(--_muted);
    font-weight: 450;
  }

  .age {
    color: var(--_muted);
  }

  /* Dimmed: the state of a while ago. The date says so in words, and the dashed face by shape. */
  :host([dim]) .word {
    color: var(--_muted);
    font-weight: 450;
  }

  :host([dim]) .face {
    color: var(--_edge);
    stroke-dasharray: 2 1.5;
  }

  :host([dim]) .line {
    stroke: var(--_edge);
  }

  .trend {
    display: grid;
    justify-items: end;
    min-inline-size: 0;
  }

  .trend svg {
    inline-size: 100%;
    block-size: 1.75rem;
    overflow: visible;
  }

  .line {
    fill: none;
    stroke: var(--_tone);
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .line.end {
    stroke-width: 6;
  }

  .advice,
  .reason {
    grid-column: 1 / -1;
    overflow-wrap: anywhere;
  }

  :host([strip]) .mood {
    gap: 0 0.5rem;
  }

  :host([strip]) .face {
    inline-size: 1.75rem;
    block-size: 1.75rem;
  }

  :host([strip]) .word {
    font-size: calc(var(--_size) * 1.1429);
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }

  :host([strip]) .age {
    line-height: 1.1;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }

  .trend svg:dir(rtl) {
    scale: -1 1;
  }

  /* Beside the trend a long word ("Aufgebracht", "Scoraggiamento") would break in the middle. */
  @container (max-width: 20rem) {
    :host(:not([strip])) .mood {
      grid-template-columns: auto minmax(0, 1fr);
    }

    :host(:not([strip])) .trend {
      grid-column: 1 / -1;
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
      gap: 0.625rem;
    }
  }

  @container (max-width: 14rem) {
    :host(:not([strip])) .word {
      font-size: calc(var(--_size) * 1.3);
    }
  }

  @media (forced-colors: active) {
    .face,
    .word {
      color: CanvasText;
    }

    .line {
      stroke: CanvasText;
    }
  }
`;
