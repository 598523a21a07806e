/** What clients do while something breaks: calls of two organizations, and uploads that are repeated until they are answered. */
import { setTimeout as pause } from 'node:timers/promises';
import { encodePcm } from '../../support/pcm.js';
import { ResumingClient, SessionGone } from '../../support/resuming-client.js';
import { speechRate } from '../../support/speech.js';
import { wavBytes } from '../../support/wav.js';
import type { Organization, Stage } from './stage.js';

export const UPLOAD_S = 2;
const REQUEST_MS = 10_000;
const UPLOAD_PATIENCE_MS = 60_000;

/** One live stream, from its first sample to its receipt. */
export interface Call {
  readonly organization: Organization;
  readonly client: ResumingClient;
  readonly samples: number;
  sessionId: string;
  receipt: number | undefined;
  /** The relay told the client that its session cannot go on: an end that was declared. */
  gone: string | undefined;
  /** It ended in a way that no client can understand. */
  failure: string | undefined;
}

/** One recording, sent under one idempotency key until it was answered. */
export interface Upload {
  readonly organization: Organization;
  readonly sessionId: string;
  /** 200: answered. Otherwise what the last try gave. */
  status: number;
  tries: number;
}

export interface Traffic {
  readonly calls: readonly Call[];
  readonly uploads: readonly Upload[];
  /** Resolves when everything has ended. */
  readonly over: Promise<void>;
}

/** A text that is stored with every session of a run and nowhere else. */
export const markOf = (organization: Organization): string => `mark-${organization.id.slice(4)}`;

const ask = (url: string, key: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
    signal: AbortSignal.timeout(REQUEST_MS),
  });

interface Talk {
  readonly organization: Organization;
  /** The relay that it begins on. */
  readonly first: number;
  readonly speech: Float32Array;
  /** A planted bug: the link loses every n-th result. */
  readonly swallow: number | undefined;
}

const talk = (
  stage: Stage,
  { organization, first, speech, swallow }: Talk,
): { call: Call; over: Promise<void> } => {
  let tries = first;
  let results = 0;
  const link = () => stage.links[tries % 2]!;
  const client = new ResumingClient({
    sampleRate: speechRate,
    ...(swallow !== undefined && {
      loses: ({ body }) => body?.kind === 'directive' && (results += 1) % swallow === 0,
    }),
    wsUrl: () => link().wsUrl,
    // Another relay each time the link broke, as behind a balancer.
    fetchToken: async () => {
      if (client.failures.length > 0 || client.connections.length > 0) tries += 1;
      const body = JSON.stringify({
        metadata: { note: markOf(organization) },
        ...(call.sessionId !== '' && { session_id: call.sessionId }),
      });
      const headers = { 'content-type': 'application/json' };
      const made = await ask(`${link().url}/v1/stream/tokens`, organization.key, {
        method: 'POST',
        headers,
        body,
      });
      if (!made.ok) throw new Error(`tokens: HTTP ${made.status} ${await made.text()}`);
      const { token, session_id } = (await made.json()) as { token: string; session_id: string };
      call.sessionId = session_id;
      return token;
    },
  });
  const call: Call = {
    organization,
    client,
    samples: speech.length,
    sessionId: '',
    receipt: undefined,
    gone: undefined,
    failure: undefined,
  };
  const run = async (): Promise<void> => {
    try {
      await client.speak(encodePcm(speech, 'pcm_s16le'));
      call.receipt = (await client.hangUp())?.usage.microCredits;
    } catch (error) {
      if (error instanceof SessionGone) call.gone = error.message;
      else call.failure = String(error);
    }
  };
  return { call, over: run() };
};

const send = async (
  stage: Stage,
  upload: Upload,
  file: Uint8Array<ArrayBuffer>,
  first: number,
): Promise<void> => {
  const untilMs = performance.now() + UPLOAD_PATIENCE_MS;
  for (; performance.now() < untilMs; upload.tries += 1) {
    const form = new FormData();
    form.append('audio', new Blob([file]), 'speech.wav');
    form.append('session_id', upload.sessionId);
    const { url } = stage.links[(first + upload.tries) % 2]!;
    const headers = { 'idempotency-key': upload.sessionId };
    const answer = await ask(`${url}/v1/analyze`, upload.organization.key, {
      method: 'POST',
      headers,
      body: form,
    }).catch(
      () => undefined, // the link broke or hung: the next try says what became of it
    );
    upload.status = answer?.status ?? 0;
    await answer?.arrayBuffer().catch(() => (upload.status = 0));
    if (upload.status >= 200 && upload.status < 500 && ![408, 409, 429, 499].includes(upload.status)) return;
    await pause(500);
  }
};

export interface TrafficOrder {
  readonly ours: Organization;
  readonly theirs: Organization;
  readonly speech: Float32Array;
  readonly swallow?: number | undefined;
}

/** Starts everything. Uploads begin one after another for as long as the calls last. */
export const startTraffic = (stage: Stage, { ours, theirs, speech, swallow }: TrafficOrder): Traffic => {
  const file = wavBytes(speech.slice(0, UPLOAD_S * speechRate), speechRate);
  const talks = [
    talk(stage, { organization: ours, first: 0, speech, swallow }),
    talk(stage, { organization: ours, first: 1, speech, swallow }),
    talk(stage, { organization: ours, first: 0, speech, swallow }),
    talk(stage, { organization: theirs, first: 1, speech, swallow }),
  ];
  const uploads: Upload[] = [];
  let calling = true;
  const uploadAll = async (organization: Organization, first: number): Promise<void> => {
    for (let n = first; calling; n += 1) {
      const sessionId = `up-${organization.id.slice(4)}-${n}`;
      const upload: Upload = { organization, sessionId, status: 0, tries: 0 };
      uploads.push(upload);
      await send(stage, upload, file, n);
      await pause(1_000); // two recordings in three seconds, beside the calls
    }
  };
  const calls = Promise.all(talks.map(({ over }) => over)).then(() => {
    calling = false;
  });
  const over = Promise.all([calls, uploadAll(ours, 0), uploadAll(theirs, 1)]).then(() => undefined);
  return { calls: talks.map(({ call }) => call), uploads, over };
};
