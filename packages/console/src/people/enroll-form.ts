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

/** The form for another recording of an enrolled person. From then on only this recording counts. */
export const enrollAgainForm = (
  { label, busy }: { readonly label: string; readonly busy: boolean },
  submit: (event: SubmitEvent) => void,
  cancel: () => void,
): TemplateResult =>
  html`<form class="stack" aria-label=${t('Enroll {label} again', { label })} @submit=${submit}>
    <p class="quiet">
      ${t('Only this recording counts from then on; the name and what is usual for the voice stay.')}
    </p>
    ${recording} ${consent}
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
    scope: 'voiceprint',
    // The form gives a day without a time. This is the beginning of that day, in the person's time zone.
    given_at: new Date(`${text('given_on')}T00:00:00`).toISOString(),
    method: text('method'),
    reference: text('reference'),
    ...(text('expires_on') !== '' && {
      expires_at: new Date(`${text('expires_on')}T23:59:59`).toISOString(),
    }),
  };
  enrollment.set('consent', JSON.stringify(agreed));
  const audio = given.get('audio');
  if (audio !== null) enrollment.set('audio', audio);
  return enrollment;
};
