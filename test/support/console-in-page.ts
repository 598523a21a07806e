/** What Firefox and WebKit run in a page of the console. Each function must be self-contained, as in in-page.ts. */

/** The places that the navigation leads to. */
export const placesOf = (): string[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('nav a[href^="#"]')].map(({ hash }) => hash);

/** Goes to a place. */
export const goTo = (hash: string): void => {
  location.hash = hash;
};

/** Whether the navigation marks a place as the one that is shown, and its heading has the focus. */
export const isShown = (hash: string): boolean =>
  document.querySelector<HTMLAnchorElement>('nav a[aria-current]')?.hash === hash &&
  document.activeElement instanceof HTMLHeadingElement;

/** How far the page is wider than its window, px. */
export const tooWide = (): number =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** The button or summary that says a text. */
export const buttonThatSays = (text: string): Element | undefined =>
  [...document.querySelectorAll('button, summary')].find(
    (button) => button.getBoundingClientRect().width > 0 && button.textContent.trim().startsWith(text),
  );

/** Whether an element that a screen reader announces says a text. */
export const announces = (text: string): boolean =>
  [...document.querySelectorAll('[role="status"], [role="alert"]')].some(({ textContent }) =>
    textContent.includes(text),
  );
