/** What a client of the published interface can ask for, in whatever way it asks. */

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The answer as the client got it, in the form that the interface publishes; an error is `{ error }`. */
  readonly json: Readonly<Record<string, unknown>>;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface Caller {
  /** @param file sent as the form's `audio`; without one, the fields are JSON */
  analyze(fields: Fields, file?: Uint8Array<ArrayBuffer>): Promise<Answer>;
  analyzeBatch(batch: Fields): Promise<Answer>;
  createSession(session: Fields): Promise<Answer>;
  addUtterance(id: string, utterance: Fields): Promise<Answer>;
  getSession(id: string): Promise<Answer>;
  endSession(id: string): Promise<Answer>;
  createFineTune(job: Fields): Promise<Answer>;
  getFineTune(id: string): Promise<Answer>;
  listSpeakers(): Promise<Answer>;
  listApiKeys(): Promise<Answer>;
  createApiKey(key: Fields): Promise<Answer>;
  revokeApiKey(id: string): Promise<Answer>;
  createWebhook(webhook: Fields): Promise<Answer>;
  listWebhooks(): Promise<Answer>;
  updateWebhook(id: string, change: Fields): Promise<Answer>;
  deleteWebhook(id: string): Promise<Answer>;
  /** Streams 16-bit samples at 16 kHz at the pace of speech, ends the stream, and returns all that it told. */
  stream(samples: Buffer, vertical: string): Promise<readonly StreamMessage[]>;
}

export interface StreamMessage {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export const errorOf = ({ json }: Answer): ErrorBody => json['error'] as ErrorBody;

/** Status and code, as the table of errors has them. */
export const rowOf = (answer: Answer): [number, string | undefined] => [
  answer.status,
  (answer.json['error'] as ErrorBody | undefined)?.code,
];
