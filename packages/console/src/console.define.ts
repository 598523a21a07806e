import { loadStrings } from '@undertone/widget/words';
import { chosenLanguage } from './language/chosen-language.js';
import { languageOf, readIn } from './language/language.js';
import { loadTexts } from './language/text.js';

const language = languageOf(chosenLanguage(), navigator.languages);
document.documentElement.lang = language;
readIn(language, navigator.languages);
await Promise.all([loadTexts(language), loadStrings(language)]);
await import('./console.elements.js');
