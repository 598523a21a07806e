import type { Analysis } from '../analysis.js';
import type { Organization } from '../../domain/accounts/organization.js';
import type { FineTuning } from '../fine-tuning.js';
import type { Price } from '../../domain/billing/price.js';
import type { Speakers } from '../../domain/speakers/speakers.js';
import type { Webhooks } from '../../domain/webhooks/webhooks.js';
import { adminRoutes } from '../../routes/admin/index.js';
import { apiKeyRoutes } from '../../routes/accounts/api-keys.js';
import { ownOrganizationRoutes } from '../../routes/accounts/organization-routes.js';
import { analyzeRoutes } from '../../routes/analysis/analyze.js';
import { batchRoutes } from '../../routes/analysis/batch.js';
import { consoleRoutes } from '../../routes/console/console-routes.js';
import { demoTokenRoute } from '../../routes/demo/demo-token.js';
import { foreignJobReaders, withCompatibility } from '../../compatibility/index.js';
import { fineTuneRoutes } from '../../routes/fine-tune/fine-tune-routes.js';
import { modelRoutes } from '../../routes/fine-tune/model-routes.js';
import type { Capacity } from '../../routes/health/capacity.js';
import { healthRoute, type ReadinessChecks, readyRoute } from '../../routes/health/health.js';
import type { OperatorToken } from '../../routes/auth/operator-token.js';
import { metricsRoute } from '../../routes/health/metrics.js';
import { auditRoute } from '../../routes/logs/audit-route.js';
import { requestLogRoute } from '../../routes/logs/request-log-route.js';
import { memberRoutes } from '../../routes/members/member-routes.js';
import { signInRoutes } from '../../routes/members/sign-in-routes.js';
import { budgetRoutes } from '../../routes/billing/budgets.js';
import { usageRoute } from '../../routes/billing/usage.js';
import { walletRoute } from '../../routes/billing/wallet.js';
import { lineRoutes } from '../../routes/lines/line-routes.js';
import { withReference } from '../../routes/reference/reference-routes.js';
import type { Route } from '../../routes/requests/route.js';
import { conversationRoutes } from '../../routes/sessions/index.js';
import { watchRoute } from '../../routes/sessions/watch-route.js';
import { streamPathRoutes } from '../../routes/streaming/stream-paths.js';
import { streamTokensRoute } from '../../routes/streaming/stream-tokens.js';
import { speakerRoutes } from '../../routes/voice/speaker-routes.js';
import { deliveryRoutes } from '../../routes/webhooks/delivery-routes.js';
import { webhookRoutes } from '../../routes/webhooks/webhook-routes.js';
import type { ListenerParts } from '../webhooks.js';
import type { Repositories } from '../start/repositories.js';
import type { Services } from '../services.js';
import type { Metrics } from '../../telemetry/metrics.js';
import type { StaticFiles } from '../../transport/static-files.js';

/** The parts of the relay that the endpoints use. */
export interface GatewayParts {
  readonly services: Services;
  readonly analysis: Analysis;
  readonly fineTuning: FineTuning;
  readonly webhooks: Webhooks;
  readonly speakers: Speakers;
  readonly listening: ListenerParts;
}

export interface RouteOptions extends GatewayParts {
  readonly repositories: Repositories;
  readonly metrics: Metrics;
  /** Absent: the metrics are open. */
  readonly metricsToken?: OperatorToken;
  /** Absent: wallets show credits alone. */
  readonly price?: Price;
  readonly version: string;
  /** Makes the API reference before the first request; absent, with the first. */
  readonly referenceAtStart?: boolean;
  readonly readiness: ReadinessChecks;
  readonly capacity: () => Capacity;
  /** Present while the demo is served. */
  readonly demo: { readonly organization: Organization; readonly files: StaticFiles | undefined } | undefined;
  readonly trustProxy: boolean;
  /** `wss://…`, where the world reaches the relays. Absent: the name in the request counts. */
  readonly publicUrl?: string | undefined;
}

/** Every HTTP endpoint, one row each. A new endpoint is a new row. */
export const routeTable = (options: RouteOptions): readonly Route[] => {
  const { repositories, services, analysis, fineTuning, webhooks, version, demo } = options;
  const routes = withCompatibility(
    [
      healthRoute(version),
      readyRoute(options.readiness, options.capacity),
      metricsRoute(options.metrics, options.metricsToken),
      streamTokensRoute(services.issuer),
      ...apiKeyRoutes(services.apiKeys),
      ...ownOrganizationRoutes({
        ...repositories,
        apiKeys: services.apiKeys,
        nowMs: services.nowMs,
        organizationChanged: services.forgetOrganization,
      }),
      walletRoute(repositories.wallets, options.price),
      usageRoute(repositories.usage, services.nowMs),
      ...budgetRoutes(repositories.budgets, services.nowMs),
      ...analyzeRoutes(analysis),
      ...batchRoutes(analysis),
      ...conversationRoutes(services, analysis),
      watchRoute(services.issuer, repositories.streams),
      ...webhookRoutes(webhooks, services.nowMs),
      ...deliveryRoutes(webhooks),
      ...speakerRoutes(options.speakers),
      ...lineRoutes(services.lines),
      ...fineTuneRoutes({ ...fineTuning, nowMs: services.nowMs, readers: foreignJobReaders }),
      ...modelRoutes(fineTuning.models, fineTuning.base),
      ...streamPathRoutes,
      ...memberRoutes(services.members, options.publicUrl),
      ...signInRoutes(services),
      requestLogRoute(services.requestLog),
      auditRoute(repositories.audit),
      ...consoleRoutes({
        ...services,
        sessions: services.consoleSessions,
        trustProxy: options.trustProxy,
        publicUrl: options.publicUrl,
      }),
      ...adminRoutes({
        repositories,
        apiKeys: services.apiKeys,
        members: services.members,
        publicUrl: options.publicUrl,
        nowMs: services.nowMs,
        organizationChanged: services.forgetOrganization,
      }),
      ...demoRoutes(services, demo),
    ],
    {
      analysis,
      conversations: services.conversations,
      learning: services.learning,
      nowMs: services.nowMs,
      version,
    },
  );
  return withReference(routes, { version, readyAtStart: options.referenceAtStart ?? false });
};

const demoRoutes = ({ issuer }: Services, demo: RouteOptions['demo']): readonly Route[] =>
  demo === undefined ? [] : [demoTokenRoute(issuer, demo.organization)];
