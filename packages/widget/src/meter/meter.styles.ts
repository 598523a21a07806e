import { css } from 'lit';

export const meterStyles = css`
  .track {
    position: relative;
    block-size: var(--undertone-meter-size, 0.5rem);
    border-radius: 1rem;
    background: var(--_sunken);
    box-shadow: inset 0 0 0 1px var(--_edge);
    overflow: hidden;
  }

  .fill {
    block-size: 100%;
    inline-size: 0;
    background: var(--undertone-meter-color, var(--_accent));
    transition: inline-size 160ms ease-out;
  }

  .mark {
    position: absolute;
    inset-block: 0;
    inline-size: 2px;
    background: var(--_text);
  }

  @media (forced-colors: active) {
    .track {
      border: 1px solid CanvasText;
      forced-color-adjust: none;
      background: Canvas;
    }

    .fill,
    .mark {
      background: CanvasText;
    }

    .mark {
      outline: 1px solid Canvas;
    }
  }
`;
