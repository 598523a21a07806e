import type { CSSResultOrNative } from 'lit';

/**
 * The style sheets made for each document, by their style object. A document does not accept a sheet made for
 * another one.
 */
const wardrobes = new WeakMap<Document, Map<CSSResultOrNative, CSSStyleSheet>>();

/** Puts styles on an element that was moved into another document. One without a window draws nothing and needs none. */
export const wearStyles = (root: ShadowRoot, styles: readonly CSSResultOrNative[]): void => {
  const home = root.ownerDocument;
  const view = home.defaultView;
  if (view === null) return;
  const sheets = wardrobes.get(home) ?? new Map<CSSResultOrNative, CSSStyleSheet>();
  wardrobes.set(home, sheets);
  root.adoptedStyleSheets = styles.flatMap((style) => {
    // A sheet of the browser's own making belongs to the document that made it.
    if (!('cssText' in style)) return [];
    const sheet = sheets.get(style) ?? new view.CSSStyleSheet();
    if (!sheets.has(style)) {
      sheets.set(style, sheet);
      sheet.replaceSync(style.cssText);
    }
    return [sheet];
  });
};
