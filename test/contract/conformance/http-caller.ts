/** The interface as a client without any library speaks it. */
import { PlainClient } from '../../support/plain-client.js';
import type { Answer, Caller, Fields, StreamMessage } from './caller.js';

export interface Request {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
}

/** @param nextUrl the relay that gets the next request */
export class HttpCaller implements Caller {
  constructor(
    private readonly nextUrl: () => string,
    private readonly key: string,
  ) {}

  analyze(fields: Fields, file?: Uint8Array<ArrayBuffer>): Promise<Answer> {
    if (file === undefined) return this.json('POST', '/v1/analyze', fields);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, textOf(value));
    form.append('audio', new Blob([file]), 'speech');
    return this.send('POST', '/v1/analyze', { body: form });
  }

  analyzeBatch(batch: Fields): Promise<Answer> {
    return this.json('POST', '/v1/analyze/batch', batch);
  }

  createSession(session: Fields): Promise<Answer> {
    return this.json('POST', '/v1/sessions', session);
  }

  addUtterance(id: string, utterance: Fields): Promise<Answer> {
    return this.json('POST', `/v1/sessions/${id}/utterances`, utterance);
  }

  getSession(id: string): Promise<Answer> {
    return this.send('GET', `/v1/sessions/${id}`);
  }

  endSession(id: string): Promise<Answer> {
    return this.json('POST', `/v1/sessions/${id}/end`, {});
  }

  createFineTune(job: Fields): Promise<Answer> {
    return this.json('POST', '/v1/fine-tune', job);
  }

  getFineTune(id: string): Promise<Answer> {
    return this.send('GET', `/v1/fine-tune/${id}`);
  }

  listSpeakers(): Promise<Answer> {
    return this.send('GET', '/v1/voice/speakers');
  }

  listApiKeys(): Promise<Answer> {
    return this.send('GET', '/v1/api-keys');
  }

  createApiKey(key: Fields): Promise<Answer> {
    return this.json('POST', '/v1/api-keys', key);
  }

  revokeApiKey(id: string): Promise<Answer> {
    return this.send('DELETE', `/v1/api-keys/${id}`);
  }

  createWebhook(webhook: Fields): Promise<Answer> {
    return this.json('POST', '/v1/webhooks', webhook);
  }

  listWebhooks(): Promise<Answer> {
    return this.send('GET', '/v1/webhooks');
  }

  updateWebhook(id: string, change: Fields): Promise<Answer> {
    return this.json('PATCH', `/v1/webhooks/${id}`, change);
  }

  deleteWebhook(id: string): Promise<Answer> {
    return this.send('DELETE', `/v1/webhooks/${id}`);
  }

  async stream(samples: Buffer, vertical: string): Promise<readonly StreamMessage[]> {
    const { key } = this;
    const client = await PlainClient.connect(this.streamUrl(), { key });
    await client.hello({ sample_rate: 16_000, vertical });
    await client.stream(samples, 32_000);
    await client.end();
    return client.inbox.arrivals.map(({ message }) => message);
  }

  /** The same relays, without a key. */
  anonymous(): HttpCaller {
    return new HttpCaller(this.nextUrl, '');
  }

  streamUrl(): string {
    return this.nextUrl().replace('http', 'ws');
  }

  json(method: string, path: string, value: unknown): Promise<Answer> {
    return this.send(method, path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    });
  }

  /** Any request, for what is to be refused. Headers replace those of an ordinary one. */
  async send(method: string, path: string, { headers, body }: Request = {}): Promise<Answer> {
    const response = await fetch(`${this.nextUrl()}${path}`, {
      method,
      headers: { ...(this.key !== '' && { authorization: `Bearer ${this.key}` }), ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const json = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, json };
  }
}

/** "in multipart: comma-separated"; objects are JSON text. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(',') : JSON.stringify(value);
};
