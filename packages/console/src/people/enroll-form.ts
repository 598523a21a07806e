import { html, type TemplateResult } from 'lit';
import { t } from '../language/text.js';

const METHODS = [
  { value: 'written', title: t('in writing') },
  { value: 'digital', title: t('on a form on screen') },
  { value: 'spoken', title: t('spoken') },
  { value: 'recorded_call', title: t('spoken, in a recorded call') },
] as const;

/** The recording field, for a first enrollment and for another one. */
const recording = html`<label class="grow"
  >${t('Recording')}
  <input name="audio" type="file" required accept="audio/*,.wav,.mp3,.ogg,.webm,.flac,.m4a"
/></label>`;

const consent = html`<fieldset class="stack">
  <legend>${t('The person’s consent to being recognized by voice')}</legend>
  <div class="row">
    <label
      >${t('Given')}
      <select name="method" required>
        ${METHODS.map(({ value, title }) => html`<option value=${value}>${title}</option>`)}
      </select></label
    >
    <label>${t('On')} <input name="given_on" type="date" required /></label>
    <label class="grow"
      >${t('Where the record is')}
      <input name="reference" required maxlength="256" placeholder=${t('Contract 1234, annex 2')}
    /></label>
    <label>${t('Until (optional)')} <input name="expires_on" type="date" /></label>
  </div>
  <div class="choices">
    <label
      ><input name="growth" type="checkbox" />
      ${t('Calls may add to it: those in which the person is surely recognized teach how the voice sounds in other moods.')}</label
    >
  </div>
</fieldset>`;

/** The form for a first enrollment: a voice and the consent that it needs. */
export const enrollForm = (busy: boolean, submit: (event: SubmitEvent) => void): TemplateResult =>
  html`<section class="card" aria-labelledby="enroll-title">
    <h2 id="enroll-title">${t('Enroll a person')}</h2>
    <p class="quiet">
      ${t('A recording of this one voice, best half a minute of it, without much noise. It is listened to once and not kept: what stays is a template, encrypted, for this organization alone.')}
    </p>
    <form class="stack" @submit=${submit}>
      <div class="row">
        <label class="grow"
          >${t('Name')} <input name="label" required maxlength="128" autocomplete="off"
        /></label>
        <label class="grow"
          >${t('Your id of the person (optional)')} <input name="external_id" maxlength="128"
        /></label>
        ${recording}
      </div>
      ${consent}
      <button class="main" aria-disabled=${busy}>${t('Enroll')}</button>
    </form>
  </section>`;

/** Whether a recording joins those before, or replaces them: `mode` of the REST API. */
type Mode = 'add' | 'replace';
const MODES: readonly { readonly mode: Mode; readonly title: string }[] = [
  { mode: 'add', title: t('joins those before, and must be the same voice: best in another mood') },
  { mode: 'replace', title: t('is the only one that counts from then on') },
];

/**
 * The form for another recording of an enrolled person; the name and what is usual for the voice stay.
 * @param proposed what is chosen at first
 */
export const enrollAgainForm = (
  { label, busy, proposed }: { readonly label: string; readonly busy: boolean; readonly proposed: Mode },
  submit: (event: SubmitEvent) => void,
  cancel: () => void,
): TemplateResult =>
  html`<form class="stack" aria-label=${t('Enroll {label} again', { label })} @submit=${submit}>
    <p class="quiet">${t('The name and what is usual for the voice stay.')}</p>
    ${recording}
    <fieldset class="choices">
      <legend>${t('This recording')}</legend>
      ${MODES.map(
        ({ mode, title }) =>
          html`<label
            ><input name="mode" type="radio" value=${mode} ?checked=${mode === proposed} /> ${title}</label
          >`,
      )}
    </fieldset>
    ${consent}
    <div class="row">
      <button class="main" aria-disabled=${busy}>${t('Save recording')}</button>
      <button type="button" @click=${cancel}>${t('Cancel')}</button>
    </div>
  </form>`;

/** Converts the form to the body that the REST API takes. */
export const readEnrollment = (form: HTMLFormElement): FormData => {
  const given = new FormData(form);
  const text = (name: string): string => {
    const value = given.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const enrollment = new FormData();
  if (given.has('label')) enrollment.set('label', text('label'));
  if (text('external_id') !== '') enrollment.set('external_id', text('external_id'));
  const agreed = {
    scope: given.has('growth') ? ['voiceprint', 'voiceprint_growth'] : ['voiceprint'],
    // The form gives a day without a time. This is the beginning of that day, in the person's time zone.
    given_at: new Date(`${text('given_on')}T00:00:00`).toISOString(),
    method: text('method'),
    reference: text('reference'),
    ...(text('expires_on') !== '' && {
      expires_at: new Date(`${text('expires_on')}T23:59:59`).toISOString(),
    }),
  };
  enrollment.set('consent', JSON.stringify(agreed));
  if (given.has('mode')) enrollment.set('mode', text('mode'));
  const audio = given.get('audio');
  if (audio !== null) enrollment.set('audio', audio);
  return enrollment;
};
