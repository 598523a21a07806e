import { LABELS } from '@undertone/protocol';
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { VERTICALS, verticalWord } from '../words/words.js';
import { t } from '../language/text.js';

/** One label and its recordings. */
export interface LabelRow {
  /** Stays the same when rows above it are removed: the row's element keeps the chosen files. */
  readonly id: string;
  readonly label: string;
}

export const labelRow = (label: string): LabelRow => ({ id: crypto.randomUUID(), label });

interface TrainForm {
  readonly rows: readonly LabelRow[];
  readonly busy: boolean;
  readonly change: (rows: readonly LabelRow[]) => void;
  readonly submit: (event: SubmitEvent) => void;
}

const KNOWN: readonly string[] = LABELS;

/** A form for recordings by label. For more than fits in one request, use the REST API. */
export const trainForm = ({ rows, busy, change, submit }: TrainForm): TemplateResult =>
  html`<section class="card" aria-labelledby="train-title">
    <h2 id="train-title">${t('Train a model of your own')}</h2>
    <p class="quiet">
      ${t('Short recordings of one person each, with the label that your people gave them: 20 at least, three of each label, at most 50 MB here. They are heard once and not kept. One credit for each second of them, charged when a model came of it.')}
    </p>
    <form class="stack" @submit=${submit}>
      <div class="row">
        <label class="grow"
          >${t('Name')} <input name="name" required maxlength="64" placeholder=${t('Our calls')}
        /></label>
        <label
          >${t('Made for')}
          <select name="vertical">
            <option value="">${t('every vertical')}</option>
            ${Object.keys(VERTICALS).map(
              (vertical) => html`<option value=${vertical}>${verticalWord(vertical)}</option>`,
            )}
          </select></label
        >
        <label
          >${t('When it is better')}
          <select name="activate">
            <option value="never">${t('wait for me')}</option>
            <option value="if_better">${t('use it at once')}</option>
          </select></label
        >
      </div>
      ${repeat(
        rows,
        ({ id }) => id,
        ({ id, label }) =>
          html`<div class="row">
            <label class="grow"
              >${t('Label')}
              <input
                required
                maxlength="64"
                list="known-labels"
                .value=${label}
                @input=${(event: InputEvent) =>
                  change(
                    rows.map((row) =>
                      row.id === id ? { id, label: (event.target as HTMLInputElement).value } : row,
                    ),
                  )}
            /></label>
            <label class="grow"
              >${t('Recordings')}
              <input
                name="files-${id}"
                type="file"
                multiple
                required
                accept="audio/*,.wav,.mp3,.ogg,.webm,.flac,.m4a"
            /></label>
            <button
              type="button"
              ?disabled=${rows.length <= 2}
              @click=${() => change(rows.filter((row) => row.id !== id))}
            >
              ${t('Remove')}<span class="unseen"> ${t('label {label}', { label })}</span>
            </button>
          </div>`,
      )}
      <datalist id="known-labels">${LABELS.map((label) => html`<option value=${label}></option>`)}</datalist>
      <div class="row">
        <button type="button" @click=${() => change([...rows, labelRow('')])}>${t('Another label')}</button>
        <button class="main" aria-disabled=${busy}>${t('Train')}</button>
      </div>
    </form>
  </section>`;

/** Converts the form to the body of `POST /v1/fine-tune`. */
export const readTraining = (form: HTMLFormElement, rows: readonly LabelRow[]): FormData => {
  const given = new FormData(form);
  const order = new FormData();
  for (const name of ['name', 'activate']) order.set(name, given.get(name) ?? '');
  const vertical = given.get('vertical');
  if (typeof vertical === 'string' && vertical !== '') order.set('vertical', vertical);
  const labels = [...new Set(rows.map(({ label }) => label.trim()))];
  const own = labels.filter((label) => !KNOWN.includes(label));
  if (own.length > 0) order.set('labels', JSON.stringify(labels));
  const files = rows.flatMap(({ id, label }) =>
    given
      .getAll(`files-${id}`)
      .flatMap((file) => (file instanceof File ? [{ label: label.trim(), file }] : [])),
  );
  const samples = files.map(({ label }, index) => ({ label, audio: `file-${index + 1}` }));
  order.set('samples', JSON.stringify(samples));
  for (const [index, { file }] of files.entries()) order.set(`file-${index + 1}`, file, file.name);
  return order;
};
