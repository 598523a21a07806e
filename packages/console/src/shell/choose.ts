import { html, type TemplateResult } from 'lit';

export interface Choice {
  readonly value: string;
  readonly title: string;
}

/**
 * A filter with fixed choices. A value that is no choice (an address may hold any) is added, so that the form says what is
 * filtered.
 */
export const choose = (
  title: string,
  name: string,
  choices: readonly Choice[],
  asked: URLSearchParams,
): TemplateResult => {
  const chosen = asked.get(name) ?? '';
  const isKnown = choices.some(({ value }) => value === chosen);
  const all = isKnown ? choices : [...choices, { value: chosen, title: chosen }];
  return html`<label
    >${title}
    <select name=${name}>
      ${all.map(
        (choice) =>
          html`<option
            value=${choice.value}
            ?selected=${choice.value === chosen}
            .selected=${choice.value === chosen}
          >
            ${choice.title}
          </option>`,
      )}
    </select></label
  >`;
};
