import { randomUUID } from 'node:crypto';
import type { AroundJob } from '../../concurrency/leased-jobs.js';
import type { Config } from '../../config/config.js';
import { VERSION } from '../../config/version.js';
import { Fault } from '../../domain/fault.js';
import type { Logger } from '../../telemetry/logger.js';
import type { Metrics } from '../../telemetry/metrics.js';
import { openTelemetry } from '../../telemetry/open-telemetry.js';
import type { Tracing } from '../../telemetry/trace.js';
import type { UndoList } from '../start/undo-list.js';
import { DeliverySpans } from './delivery-spans.js';
import { EventTrail } from './event-trail.js';
import { RequestSpans } from './request-spans.js';
import { StreamSpans } from './stream-spans.js';

/** How long a relay that stops waits for the collector. */
const CLOSE_MS = 2_000;

/** Everything of the relay that makes spans. */
export interface Spans {
  readonly requests: RequestSpans;
  readonly streams: StreamSpans;
  readonly deliveries: DeliverySpans;
  /** Runs a background job in a span of its own, as part of the request that ordered it where that is known. */
  readonly job: (name: 'batch' | 'fine-tune') => AroundJob<JobName>;
}

/** Begins to send to the collector. @returns undefined when none is configured, or no traces are wanted */
export const openSpans = async (
  { openTelemetry: settings }: Pick<Config, 'openTelemetry'>,
  { metrics, log, undo }: { readonly metrics: Metrics; readonly log: Logger; readonly undo: UndoList },
): Promise<Spans | undefined> => {
  if (settings === undefined) return undefined;
  const telemetry = await openTelemetry({
    settings,
    metrics,
    version: VERSION,
    instanceId: randomUUID(),
    onLost: (reason) =>
      log.warn({ reason }, 'the OpenTelemetry collector does not take reports: they are lost until it does'),
    onRecovered: () => log.info('the OpenTelemetry collector takes reports again'),
  });
  undo.add(() => telemetry.close(CLOSE_MS));
  return telemetry.tracing && spansOf(telemetry.tracing, undo);
};

const spansOf = (tracing: Tracing, undo: UndoList): Spans => {
  const streams = new StreamSpans(tracing);
  const trail = new EventTrail(
    ({ orgId, sessionId }) =>
      (tracing.current ?? (sessionId === undefined ? undefined : streams.of({ orgId, sessionId })))?.headers,
  ).start();
  undo.add(() => trail.stop());
  return {
    requests: new RequestSpans(tracing),
    streams,
    deliveries: new DeliverySpans(tracing, trail),
    job: (name) => (job, run) => runJob(tracing, { name, job, run }),
  };
};

interface JobName {
  readonly id: string;
  readonly orgId: string;
}

interface JobRun {
  readonly name: string;
  readonly job: JobName;
  readonly run: () => Promise<void>;
}

const runJob = async (tracing: Tracing, { name, job, run }: JobRun): Promise<void> => {
  const span = tracing.start({
    name: `job ${name}`,
    kind: 'consumer',
    parent: tracing.current?.headers,
    attributes: { 'undertone.job_id': job.id, 'undertone.organization_id': job.orgId },
  });
  try {
    await tracing.within(span, run);
    span.end();
  } catch (error) {
    span.end(error instanceof Fault ? error.code : 'failed');
    throw error;
  }
};
