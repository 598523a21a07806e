import type { SocketListener } from '../socket/open-socket.js';
import type { Analysis } from './analysis.js';
import type { Organization } from '../domain/accounts/organization.js';
import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import { newId } from '../domain/ids.js';
import type { FineTuning } from './fine-tuning.js';
import type { Speakers } from '../domain/speakers/speakers.js';
import type { Webhooks } from '../domain/webhooks/webhooks.js';
import { adminRoutes } from '../routes/admin/index.js';
import { apiKeyRoutes } from '../routes/accounts/api-keys.js';
import { analyzeRoutes } from '../routes/analysis/analyze.js';
import { batchRoutes } from '../routes/analysis/batch.js';
import { Application } from '../routes/application.js';
import { consoleRoutes } from '../routes/console/console-routes.js';
import { demoSessionsRoute } from '../routes/demo/demo-sessions.js';
import { demoTokenRoute } from '../routes/demo/demo-token.js';
import { fineTuneRoutes } from '../routes/fine-tune/fine-tune-routes.js';
import { modelRoutes } from '../routes/fine-tune/model-routes.js';
import { healthRoute, type ReadinessChecks, readyRoute } from '../routes/health/health.js';
import { metricsRoute } from '../routes/health/metrics.js';
import { usageRoute } from '../routes/billing/usage.js';
import { walletRoute } from '../routes/billing/wallet.js';
import { withReference } from '../routes/reference/reference-routes.js';
import type { Route } from '../routes/requests/route.js';
import { conversationRoutes } from '../routes/sessions/index.js';
import { StreamEndpoint } from '../routes/streaming/stream-endpoint.js';
import { streamPathRoutes } from '../routes/streaming/stream-paths.js';
import { streamTokensRoute } from '../routes/streaming/stream-tokens.js';
import { speakerRoutes } from '../routes/voice/speaker-routes.js';
import { deliveryRoutes } from '../routes/webhooks/delivery-routes.js';
import { webhookRoutes } from '../routes/webhooks/webhook-routes.js';
import type { Repositories, Services } from './services.js';
import type { PlanPlace, SocketLike } from '../stream/socket.js';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import { Server, type ServerObserver } from '../transport/server.js';
import type { StaticFiles } from '../transport/static-files.js';

export interface GatewayOptions {
  readonly repositories: Repositories;
  readonly services: Services;
  readonly analysis: Analysis;
  readonly fineTuning: FineTuning;
  readonly webhooks: Webhooks;
  readonly speakers: Speakers;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly version: string;
  readonly readiness: ReadinessChecks;
  /** Present while the demo is served. */
  readonly demo: { readonly organization: Organization; readonly files: StaticFiles | undefined } | undefined;
  /** The built console. */
  readonly console: StaticFiles | undefined;
  readonly accept: (socket: SocketLike, auth: StreamAuth | undefined, place: PlanPlace) => SocketListener;
  /** False while new streams are refused. */
  readonly admits: () => boolean;
  readonly handshakesPerMinute: number;
  readonly trustProxy: boolean;
  readonly bodyDeadlineMs?: number;
}

/** Every HTTP endpoint, one row each. A new endpoint is a new row. */
export const routeTable = ({
  repositories,
  services,
  analysis,
  fineTuning,
  webhooks,
  speakers,
  metrics,
  version,
  readiness,
  demo,
  trustProxy,
}: GatewayOptions): readonly Route[] =>
  withReference(
    [
      healthRoute(version),
      readyRoute(readiness),
      metricsRoute(metrics),
      streamTokensRoute(services.issuer),
      ...apiKeyRoutes(services.apiKeys),
      walletRoute(repositories.wallets),
      usageRoute(repositories.usage, services.nowMs),
      ...analyzeRoutes(analysis),
      ...batchRoutes(analysis),
      ...conversationRoutes(services, analysis),
      ...webhookRoutes(webhooks, services.nowMs),
      ...deliveryRoutes(webhooks),
      ...speakerRoutes(speakers),
      ...fineTuneRoutes({ ...fineTuning, nowMs: services.nowMs }),
      ...modelRoutes(fineTuning.models, fineTuning.base),
      ...streamPathRoutes,
      ...consoleRoutes(services.consoleSessions, services.authenticator, trustProxy),
      ...adminRoutes({
        repositories,
        apiKeys: services.apiKeys,
        nowMs: services.nowMs,
        organizationChanged: services.forgetOrganization,
      }),
      ...(demo === undefined
        ? []
        : [
            demoTokenRoute(services.issuer, demo.organization),
            demoSessionsRoute(services.conversations, demo.organization),
          ]),
    ],
    version,
  );

/** Puts routes and streaming endpoints behind the server. */
export const createGateway = (options: GatewayOptions): Server => {
  const { services, metrics, log, accept, admits, trustProxy } = options;
  const application = new Application({
    routes: routeTable(options),
    authenticator: services.authenticator,
    idempotency: services.idempotency,
    places: services.places,
    files: [options.demo?.files, options.console].filter((files) => files !== undefined),
    failed: (error, requestId) => log.error({ err: error, requestId }, 'a handler failed'),
  });
  const onRefused = (reason: string): void => metrics.refused(reason);
  const endpointOf = (endpoint: 'realtime' | 'plain'): StreamEndpoint =>
    new StreamEndpoint(endpoint, { ...services, accept, admits, onRefused });
  return new Server({
    application,
    endpoints: [endpointOf('realtime'), endpointOf('plain')],
    observer: observe(application, metrics, log),
    newRequestId: () => newId('req'),
    nowMs: () => performance.now(),
    wallMs: () => Date.now(),
    // A page that reloads and a server that reconnects its streams come in bursts.
    handshakes: { burst: options.handshakesPerMinute, perMinute: options.handshakesPerMinute },
    trustProxy,
    ...(options.bodyDeadlineMs !== undefined && { bodyDeadlineMs: options.bodyDeadlineMs }),
  });
};

/** Any text can be a method; a label needs a bound. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const observe = (application: Application, metrics: Metrics, log: Logger): ServerObserver => ({
  answered: ({ id, method, path }, status, durationMs) => {
    const route = application.routeName(method, path);
    metrics.answered(METHODS.has(method) ? method : 'other', route, status, durationMs);
    log.debug({ requestId: id, route, status }, 'answered');
  },
  failed: (error, requestId) => log.error({ err: error, requestId }, 'a handler failed'),
  refusedFraming: (fault) => {
    metrics.refused(fault);
    log.warn({ fault }, 'closed a connection with ambiguous framing');
  },
});
