import type { Language } from './language.js';

const KEPT_AS = 'undertone.console.language';

/** What was chosen in this browser; null when nothing was, or when the browser keeps nothing for pages. */
export const chosenLanguage = (): string | null => {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
};

/** Keeps another language, and shows the page in it. */
export const changeLanguage = (next: Language): void => {
  localStorage.setItem(KEPT_AS, next);
  location.reload();
};
