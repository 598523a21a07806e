import type { UndertonePanel } from '@undertone/widget';
import { element } from './element.js';

/** Connects the settings in the page's bar: the language of the panel and the colors of the page. */
export const connectSettings = (panel: UndertonePanel): void => {
  const language = element('panel-language', HTMLSelectElement);
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
