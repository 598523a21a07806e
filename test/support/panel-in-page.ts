/** What a page with the panel shows. Each function must be self-contained, as in in-page.ts. */

/** Whether an element, at any depth, shows a text of its own. Text only for screen readers does not count. */
export const shows = (wanted: string): boolean => {
  const roots: ParentNode[] = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) roots.push(element.shadowRoot);
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const { width, height } = element.getBoundingClientRect();
      if (width > 1 && height > 1 && own.some((node) => node.textContent?.includes(wanted) === true))
        return true;
    }
  }
  return false;
};

/** The text of the focused control, at any depth. */
export const focusedWords = (): string => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active?.textContent.trim().replace(/\s+/g, ' ') ?? '';
};

/** Whether each line of the chart has an extent, how wide the meters are filled, and the first surface's color. */
export const measurePanel = (): { lines: boolean[]; meters: number[]; surface: string } => {
  const panel = document.querySelector('undertone-panel')!;
  const history = panel.shadowRoot!.querySelector('undertone-history')!.shadowRoot!;
  const lines = [...history.querySelectorAll('svg.chart path')].map((path) => {
    const { width, height } = path.getBoundingClientRect();
    return width > 20 && height > 2;
  });
  const meters = [...panel.shadowRoot!.querySelectorAll('undertone-emotion, undertone-escalation')]
    .flatMap((element) => [...element.shadowRoot!.querySelectorAll('undertone-meter')])
    .map((meter) => meter.shadowRoot!.querySelector('.fill')!.getBoundingClientRect().width);
  const surface = [...panel.shadowRoot!.querySelectorAll('*')]
    .map((element) => getComputedStyle(element).backgroundColor)
    .find((color) => /^rgb\(/.test(color));
  return { lines, meters, surface: surface ?? '' };
};

/** The distance between two colors as `rgb(…)`, 0 … 441. Runs in the test, not in the page. */
export const colorDistance = (one: string, other: string): number => {
  const [a, b] = [one, other].map((color) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
  return Math.hypot(...[0, 1, 2].map((n) => (a?.[n] ?? Number.NaN) - (b?.[n] ?? Number.NaN)));
};
