import { html, nothing, type TemplateResult } from 'lit';
import { codeBlock } from './code-block.js';
import { analyzeSamples, KEY_PLACE, panelSample, webhookSample } from './code-samples.js';
import { t } from '../language/text.js';

/** How far an organization has come. */
export interface Progress {
  readonly hasCalled: boolean;
  readonly hasWebhook: boolean;
  readonly hasStreamed: boolean;
}

export interface ChecklistActions {
  readonly busy: boolean;
  readonly makeKey: () => void;
  readonly copy: (text: string) => void;
}

/** From a key to the first panel: four steps, with code that can be run as it stands. */
export const checklist = (
  progress: Progress,
  key: string | undefined,
  secret: string,
  { busy, makeKey, copy }: ChecklistActions,
): TemplateResult => {
  const { origin } = location;
  const shownKey = key ?? KEY_PLACE;
  const firstCall = analyzeSamples(origin, shownKey, 'call.wav')[0]?.code ?? '';
  const steps = [
    {
      title: t('A key'),
      done: key !== undefined,
      body: html`${
        key === undefined
          ? html`<p>
                ${t('The code below needs a key. A new one is shown here once, and the code holds it until you leave this page.')}
              </p>
              <button type="button" class="main" aria-disabled=${busy} @click=${makeKey}>
                ${t('Create a key for trying')}
              </button>`
          : html`<p>${t('Copy it now, it is not shown again.')} <a href="#keys">${t('All keys')}</a></p>
              ${codeBlock(t('the key'), key, copy)}`
      }`,
    },
    {
      title: t('The first call'),
      done: progress.hasCalled,
      body: codeBlock(t('the first call'), firstCall, copy),
    },
    {
      title: t('The first webhook'),
      done: progress.hasWebhook,
      body: html`<p>${t('Told when a call ends.')} <a href="#webhooks">${t('All webhooks')}</a></p>
        ${codeBlock(t('the first webhook'), webhookSample(origin, shownKey, secret), copy)}`,
    },
    {
      title: t('The first panel'),
      done: progress.hasStreamed,
      body: html`<p>${t('In the page of your agents.')}</p>
        ${codeBlock(t('the first panel'), panelSample(origin, shownKey), copy)}`,
    },
  ];
  const next = steps.findIndex(({ done }) => !done);
  return html`<section class="card" aria-labelledby="steps-title">
    <h2 id="steps-title">${t('From here to your own product')}</h2>
    <ol class="steps">
      ${steps.map(
        ({ title, done, body }, index) =>
          html`<li>
            <details ?open=${index === next}>
              <summary>
                <span class="step ${done ? 'done' : ''}" aria-hidden="true">${done ? '✓' : index + 1}</span>
                ${title}${done ? html`<span class="unseen">${t(', done')}</span>` : nothing}
              </summary>
              ${body}
            </details>
          </li>`,
      )}
    </ol>
  </section>`;
};
