import { loadModel } from '@undertone/model/node';
import { type Analysis, wireAnalysis } from '../../../app/analysis.js';
import type { SessionUtterance } from '../../../domain/analysis/session-utterance.js';
import { FakeVoices } from '../../../domain/speakers/testing/fake-voices.js';
import { createInferencePool } from '../../../inference/pool/pool.js';
import type { InferencePool } from '../../../inference/port.js';
import { SHIPPED_MODEL_PATH } from '../../../inference/testing/fake-model.js';
import { InProcessWorker } from '../../../inference/testing/in-process-host.js';
import { createMediaDecoder } from '../../../media/index.js';
import { buildDecodeChild } from '../../../media/testing/build-child.js';
import { createSafeHttp } from '../../../outbound/index.js';
import type { Identities } from '../../../domain/speakers/identities.js';
import { createLogger } from '../../../telemetry/logger.js';
import { voicesOfRecordings, wireIdentities } from '../../../app/voices.js';
import { type GatewayRig, startGateway } from '../../testing/gateway-rig.js';

export interface AnalysisRig extends GatewayRig {
  readonly inference: InferencePool;
  readonly analysis: Analysis;
  /** Sets whose voices the next recordings contain. */
  readonly voices: FakeVoices;
  readonly identities: Identities;
  /** The utterances that conversations received. */
  readonly utterances: SessionUtterance[];
  post(path: string, body: BodyInit, headers?: Record<string, string>, key?: string): Promise<Answer>;
}

/** An answer with the fields that tests check. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}

/** The gateway with the shipped model, the real decoders and an organization with an hour of credits. */
export const startAnalysisRig = async (): Promise<AnalysisRig> => {
  const model = await loadModel(SHIPPED_MODEL_PATH);
  const child = await buildDecodeChild();
  const inference = createInferencePool({
    workers: 1,
    spawn: () => new InProcessWorker(model, () => performance.now()),
  });
  await inference.ready();
  const decoder = createMediaDecoder({ childUrl: child.url });
  const http = createSafeHttp({ allowPrivate: true });
  const utterances: SessionUtterance[] = [];
  const voices = new FakeVoices();
  let identities: Identities | undefined;
  let analysis: Analysis | undefined;
  const gateway = await startGateway({
    analysis: (repositories) => {
      identities = wireIdentities({
        store: repositories.speakers,
        engine: voices,
        masters: [Buffer.alloc(32, 9)],
        nowMs: () => Date.now(),
        log: createLogger('silent'),
      });
      analysis = wireAnalysis({
        voices: voicesOfRecordings(voices, identities),
        inference,
        decoder,
        http,
        wallet: repositories.wallets,
        jobStore: repositories.analysisJobs,
        organizations: repositories.organizations,
        onJobFailed: (error) => {
          throw error;
        },
        nowMs: () => Date.now(),
        verticalOf: async (orgId, id) => (await repositories.conversations.find(orgId, id))?.vertical,
        observe: (utterance) => {
          if (utterance.sessionId === undefined) return Promise.resolve(undefined);
          utterances.push(utterance);
          return Promise.resolve({ predictions: { escalation_risk: 0.5 }, kpiPredictions: undefined });
        },
      });
      return analysis;
    },
  });
  if (analysis === undefined || identities === undefined)
    throw new Error('the gateway asks for its analysis');
  const { jobs } = analysis;
  await gateway.fund(gateway.first, 3_600);
  return Object.assign(gateway, {
    inference,
    analysis,
    voices,
    identities,
    utterances,
    post: async (
      path: string,
      body: BodyInit,
      headers: Record<string, string> = {},
      key = gateway.first.key,
    ): Promise<Answer> => {
      const response = await fetch(`${gateway.url}${path}`, {
        method: 'POST',
        body,
        headers: { 'X-API-Key': key, ...headers },
      });
      const text = await response.text();
      const json = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
      return { status: response.status, headers: response.headers, json };
    },
    stop: stopAll(gateway, () => jobs.stop(), [
      () => decoder.close(),
      () => inference.close(),
      () => http.close(),
      () => model.dispose(),
      () => child.remove(),
    ]),
  });
};

const stopAll = (
  gateway: GatewayRig,
  first: () => Promise<void>,
  closers: readonly (() => unknown)[],
): (() => Promise<void>) => {
  const stop = gateway.stop.bind(gateway);
  return async () => {
    await first();
    await stop();
    for (const close of closers) await close();
  };
};
