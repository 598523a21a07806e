import { css } from 'lit';

export const historyStyles = css`
  .chart {
    display: block;
    inline-size: 100%;
    block-size: var(--undertone-history-size, 4.25rem);
    border-block: 1px solid var(--_line);
    overflow: visible;
  }

  /* Time runs with the text: in a right-to-left language now is at the left. */
  .chart:dir(rtl) {
    scale: -1 1;
  }

  .zero {
    stroke: var(--_line);
  }

  .line {
    fill: none;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .valence {
    stroke: var(--_valence);
  }

  .arousal {
    stroke: var(--_arousal);
    stroke-dasharray: 5 4;
  }

  .end {
    stroke-width: 7;
    stroke-linecap: round;
    stroke-dasharray: none;
  }

  .sound {
    fill: none;
    stroke: var(--_muted);
    stroke-width: 6;
    stroke-linecap: square;
  }

  .axis {
    display: flex;
    justify-content: space-between;
  }

  .legend {
    display: grid;
    grid-template-columns: auto auto minmax(0, 1fr) auto;
    gap: 0 0.5rem;
    align-items: center;
    font-size: var(--_small);
  }

  .legend li {
    display: contents;
  }

  .legend .value {
    text-align: end;
  }

  .sample {
    inline-size: 1.5rem;
    block-size: 0.5rem;
  }

  @container (max-width: 17rem) {
    .legend {
      grid-template-columns: auto minmax(0, 1fr) auto;
    }

    .legend .words {
      grid-area: auto / 2 / auto / 4;
      order: 1;
    }

    .legend li {
      display: grid;
      grid-column: 1 / -1;
      grid-template-columns: subgrid;
      align-items: center;
    }
  }

  .head {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    margin-block-end: 0.25rem;
  }

  @media (forced-colors: active) {
    .valence,
    .arousal,
    .sound {
      stroke: CanvasText;
    }

    .zero {
      stroke: GrayText;
    }
  }
`;
