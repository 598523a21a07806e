import type { CSSResultOrNative } from 'lit';

/**
 * The style sheets of each document, by their style object. A document does not accept a sheet made for
 * another document.
 */
const wardrobes = new WeakMap<Document, Map<CSSResultOrNative, CSSStyleSheet>>();

/** Applies styles to an element that moved into another document. A document without a window draws nothing and needs no styles. */
export const wearStyles = (root: ShadowRoot, styles: readonly CSSResultOrNative[]): void => {
  const home = root.ownerDocument;
  const view = home.defaultView;
  if (view === null) return;
  const sheets = wardrobes.get(home) ?? new Map<CSSResultOrNative, CSSStyleSheet>();
  wardrobes.set(home, sheets);
  root.adoptedStyleSheets = styles.flatMap((style) => {
    // A sheet that the browser made itself belongs to the document that made it.
    if (!('cssText' in style)) return [];
    const sheet = sheets.get(style) ?? new view.CSSStyleSheet();
    if (!sheets.has(style)) {
      sheets.set(style, sheet);
      sheet.replaceSync(style.cssText);
    }
    return [sheet];
  });
};
