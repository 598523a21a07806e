import type { Command } from './commands.js';

type Row = Readonly<Record<string, unknown>>;

/** An answer for a person: a table for a list, `name: value` lines for one thing. */
export const formatAnswer = ({ field, inWords = asItIs }: Command, answer: unknown): string => {
  if (!isRow(answer)) return 'done\n';
  const shown = field === undefined ? answer : answer[field];
  const message = typeof answer['message'] === 'string' ? `\n${answer['message']}\n` : '';
  if (Array.isArray(shown)) return table(shown.filter(isRow).map(inWords)) + message;
  return (isRow(shown) ? lines(flat(inWords(shown))) : `${String(shown)}\n`) + message;
};

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asItIs = (row: Row): Row => row;

/** What lies one level deeper as `outer.inner`, a line each. */
const flat = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      isRow(value)
        ? Object.entries(value).map(([inner, part]) => [`${name}.${inner}`, part])
        : [[name, value]],
    ),
  );

const text = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const lines = (row: Row): string => {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}  ${text(value)}\n`)
    .join('');
};

const table = (rows: readonly Row[]): string => {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return 'none\n';
  const cells = [columns, ...rows.map((row) => columns.map((column) => text(row[column])))];
  const widths = columns.map((_column, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
};
