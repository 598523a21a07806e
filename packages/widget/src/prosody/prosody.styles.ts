import { css } from 'lit';

export const prosodyStyles = css`
  .trace {
    display: block;
    inline-size: 100%;
    block-size: var(--undertone-trace-size, 2.25rem);
    margin-block: 0.25rem 0.375rem;
    overflow: visible;
  }

  .trace:dir(rtl) {
    scale: -1 1;
  }

  .trace path {
    fill: none;
    stroke: var(--_accent);
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .rows {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    column-gap: 0.625rem;
    font-size: var(--_small);
  }

  .row {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: baseline;
    padding-block: 0.125rem;
    border-block-start: 1px solid var(--_line);
  }

  .value {
    text-align: end;
    color: var(--_muted);
  }

  dt {
    color: var(--_muted);
  }

  .word {
    font-weight: 550;
  }

  @container (max-width: 17rem) {
    .row {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      column-gap: 0.625rem;
    }

    .value {
      flex-basis: 100%;
      text-align: start;
    }
  }

  @media (forced-colors: active) {
    .trace path {
      stroke: CanvasText;
    }
  }
`;
