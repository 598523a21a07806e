import { t } from '../language/text.js';
/**
 * Copies a text. If the browser does not allow it, selects where the text is shown, so that the person can copy it.
 * @returns what to announce
 */
export const copyText = async (text: string, shown: Element | null): Promise<string> => {
  try {
    await navigator.clipboard.writeText(text);
    return t('Copied');
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (shown !== null) getSelection()?.selectAllChildren(shown);
    return t('This browser does not let the page copy. The text is selected: copy it yourself.');
  }
};
