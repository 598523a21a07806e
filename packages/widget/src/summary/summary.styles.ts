import { css } from 'lit';

export const summaryStyles = css`
  .summary {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.375rem;
  }

  .word {
    font-size: calc(var(--_size) * 1.5715);
    font-weight: 650;
    line-height: 1.15;
  }

  .picture {
    inline-size: 100%;
    block-size: 3rem;
    border-block-end: 1px solid var(--_edge);
  }

  .picture:dir(rtl) {
    scale: -1 1;
  }

  [data-tone='none'] {
    --_tone: var(--_edge);
  }

  [data-tone='calm'] {
    --_tone: var(--_calm);
  }

  [data-tone='notice'] {
    --_tone: var(--_notice);
  }

  [data-tone='alert'] {
    --_tone: var(--_alert);
  }

  rect {
    fill: var(--_tone);
  }

  rect:is([data-kind='calming'], [data-kind='pleased']) {
    fill-opacity: 0.3;
    stroke: var(--_tone);
    stroke-width: 1.5px;
    vector-effect: non-scaling-stroke;
  }

  .axis {
    display: flex;
    justify-content: space-between;
  }

  .shares {
    display: flex;
    flex-wrap: wrap;
    gap: 0.125rem 0.875rem;
  }

  .key {
    inline-size: 0.625rem;
    block-size: 1rem;
    margin-inline-end: 0.3125rem;
    overflow: visible;
    vertical-align: baseline;
  }

  :host([strip]) .summary {
    display: flex;
    align-items: center;
    gap: 0.75rem;
  }

  :host([strip]) .word {
    font-size: calc(var(--_size) * 1.1429);
    white-space: nowrap;
  }

  :host([strip]) .picture {
    flex: 1 1 0;
    min-inline-size: 0;
    block-size: 1.75rem;
  }

  :host([strip][another]) .picture {
    block-size: 1.25rem;
  }

  @media (forced-colors: active) {
    rect[data-tone] {
      --_tone: CanvasText;
    }
  }
`;
