import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { AnalysisResult } from '@undertone/sdk';
import { call, fetchBlob } from '../api/call.js';
import { FileDrop } from '../audio/file-drop.js';
import { Playback } from '../audio/playback.js';
import { Recording } from '../audio/recording.js';
import { decimal, formatDuration } from '../shell/format.js';
import { View } from '../shell/view.js';
import type { CallTimeline } from '../timeline/call-timeline.js';
import { laneLegend } from '../timeline/lane.js';
import { emotionWord, hueOf, percent } from '../words/words.js';
import { analyze } from './analysis.js';
import { analysisMoments, analysisRows, analysisWords } from './analysis-picture.js';
import { checklist, type Progress } from './checklist.js';
import { codeBlock } from './code-block.js';
import { cuesThere } from './cues-there.js';
import { analyzeSamples, KEY_PLACE } from './code-samples.js';
import { MicrophoneRecording, microphoneProblem } from './microphone.js';
import sampleUrl from './sample-call.ogg';
import { t } from '../language/text.js';

const WAVE_BARS = 300;

/** A recording that was analyzed. */
interface Tried {
  readonly name: string;
  readonly answer: AnalysisResult;
  readonly peaks: readonly number[];
}

const MAKE_KEY = 'POST /v1/api-keys';

/** The first page: drop a file or speak, and see what Undertone hears, with the code that asks for it. */
export class PlaygroundView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    tried: { state: true },
    progress: { state: true },
    key: { state: true },
    microphone: { state: true },
    notice: { state: true },
    working: { state: true },
  };

  declare private tried: Tried | undefined;
  declare private progress: Progress;
  /** A key that this page made; shown and put into code until the page is left. */
  declare private key: string | undefined;
  declare private microphone: MicrophoneRecording | undefined;
  declare private notice: string;
  declare private working: string;
  private readonly secret = randomText();
  private readonly drop = new FileDrop(this, (file) => {
    if (!this.busy) this.hear(file.name, () => file);
  });
  private readonly playback = new Playback(this);

  constructor() {
    super();
    this.tried = undefined;
    this.progress = { hasCalled: false, hasWebhook: false, hasStreamed: false };
    this.key = undefined;
    this.microphone = undefined;
    this.notice = '';
    this.working = '';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.microphone?.stop();
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    // The steps to one's own product are for who may have a key.
    if (!this.rights.may(MAKE_KEY)) return;
    const [usage, hooks] = await Promise.all([
      call<{ usage: readonly { kind: string }[] }>('GET', '/v1/usage', undefined, signal),
      call<{ webhooks: readonly unknown[] }>('GET', '/v1/webhooks', undefined, signal),
    ]);
    this.progress = {
      hasCalled: usage.usage.length > 0,
      hasWebhook: hooks.webhooks.length > 0,
      hasStreamed: usage.usage.some(({ kind }) => kind === 'stream'),
    };
  }

  protected override render(): TemplateResult {
    const { drop } = this;
    return html`
      <h1 tabindex="-1">${t('Try it')}</h1>
      ${this.problems()}
      <div
        class="card drop ${drop.isOver ? 'over' : ''}"
        @dragover=${drop.dragged}
        @dragleave=${drop.left}
        @drop=${drop.dropped}
      >
        <p>
          ${t('Drop a recording here, or speak: see how it sounds, second by second. It is analyzed and not kept.')}
        </p>
        <div class="row">
          <label class="grow"
            >${t('Recording')} <input type="file" accept="audio/*" @change=${drop.chosen}
          /></label>
          <button type="button" aria-disabled=${this.busy} @click=${this.speak}>
            ${this.microphone === undefined ? t('Speak') : t('Stop and analyze')}
          </button>
          <button type="button" class="main" aria-disabled=${this.busy} @click=${this.trySample}>
            ${t('Try the sample call')}
          </button>
        </div>
        <p class="quiet" role="status">${this.working}</p>
        <p class="problem" role="alert">${this.notice || nothing}</p>
      </div>
      ${this.tried === undefined ? nothing : this.result(this.tried)}
      ${
        this.rights.may(MAKE_KEY)
          ? checklist(this.progress, this.key, this.secret, {
              busy: this.busy,
              makeKey: this.makeKey,
              copy: this.copy,
            })
          : nothing
      }
    `;
  }

  private result({ name, answer, peaks }: Tried): TemplateResult {
    const { duration } = answer;
    const { recording } = this.playback;
    return html`<section class="card" aria-labelledby="heard-title">
        <h2 id="heard-title">${name}</h2>
        ${this.headline(answer, duration)}
        ${
          answer.speech
            ? html`<ut-timeline
                  .label=${t('{name} along its time', { name })}
                  .rows=${analysisRows(answer, peaks, duration)}
                  .duration=${duration}
                  .moments=${analysisMoments(answer)}
                  .tell=${(seconds: number) => analysisWords(answer, seconds)}
                  .playing=${this.playback.atS}
                  @seek=${(event: CustomEvent<number>) => this.playback.playFrom(event.detail)}
                ></ut-timeline>
                ${laneLegend()} ${cuesThere(answer, this.show)}`
            : nothing
        }
        ${
          recording === undefined
            ? html`<p class="quiet">
                ${t('This browser cannot decode the file, so its waveform is not drawn.')}
              </p>`
            : html`<button type="button" @click=${this.playback.toggle}>
                ${recording.isPlaying ? t('Pause') : t('Play')}
              </button>`
        }
      </section>
      <section class="card" aria-labelledby="code-title">
        <h2 id="code-title">${t('The code for it')}</h2>
        ${analyzeSamples(location.origin, this.key ?? KEY_PLACE, name).map(
          ({ id, title, code }, index) =>
            html`<details name="code" ?open=${index === 0} id="code-${id}">
              <summary>${title}</summary>
              ${codeBlock(title, code, this.copy)}
            </details>`,
        )}
        <details name="code">
          <summary>${t('The answer, as JSON')}</summary>
          ${codeBlock(t('the answer'), JSON.stringify(answer, null, 2), this.copy)}
        </details>
      </section>`;
  }

  private headline(answer: AnalysisResult, duration: number): TemplateResult {
    if (!answer.speech) {
      return html`<p>${t('No speech was heard in {duration}.', { duration: formatDuration(duration) })}</p>`;
    }
    const figure = (value: number | null | undefined): string =>
      value === null || value === undefined ? '–' : decimal(value, 2);
    const { emotion = null, confidence, valence, arousal, dominance } = answer;
    return html`<dl class="figures">
      <div>
        <dt>${t('On the whole')}</dt>
        <dd>
          ${
            answer.uncertain === true
              ? html`<span class="tag unsure">${t('Uncertain')}</span>
                  <span class="quiet"
                    >${t('rather {emotion}', { emotion: emotionWord(emotion).toLowerCase() })}</span
                  >`
              : html`<span class="tag ${hueOf(emotion)}">${emotionWord(emotion)}</span>`
          }
        </dd>
      </div>
      <div>
        <dt>${t('Sure')}</dt>
        <dd>${percent(confidence ?? 0)}</dd>
      </div>
      <div>
        <dt>${t('Valence')}</dt>
        <dd>${figure(valence)}</dd>
      </div>
      <div>
        <dt>${t('Arousal')}</dt>
        <dd>${figure(arousal)}</dd>
      </div>
      <div>
        <dt>${t('Dominance')}</dt>
        <dd>${figure(dominance)}</dd>
      </div>
      <div>
        <dt>${t('Duration')}</dt>
        <dd>${formatDuration(duration)}</dd>
      </div>
    </dl>`;
  }

  /** @param from gives the recording; what it fails with is shown as any failure is */
  private hear(name: string, from: () => File | Promise<File>): void {
    this.notice = '';
    this.working = t('Listening to {name}…', { name });
    void this.run(async () => {
      try {
        const file = await from();
        const recording = await decoded(file);
        const answer = await analyze(file, file.name, AbortSignal.timeout(120_000));
        this.playback.load(recording);
        this.tried = { name: file.name, answer, peaks: recording?.peaks(WAVE_BARS) ?? [] };
        this.announce(
          answer.speech ? `${file.name}: ${emotionWord(answer.emotion ?? null)}` : t('No speech was heard'),
        );
        await this.reload();
      } finally {
        this.working = '';
      }
    });
  }

  private readonly trySample = (): void => {
    if (this.busy) return;
    const name = 'sample-call.ogg';
    this.hear(name, async () => new File([await fetchBlob(sampleUrl)], name, { type: 'audio/ogg' }));
  };

  private readonly speak = async (): Promise<void> => {
    if (this.busy) return;
    this.notice = '';
    if (this.microphone !== undefined) {
      const { microphone } = this;
      this.microphone = undefined;
      const file = await microphone.stop();
      this.hear(file.name, () => file);
      return;
    }
    try {
      this.microphone = await MicrophoneRecording.start();
      this.working = t('Recording. Speak a few sentences, then stop.');
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.notice = microphoneProblem(error);
    }
  };

  private readonly show = (seconds: number): void => {
    // The cursor follows a recording by itself.
    if (this.playback.recording === undefined) this.querySelector<CallTimeline>('ut-timeline')?.show(seconds);
    else this.playback.playFrom(seconds);
  };

  private readonly makeKey = (): void => {
    void this.run(async () => {
      const made = await call<{ api_key: { key: string } }>('POST', '/v1/api-keys', {
        name: 'Trying it out',
      });
      this.key = made.api_key.key;
      this.announce(t('The key was created, and the code holds it. Copy it now: it is shown once.'));
    });
  };

  private readonly copy = (text: string): void => {
    void navigator.clipboard.writeText(text).then(
      () => this.announce(t('Copied')),
      () =>
        this.announce(t('This browser does not let the page copy. Select the text and copy it yourself.')),
    );
  };
}

/** Undefined when this browser cannot decode the file: the relay may still. */
const decoded = async (file: File): Promise<Recording | undefined> => {
  try {
    return await Recording.decode(file);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
};

/** A secret as long as a webhook wants it. */
const randomText = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
