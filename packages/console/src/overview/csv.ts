import { html, type TemplateResult } from 'lit';
import { t } from '../language/text.js';

/** A table as a program reads it: commas, quotes where a value needs them. A value that a spreadsheet would run is not one here. */
export const csvOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, ...rows].map((row) => row.map((value) => cell(String(value))).join(',')).join('\r\n') + '\r\n';

const cell = (text: string): string => {
  const safe = /^[=+@\t\r]/.test(text) || /^-\D/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A link that saves a table. The file is in the link itself: the page's policy allows no `blob:`. */
export const csvLink = (file: string, of: string, text: string): TemplateResult =>
  html`<a class="save" href="data:text/csv;charset=utf-8,${encodeURIComponent(text)}" download="${file}.csv"
    >${t('Save as CSV')}<span class="unseen"> ${of}</span></a
  >`;
