/**
 * Draws the evaluation's figures as SVG text. Backgrounds are transparent and the ink follows the reader's light or dark
 * scheme, so that they fit any page.
 */
const CELL = 44;
const STYLE = `<style>
text{font:12px system-ui,sans-serif;fill:#1f2328}.faint{fill:#59636e}.line{stroke:#59636e;fill:none}
.bar{fill:#2f6fdb}.mark{stroke:#2f6fdb;fill:none;stroke-width:2}.on{fill:#fff}
@media (prefers-color-scheme: dark){text{fill:#e6edf3}.faint{fill:#9198a1}.line{stroke:#9198a1}
.bar{fill:#6ea8ff}.mark{stroke:#6ea8ff}.on{fill:#0d1117}}
</style>`;

const svg = (width, height, title, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">\n<title>${title}</title>\n${STYLE}\n${body.join('\n')}\n</svg>\n`;

const at = (value) => value.toFixed(1);
const text = (x, y, content, { anchor = 'middle', kind = '' } = {}) =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}"${kind ? ` class="${kind}"` : ''}>${content}</text>`;

/** Confusion matrix: each row's shares in %; a larger share has a stronger color. */
export function confusionFigure(title, labels, counts) {
  const [left, top] = [96, 74];
  const body = [text(left, 20, title, { anchor: 'start' })];
  body.push(text(left, 40, 'rows: label, columns: read, % of the row', { anchor: 'start', kind: 'faint' }));
  labels.forEach((label, i) => {
    body.push(text(left - 8, top + CELL * (i + 0.5) + 4, label, { anchor: 'end' }));
    body.push(text(left + CELL * (i + 0.5), top - 8, label.slice(0, 7)));
  });
  counts.forEach((row, i) => {
    const total = Math.max(
      1,
      row.reduce((a, b) => a + b, 0),
    );
    row.forEach((count, j) => {
      const share = count / total;
      const [x, y] = [left + CELL * j, top + CELL * i];
      body.push(
        `<rect class="bar" x="${x}" y="${y}" width="${CELL - 2}" height="${CELL - 2}" rx="3" fill-opacity="${(0.06 + 0.94 * share).toFixed(3)}"/>`,
        text(x + CELL / 2 - 1, y + CELL / 2 + 3, String(Math.round(100 * share)), {
          kind: share > 0.45 ? 'on' : '',
        }),
      );
    });
  });
  const size = CELL * labels.length;
  return svg(left + size + 12, top + size + 12, title, body);
}

const PLOT = { left: 56, top: 40, width: 320, height: 240 };
const plotX = (share) => PLOT.left + PLOT.width * share;
const plotY = (share) => PLOT.top + PLOT.height * (1 - share);

function frame(title, xTitle, yTitle) {
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    text(PLOT.left - 6, plotY(share) + 4, `${100 * share}`, { anchor: 'end', kind: 'faint' }),
  );
  return [
    text(PLOT.left, 20, title, { anchor: 'start' }),
    `<rect class="line" x="${PLOT.left}" y="${PLOT.top}" width="${PLOT.width}" height="${PLOT.height}"/>`,
    ...ticks,
    text(plotX(0.5), PLOT.top + PLOT.height + 34, xTitle, { kind: 'faint' }),
    `<text class="faint" text-anchor="middle" transform="translate(14 ${plotY(0.5)}) rotate(-90)">${yTitle}</text>`,
  ];
}

/** Reliability: how often readings of a confidence are right. Bars are as wide as the bins; the diagonal is perfect calibration. */
export function reliabilityFigure(title, bins) {
  const body = frame(title, 'confidence, %', 'right, %');
  const largest = Math.max(...bins.map(({ count }) => count));
  bins.forEach(({ low, high, confidence, accuracy, count }) => {
    if (count === 0) return;
    body.push(
      `<rect class="bar" fill-opacity="${(0.25 + (0.75 * count) / largest).toFixed(2)}" x="${at(plotX(low) + 1)}" y="${at(plotY(accuracy))}" width="${at(plotX(high) - plotX(low) - 2)}" height="${at(plotY(0) - plotY(accuracy))}"><title>${count} clips, confidence ${(100 * confidence).toFixed(0)} %, right ${(100 * accuracy).toFixed(0)} %</title></rect>`,
    );
  });
  body.push(
    `<line class="line" stroke-dasharray="4 4" x1="${plotX(0)}" y1="${plotY(0)}" x2="${plotX(1)}" y2="${plotY(1)}"/>`,
    ...[0, 0.5, 1].map((share) =>
      text(plotX(share), PLOT.top + PLOT.height + 16, `${100 * share}`, { kind: 'faint' }),
    ),
  );
  return svg(PLOT.left + PLOT.width + 24, PLOT.top + PLOT.height + 44, title, body);
}

/** UAR against the length of speech heard, one line per corpus. */
export function lengthFigure(title, times, lines) {
  const body = frame(title, 'speech heard', 'UAR, %');
  const place = (index) => plotX((index + 0.5) / times.length);
  times.forEach((time, index) =>
    body.push(text(place(index), PLOT.top + PLOT.height + 16, time, { kind: 'faint' })),
  );
  lines.forEach(({ name, values }) => {
    const points = values.map((value, index) => `${at(place(index))},${at(plotY(value))}`).join(' ');
    body.push(`<polyline class="mark" points="${points}"/>`);
    body.push(text(place(times.length - 1) + 6, plotY(values.at(-1)) + 4, name, { anchor: 'start' }));
  });
  return svg(PLOT.left + PLOT.width + 64, PLOT.top + PLOT.height + 44, title, body);
}
