import type { Answer, Body, Query, Schema } from '../api.js';
import { type AudioInput, toBlob } from '../audio/audio-input.js';
import { formOf } from '../http/form.js';
import { AUDIO_TIMEOUT_MS, type CallOptions, type HttpClient } from '../http/http-client.js';
import { readPages } from '../http/pages.js';

/** An enrolled person. No answer holds the characteristics of the voice. */
export type Speaker = Schema<'Speaker'>;
/** What changes of an enrolled person; what is left out stays. */
export type SpeakerChange = Body<'updateSpeaker'>;
/** Audio of one voice, from one source, with the person's recorded consent. */
export type NewSpeaker = Body<'enrollSpeaker'> & { readonly audio?: AudioInput; readonly filename?: string };
/** More audio of an enrolled person’s voice, from one source. */
export type NewEnrollment = Body<'enrollSpeakerAgain'> & {
  readonly audio?: AudioInput;
  readonly filename?: string;
};

/** The enrolled people. The voices in the organization's calls are compared with them. */
export class Speakers {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** Every person, page by page, the oldest first. */
  list(query: Query<'listSpeakers'> = {}, options?: CallOptions): AsyncGenerator<Speaker, void> {
    const call = { method: 'GET', path: '/v1/voice/speakers', query: { ...query } } as const;
    return readPages<Speaker>(this.http, call, 'speakers', options);
  }

  /** An enrolled person. */
  async get(id: string, options?: CallOptions): Promise<Speaker> {
    const call = { method: 'GET', path: pathOf(id) } as const;
    return (await this.http.call<Answer<'getSpeaker'>>(call, options)).speaker;
  }

  /** Enrolls a person by a recording of the voice alone, with the person’s recorded consent. */
  enroll(speaker: NewSpeaker, options?: CallOptions): Promise<Speaker> {
    return this.send('/v1/voice/speakers', speaker, options);
  }

  /** Makes a new version of the template: from this audio alone, or joined with earlier versions (`mode: 'add'`). */
  enrollAgain(id: string, enrollment: NewEnrollment, options?: CallOptions): Promise<Speaker> {
    return this.send(`${pathOf(id)}/enrollments`, enrollment, options);
  }

  /** Renames an enrolled person, or changes when the voice is forgotten. */
  async update(id: string, change: SpeakerChange, options?: CallOptions): Promise<Speaker> {
    const call = { method: 'PATCH', path: pathOf(id), json: change } as const;
    return (await this.http.call<Answer<'updateSpeaker'>>(call, options)).speaker;
  }

  /** Deletes the template and everything derived from the voice. */
  remove(id: string, options?: CallOptions): Promise<void> {
    return this.http.call({ method: 'DELETE', path: pathOf(id) }, options);
  }

  /** Like `remove`, for a person who withdrew the consent. That consent cannot be used again. */
  withdraw(
    id: string,
    withdrawal: Body<'withdrawSpeakerConsent'> = {},
    options?: CallOptions,
  ): Promise<Schema<'SpeakerWithdrawal'>> {
    return this.http.call({ method: 'POST', path: `${pathOf(id)}/withdraw`, json: withdrawal }, options);
  }

  private async send(
    path: string,
    given: NewSpeaker | NewEnrollment,
    options?: CallOptions,
  ): Promise<Speaker> {
    const { audio, filename = 'audio', ...fields } = given;
    const blob = audio === undefined ? undefined : await toBlob(audio);
    const body = blob === undefined ? { json: fields } : { form: () => formOf(fields, { blob, filename }) };
    const call = { method: 'POST', path, timeoutMs: AUDIO_TIMEOUT_MS, ...body } as const;
    return (await this.http.call<Answer<'enrollSpeaker'>>(call, options)).speaker;
  }
}

const pathOf = (id: string): string => `/v1/voice/speakers/${encodeURIComponent(id)}`;
