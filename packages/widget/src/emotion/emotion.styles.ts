import { css } from 'lit';

export const emotionStyles = css`
  .now {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    column-gap: var(--_gap);
    align-items: center;
  }

  .name {
    font-size: calc(var(--_size) * 1.5715);
    font-weight: 650;
    line-height: 1.15;
    letter-spacing: -0.01em;
    overflow-wrap: anywhere;
  }

  .name[data-uncertain] {
    font-weight: 450;
    font-style: italic;
    color: var(--_muted);
  }

  /* The mood above is the headline. */
  :host([steady]) .name {
    font-size: calc(var(--_size) * 1.15);
  }

  .derived {
    display: inline-block;
    margin-inline-start: 0.375rem;
    padding-inline: 0.3125rem;
    border: 1px dashed var(--_edge);
    border-radius: 0.25rem;
    color: var(--_muted);
    font-size: var(--_small);
    font-style: normal;
    font-weight: 450;
    letter-spacing: 0;
    line-height: 1.35;
    vertical-align: 0.15em;
  }

  .confidence {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 0.5rem;
    margin-block-start: 0.375rem;
  }

  .legend .derived {
    margin-inline-start: 0;
  }

  .pad {
    inline-size: 3rem;
    block-size: 3rem;
    color: var(--_edge);
  }

  .pad .dot {
    fill: var(--_accent);
    stroke: var(--_surface);
  }

  .list {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 12.5rem), 1fr));
    gap: 0.125rem 1rem;
    margin-block-start: 0.25rem;
  }

  .row {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr) 2.75rem;
    align-items: center;
    gap: 0.5rem;
    font-size: var(--_small);
  }

  .row[data-top] {
    font-weight: 650;
  }

  .row .label {
    overflow-wrap: anywhere;
  }

  .row .label[data-derived] {
    text-decoration: underline dotted var(--_edge);
    text-underline-offset: 0.2em;
  }

  .row .percent {
    text-align: end;
  }

  .bar {
    block-size: 0.375rem;
    border-radius: 0.25rem;
    background: var(--_line);
    overflow: hidden;
  }

  .bar > div {
    block-size: 100%;
    background: var(--_accent);
  }

  .chevron {
    transition: rotate 120ms;
  }

  [aria-expanded='true'] .chevron {
    rotate: 180deg;
  }

  .legend {
    margin-block-start: 0.375rem;
  }

  @container (max-width: 17rem) {
    .confidence {
      grid-template-columns: minmax(0, 1fr);
      gap: 0.125rem;
    }
  }

  @container (max-width: 12rem) {
    .row {
      grid-template-columns: minmax(0, 1fr) auto;
    }

    .bar,
    .pad {
      display: none;
    }
  }

  @media (forced-colors: active) {
    .bar {
      border: 1px solid CanvasText;
      forced-color-adjust: none;
      background: Canvas;
    }

    .bar > div {
      background: CanvasText;
    }

    .pad {
      color: CanvasText;
    }

    .pad .dot {
      fill: Highlight;
    }
  }
`;
