import type { Answer, Body, Query, Schema } from '../api.js';
import { type AudioInput, toBlob } from '../audio/audio-input.js';
import { formOf } from '../http/form.js';
import { AUDIO_TIMEOUT_MS, type CallOptions, type HttpClient } from '../http/http-client.js';
import { readPages } from '../http/pages.js';

/** A conversation with its utterances, predictions and cues. */
export type Session = Schema<'Session'>;
/** A conversation as it is listed: what it is, its state and its overview. */
export type SessionListItem = Schema<'SessionListItem'>;
/** One utterance of a conversation: who spoke, when, and how it sounded. */
export type Utterance = Schema<'Utterance'>;
/** What was said in an utterance, with who said it, when and how. */
export type TranscriptLine = Schema<'TranscriptLine'>;
/** The organization's calls by day or week. */
export type Overview = Answer<'getOverview'>;
/** The name of a conversation and what is known of it before its first utterance. All of it may be left out. */
export type NewSession = Body<'createSession'>;
/** How a conversation really ended; what is not known is left out. */
export type SessionOutcome = Body<'submitOutcome'>;
/** A person’s word on how an utterance sounded: a label, valence or arousal. */
export type Correction = Body<'correctUtterance'>;
/** What an agent did with a cue of the session’s stream. */
export type CueAnswer = Body<'answerCue'>;
/** The state of a session after an utterance: its predictions, its KPIs and the alerts it raised. */
export type ObservedUtterance = Answer<'addUtterance'>;
/** Audio (from one source), a result that was computed before, or only words. */
export type NewUtterance = Body<'addUtterance'> & { readonly audio?: AudioInput; readonly filename?: string };

/** Conversations. Their utterances lead to predictions, and the predictions learn from their outcomes. */
export class Sessions {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** Creates a conversation. A stream, uploads and utterances of its name are part of it. */
  async create(session: NewSession = {}, options?: CallOptions): Promise<SessionListItem> {
    const call = { method: 'POST', path: '/v1/sessions', json: session } as const;
    return (await this.http.call<Answer<'createSession'>>(call, options)).session;
  }

  /** Every session, page by page, the newest first. */
  list(query: Query<'listSessions'> = {}, options?: CallOptions): AsyncGenerator<SessionListItem, void> {
    const call = { method: 'GET', path: '/v1/sessions', query: { ...query } } as const;
    return readPages<SessionListItem>(this.http, call, 'sessions', options);
  }

  /** Sums over the sessions that are over, by the day (UTC) or week on which they began. */
  overview(query: Query<'getOverview'> = {}, options?: CallOptions): Promise<Overview> {
    return this.http.call({ method: 'GET', path: '/v1/overview', query: { ...query } }, options);
  }

  /** Where a conversation stands, what is expected of it, and why. */
  async get(id: string, query: Query<'getSession'> = {}, options?: CallOptions): Promise<Session> {
    const call = { method: 'GET', path: pathOf(id), query: { ...query } } as const;
    return (await this.http.call<Answer<'getSession'>>(call, options)).session;
  }

  /** All utterances of a conversation, in its order; {@link get} has the newest 200. */
  utterances(id: string, options?: CallOptions): AsyncGenerator<Utterance, void> {
    const call = { method: 'GET', path: `${pathOf(id)}/utterances` } as const;
    return readPages<Utterance>(this.http, call, 'utterances', options);
  }

  /** What was said, in order, as far as the organization keeps it. */
  transcript(id: string, options?: CallOptions): AsyncGenerator<TranscriptLine, void> {
    const call = { method: 'GET', path: `${pathOf(id)}/transcript` } as const;
    return readPages<TranscriptLine>(this.http, call, 'lines', options);
  }

  /** A token with which one page watches the live call of this session, call or agent. */
  watch(
    name: string,
    query: Query<'watchSession'> = {},
    options?: CallOptions,
  ): Promise<Schema<'StreamToken'>> {
    const call = { method: 'GET', path: `${pathOf(name)}/watch`, query: { ...query } } as const;
    return this.http.call(call, options);
  }

  /** Adds the next utterance. Adding the same `utterance_id` again changes nothing. */
  async addUtterance(id: string, utterance: NewUtterance, options?: CallOptions): Promise<ObservedUtterance> {
    const path = `${pathOf(id)}/utterances`;
    const call = { method: 'POST', path, timeoutMs: AUDIO_TIMEOUT_MS } as const;
    const { audio, filename = 'audio', ...fields } = utterance;
    if (audio === undefined) return this.http.call({ ...call, json: fields }, options);
    const blob = await toBlob(audio);
    return this.http.call({ ...call, form: () => formOf(fields, { blob, filename }) }, options);
  }

  /** Ends it. Its outcome may come along, or later with {@link submitOutcome}. */
  async end(id: string, ending: Body<'endSession'> = {}, options?: CallOptions): Promise<Session> {
    const call = { method: 'POST', path: `${pathOf(id)}/end`, json: ending } as const;
    return (await this.http.call<Answer<'endSession'>>(call, options)).session;
  }

  /** Deletes the session and everything derived from it. */
  remove(id: string, options?: CallOptions): Promise<void> {
    return this.http.call({ method: 'DELETE', path: pathOf(id) }, options);
  }

  /** Reports how the session really ended. The organization's predictions learn from it. */
  submitOutcome(
    id: string,
    outcome: SessionOutcome,
    options?: CallOptions,
  ): Promise<Answer<'submitOutcome'>> {
    return this.http.call({ method: 'POST', path: `${pathOf(id)}/outcome`, json: outcome }, options);
  }

  /** Takes an outcome back: everything is learned anew without it. */
  withdrawOutcome(id: string, options?: CallOptions): Promise<void> {
    return this.http.call({ method: 'DELETE', path: `${pathOf(id)}/outcome` }, options);
  }

  /** Corrects the label of an utterance. */
  correct(correction: Correction, options?: CallOptions): Promise<Answer<'correctUtterance'>> {
    return this.http.call({ method: 'POST', path: '/v1/feedback/corrections', json: correction }, options);
  }

  /** Reports how an agent responded to a cue of the session's stream. */
  answerCue(answer: CueAnswer, options?: CallOptions): Promise<Answer<'answerCue'>> {
    return this.http.call({ method: 'POST', path: '/v1/feedback/cues', json: answer }, options);
  }

  /** Says that an alert was seen. @returns the session's alerts */
  acknowledgeAlert(id: string, alertId: string, options?: CallOptions): Promise<Answer<'acknowledgeAlert'>> {
    const path = `${pathOf(id)}/alerts/${encodeURIComponent(alertId)}/acknowledge`;
    return this.http.call({ method: 'POST', path }, options);
  }
}

const pathOf = (id: string): string => `/v1/sessions/${encodeURIComponent(id)}`;
