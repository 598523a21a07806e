import type { Logger } from '../../telemetry/logger.js';

/** A finished request, told without what it said: no raw path, query, header or body. */
export interface FinishedRequest {
  readonly requestId: string;
  /** Absent: nothing is traced. */
  readonly traceId?: string | undefined;
  /** Absent: no key was shown, or none that is valid. */
  readonly orgId: string | undefined;
  readonly keyId: string | undefined;
  readonly method: string;
  /** The pattern of the route table; `other` for files and for what no route answers. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

/** Balancers and Prometheus ask these every few seconds. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** A probe that succeeds, or a file of a built page: at debug, so that the log holds what callers did. */
const isQuiet = ({ route, status }: FinishedRequest): boolean =>
  status < 400 && (PROBES.has(route) || route === 'other');

/** Writes one line for each request. */
export const logAccess = (log: Logger, request: FinishedRequest): void => {
  const line = { ...request, durationMs: Math.round(request.durationMs * 10) / 10 };
  if (isQuiet(request)) log.debug(line, 'answered');
  else log.info(line, 'answered');
};
