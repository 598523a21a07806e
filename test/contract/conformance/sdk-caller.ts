/** The interface as the SDK speaks it. What the SDK returns is told in the form that the interface publishes. */
import { ApiError, Undertone } from '@undertone/sdk';
import { WebSocket } from 'ws';
import { paced } from '../../support/pace.js';
import type { Answer, Caller, Fields, StreamMessage } from './caller.js';

type Sdk<T> = (sdk: Undertone) => Promise<T>;
/** The SDK's types are stricter than what some promises must send. */
type Loose = never;

export class SdkCaller implements Caller {
  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  analyze(fields: Fields, file?: Uint8Array<ArrayBuffer>): Promise<Answer> {
    const request = { ...fields, ...(file !== undefined && { audio: file }) };
    return this.told(
      (sdk) => sdk.analyze(request as Loose),
      (result) => ({ ...result }),
    );
  }

  analyzeBatch(batch: Fields): Promise<Answer> {
    return this.told(
      (sdk) => sdk.analyzeBatch(batch as Loose, { pollIntervalMs: 100 }),
      (results) => ({ results }),
    );
  }

  createSession(session: Fields): Promise<Answer> {
    return this.told(
      (sdk) => sdk.sessions.create(session as Loose),
      (created) => ({ session: created }),
    );
  }

  addUtterance(id: string, utterance: Fields): Promise<Answer> {
    return this.told(
      (sdk) => sdk.sessions.addUtterance(id, utterance as Loose),
      (observed) => ({ ...observed }),
    );
  }

  getSession(id: string): Promise<Answer> {
    return this.told(
      (sdk) => sdk.sessions.get(id),
      (session) => ({ session }),
    );
  }

  endSession(id: string): Promise<Answer> {
    return this.told(
      (sdk) => sdk.sessions.end(id),
      (session) => ({ session }),
    );
  }

  createFineTune(job: Fields): Promise<Answer> {
    return this.told(
      (sdk) => sdk.fineTunes.create(job as Loose),
      (created) => ({ job: created }),
    );
  }

  getFineTune(id: string): Promise<Answer> {
    return this.told(
      (sdk) => sdk.fineTunes.get(id),
      (job) => ({ job }),
    );
  }

  listSpeakers(): Promise<Answer> {
    const all = async (sdk: Undertone) => {
      const speakers = [];
      for await (const speaker of sdk.speakers.list()) speakers.push(speaker);
      return speakers;
    };
    return this.told(all, (speakers) => ({ speakers }));
  }

  listApiKeys(): Promise<Answer> {
    return this.told(
      (sdk) => sdk.apiKeys.list(),
      (keys) => ({ api_keys: keys }),
    );
  }

  createApiKey(key: Fields): Promise<Answer> {
    return this.told(
      (sdk) => sdk.apiKeys.create(key as Loose),
      (created) => ({ ...created }),
    );
  }

  revokeApiKey(id: string): Promise<Answer> {
    return this.told((sdk) => sdk.apiKeys.revoke(id), nothing);
  }

  createWebhook(webhook: Fields): Promise<Answer> {
    return this.told(
      (sdk) => sdk.webhooks.create(webhook as Loose),
      (created) => ({ webhook: created }),
    );
  }

  listWebhooks(): Promise<Answer> {
    return this.told(
      (sdk) => sdk.webhooks.list(),
      (webhooks) => ({ webhooks }),
    );
  }

  updateWebhook(id: string, change: Fields): Promise<Answer> {
    return this.told(
      (sdk) => sdk.webhooks.update(id, change as Loose),
      (webhook) => ({ webhook }),
    );
  }

  deleteWebhook(id: string): Promise<Answer> {
    return this.told((sdk) => sdk.webhooks.remove(id), nothing);
  }

  async stream(samples: Buffer, vertical: string): Promise<readonly StreamMessage[]> {
    const sdk = new Undertone({ apiKey: this.key, baseUrl: this.url });
    const stream = await sdk.stream({
      sample_rate: 16_000,
      vertical: vertical as Loose,
      open: (url, protocols) => new WebSocket(url, protocols),
    });
    const frame = 1_280; // 40 ms
    await paced(Math.ceil(samples.length / frame), 40, (n) => {
      stream.send(samples.subarray(n * frame, (n + 1) * frame));
    });
    stream.end();
    const told: StreamMessage[] = [];
    for await (const message of stream) told.push(message);
    return told;
  }

  /** Status and headers come from the last answer on the wire, everything else from what the SDK returned or threw. */
  private async told<T>(call: Sdk<T>, published: (value: T) => Record<string, unknown>): Promise<Answer> {
    let last: Response | undefined;
    const sdk = new Undertone({
      apiKey: this.key,
      baseUrl: this.url,
      maxRetries: 0,
      fetch: async (...request: Parameters<typeof fetch>) => (last = await fetch(...request)),
    });
    try {
      const json = published(await call(sdk));
      return { status: last?.status ?? 0, headers: last?.headers ?? new Headers(), json };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, code, message, details } = error;
      const json = { error: { code, message, ...(details !== undefined && { details }) } };
      return { status, headers: last?.headers ?? new Headers(), json };
    }
  }
}

const nothing = (): Record<string, unknown> => ({});
