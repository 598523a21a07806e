import { css } from 'lit';

export const escalationStyles = css`
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem;
    margin-block-end: 0.25rem;
  }

  .word {
    display: inline-flex;
    align-items: center;
    gap: 0.3125rem;
    font-weight: 650;
    font-size: var(--_small);
  }

  :host {
    --undertone-meter-color: var(--_calm);
  }

  :host([level='unknown']) {
    --undertone-meter-color: var(--_edge);
  }

  :host([level='raised']) {
    --undertone-meter-color: var(--_notice);
  }

  :host([level='high']) {
    --undertone-meter-color: var(--_alert);
  }

  /* Downcast is no escalation, but it is not calm either: the color is that of the mood beside it. */
  :host([tone='notice']) {
    --undertone-meter-color: var(--_notice);
  }

  .word svg {
    color: var(--undertone-meter-color);
  }
`;
