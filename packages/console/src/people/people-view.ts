import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Speaker } from '@undertone/sdk';
import { call } from '../api/call.js';
import { decimal, formatDate, formatNumber } from '../shell/format.js';
import { View } from '../shell/view.js';
import { enrollAgainForm, enrollForm, readEnrollment } from './enroll-form.js';
import { t } from '../language/text.js';
import { consentMethodWord } from '../words/state-words.js';

interface PeoplePage {
  readonly speakers: readonly Speaker[];
  readonly next_cursor: string | null;
}

const pathOf = ({ id }: Speaker): string => `/v1/voice/speakers/${encodeURIComponent(id)}`;

const recognized = ({ enrollment, sessions, last_recognized_at: last }: Speaker): string => {
  const past =
    sessions === 0
      ? t('not yet')
      : t(sessions === 1 ? 'in {sessions} call, last {last}' : 'in {sessions} calls, last {last}', {
          sessions: formatNumber(sessions),
          last: formatDate(last),
        });
  return enrollment.status === 'outdated'
    ? t('{past}; not any more, since another voice model is in use: enroll the person again', { past })
    : past;
};

/** People who are recognized by voice: enroll them with a consent, rename or delete them. */
export class PeopleView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    people: { state: true },
    cursor: { state: true },
    renaming: { state: true },
    enrolling: { state: true },
    resembled: { state: true },
  };

  declare private people: readonly Speaker[];
  declare private cursor: string | null;
  declare private renaming: string | undefined;
  declare private enrolling: string | undefined;
  /** Whom a person sounded like when they were enrolled here, by id. The relay says it only then. */
  declare private resembled: ReadonlyMap<string, string>;

  constructor() {
    super();
    this.people = [];
    this.cursor = null;
    this.renaming = undefined;
    this.enrolling = undefined;
    this.resembled = new Map();
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const page = await call<PeoplePage>('GET', '/v1/voice/speakers?limit=50', undefined, signal);
    this.people = page.speakers;
    this.cursor = page.next_cursor;
  }

  protected override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">${t('People')}</h1>
      ${this.problems()} ${this.people.length === 0 ? this.empty() : this.list()}
      ${this.moreButton(this.cursor, this.more)} ${enrollForm(this.busy, this.enroll)}
    `;
  }

  /** A form takes the focus when it opens. When it closes, its person's first button gets the focus. */
  protected override updated(changed: PropertyValues): void {
    for (const [name, open] of [
      ['renaming', this.renaming] as const,
      ['enrolling', this.enrolling] as const,
    ]) {
      const id: unknown = open ?? changed.get(name);
      if (!changed.has(name) || typeof id !== 'string') continue;
      const card = this.querySelector(`[data-person=${CSS.escape(id)}]`);
      card?.querySelector<HTMLElement>(open === undefined ? 'button' : 'form input')?.focus();
    }
  }

  private empty(): TemplateResult | typeof nothing {
    return this.loaded
      ? html`<p class="card quiet">
          ${t('Nobody is enrolled. A person whose voice is enrolled here, with consent, is recognized in later calls that carry this consent scope:')}
          <code>voiceprint</code>
        </p>`
      : nothing;
  }

  private list(): TemplateResult {
    return html`<ul class="grid">
      ${repeat(
        this.people,
        ({ id }) => id,
        (person) =>
          html`<li class="card" data-person=${person.id} aria-label=${person.label}>
            ${this.renaming === person.id ? this.nameForm(person) : html`<h2>${person.label}</h2>`}
            <dl class="facts">
              <dt>${t('Your id')}</dt>
              <dd>${person.external_id ?? '–'}</dd>
              <dt>${t('Enrolled')}</dt>
              <dd>
                ${t('{at}, {seconds} s of speech', { at: formatDate(person.enrollment.enrolled_at), seconds: decimal(person.enrollment.speech_seconds, 1) })}
              </dd>
              ${
                person.enrollment.thin
                  ? html`<dt>${t('Moods')}</dt>
                      <dd>${t('heard in one mood only: add a recording of another mood')}</dd>`
                  : nothing
              }
              ${this.likeness(person)}
              <dt>${t('Recognized')}</dt>
              <dd>${recognized(person)}</dd>
              <dt>${t('Consent')}</dt>
              <dd>${consentMethodWord(person.consent.method)}, ${person.consent.reference}</dd>
              <dt>${t('Forgotten')}</dt>
              <dd>${formatDate(person.expires_at)}</dd>
            </dl>
            ${this.enrolling === person.id ? this.enrollmentForm(person) : this.actions(person)}
          </li>`,
      )}
    </ul>`;
  }

  /** Two who sound alike are often not recognized. It is told until one of them is gone. */
  private likeness({ id }: Speaker): TemplateResult | typeof nothing {
    const otherId = this.resembled.get(id);
    if (otherId === undefined) return nothing;
    const other = this.people.find((person) => person.id === otherId)?.label ?? otherId;
    return html`<dt>${t('Sounds like')}</dt>
      <dd>
        <strong><bdi>${other}</bdi></strong
        >.
        ${t('While both are enrolled, often neither is recognized. If they are one person, delete one of the two, and enroll the other again with its recording, which joins those before.')}
      </dd>`;
  }

  /** Keeps what an enrollment said of another person's voice. @returns what was done, for a screen reader */
  private enrolled({ id, enrollment, label }: Speaker, done: string): string {
    const resembled = new Map(this.resembled);
    resembled.delete(id);
    if (enrollment.resembles !== undefined) resembled.set(id, enrollment.resembles);
    this.resembled = resembled;
    return enrollment.resembles === undefined
      ? done
      : `${done}. ${t('{label} sounds like somebody else who is enrolled', { label })}`;
  }

  /** Of somebody who is gone nothing is left to say. */
  private forget({ id }: Speaker): void {
    this.resembled = new Map([...this.resembled].filter((pair) => !pair.includes(id)));
  }

  private nameForm(person: Speaker): TemplateResult {
    return html`<form class="row" @submit=${(event: SubmitEvent) => this.rename(event, person)}>
      <input name="label" aria-label=${t('New name')} required maxlength="128" .value=${person.label} />
      <button class="main" aria-disabled=${this.busy}>${t('Save')}</button>
      <button type="button" @click=${() => (this.renaming = undefined)}>${t('Cancel')}</button>
    </form>`;
  }

  private enrollmentForm(person: Speaker): TemplateResult {
    return enrollAgainForm(
      { label: person.label, busy: this.busy, proposed: person.enrollment.thin ? 'add' : 'replace' },
      (event) => this.enrollAgain(event, person),
      () => (this.enrolling = undefined),
    );
  }

  private actions(person: Speaker): TemplateResult {
    const name = html`<span class="unseen"> ${person.label}</span>`;
    return html`<div class="row">
      <button type="button" aria-disabled=${this.busy} @click=${() => (this.renaming = person.id)}>
        ${t('Rename')}${name}
      </button>
      <button type="button" aria-disabled=${this.busy} @click=${() => (this.enrolling = person.id)}>
        ${t('Enroll again')}${name}
      </button>
      <button type="button" class="danger" aria-disabled=${this.busy} @click=${() => this.withdraw(person)}>
        ${t('Consent withdrawn')}${name}
      </button>
      <button type="button" class="danger" aria-disabled=${this.busy} @click=${() => this.delete(person)}>
        ${t('Delete')}${name}
      </button>
    </div>`;
  }

  private readonly more = (): void => {
    void this.run(async () => {
      if (this.cursor === null) return;
      const query = new URLSearchParams({ limit: '50', cursor: this.cursor });
      const page = await call<PeoplePage>('GET', `/v1/voice/speakers?${query}`);
      this.people = [...this.people, ...page.speakers];
      this.cursor = page.next_cursor;
    });
  };

  private readonly enroll = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const enrollment = readEnrollment(form);
    void this.run(async () => {
      const { speaker } = await call<{ speaker: Speaker }>('POST', '/v1/voice/speakers', enrollment);
      form.reset();
      this.announce(this.enrolled(speaker, t('{label} was enrolled', { label: speaker.label })));
      await this.reload();
    });
  };

  private enrollAgain(event: SubmitEvent, person: Speaker): void {
    event.preventDefault();
    const enrollment = readEnrollment(event.target as HTMLFormElement);
    void this.run(async () => {
      const { speaker } = await call<{ speaker: Speaker }>(
        'POST',
        `${pathOf(person)}/enrollments`,
        enrollment,
      );
      this.enrolling = undefined;
      this.announce(this.enrolled(speaker, t('{label} was enrolled again', { label: person.label })));
      await this.reload();
    });
  }

  private rename(event: SubmitEvent, person: Speaker): void {
    event.preventDefault();
    const label = new FormData(event.target as HTMLFormElement).get('label');
    void this.run(async () => {
      await call('PATCH', pathOf(person), { label });
      this.renaming = undefined;
      this.announce(t('{label} was renamed', { label: person.label }));
      await this.reload();
    });
  }

  private withdraw(person: Speaker): void {
    const question = t(
      '{label} withdrew the consent? The voice and everything derived from it is deleted, and this consent cannot be used again.',
      { label: person.label },
    );
    void this.run(async () => {
      await call('POST', `${pathOf(person)}/withdraw`, {});
      this.forget(person);
      this.announce(t('{label} was forgotten', { label: person.label }));
      await this.reload();
    }, question);
  }

  private delete(person: Speaker): void {
    void this.run(
      async () => {
        await call('DELETE', pathOf(person));
        this.forget(person);
        this.announce(t('{label} was deleted', { label: person.label }));
        await this.reload();
      },
      t('Delete {label}, the voice and everything derived from it?', { label: person.label }),
    );
  }
}
