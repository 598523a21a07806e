import type { UndertonePanel } from '@undertone/widget';
import { SHIPPED_LANGUAGES } from '@undertone/widget/words';
import { element } from './element.js';

/** A language in its own words, such as "Deutsch". */
const nameOf = (language: string): string => {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

/** Connects the settings in the page's bar: the language of the panel and the colors of the page. */
export const connectSettings = (panel: UndertonePanel): void => {
  const language = element('panel-language', HTMLSelectElement);
  language.append(...SHIPPED_LANGUAGES.map((code) => new Option(nameOf(code), code)));
  language.addEventListener('change', () => {
    panel.lang = language.value;
  });
  const theme = element('theme', HTMLSelectElement);
  theme.addEventListener('change', () => {
    document.documentElement.dataset['theme'] = theme.value;
    if (theme.value === '') panel.removeAttribute('theme');
    else panel.setAttribute('theme', theme.value);
  });
};
