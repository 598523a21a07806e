import type { Member, MemberRole } from '../../domain/accounts/member.js';
import { HttpError } from '../../transport/http-message.js';
import type { KeyRoute } from '../requests/route.js';

/** Each role may do what those before it may. */
const RANKS: readonly MemberRole[] = ['viewer', 'supervisor', 'developer', 'owner'];

/**
 * The least role whose sign-in may call a route, by `METHOD path`. A route without a row is refused to every member, and
 * fails `route-roles.test.ts`. API keys are held by programs: their limits are scopes.
 */
export const ROUTE_ROLES: Readonly<Record<string, MemberRole>> = {
  'POST /v1/stream/tokens': 'developer',
  'GET /v1/api-keys': 'developer',
  'POST /v1/api-keys': 'developer',
  'DELETE /v1/api-keys/:id': 'developer',
  'GET /v1/organization': 'viewer',
  'PATCH /v1/organization': 'owner',
  'GET /v1/organization/export': 'owner',
  'DELETE /v1/organization': 'owner',
  // Rows about one member: everybody for themselves, an owner for all. The handlers look.
  'GET /v1/members': 'owner',
  'POST /v1/members': 'owner',
  'PATCH /v1/members/:id': 'owner',
  'DELETE /v1/members/:id': 'owner',
  'POST /v1/members/:id/invitation': 'owner',
  'GET /v1/members/:id/sessions': 'viewer',
  'DELETE /v1/members/:id/sessions/:session_id': 'viewer',
  'GET /v1/members/:id/passkeys': 'viewer',
  'DELETE /v1/members/:id/passkeys/:passkey_id': 'viewer',
  'GET /v1/audit': 'owner',
  'GET /v1/requests': 'developer',
  'GET /v1/wallet': 'developer',
  'GET /v1/usage': 'developer',
  'GET /v1/wallet/budgets': 'developer',
  'PUT /v1/wallet/budgets': 'developer',
  'POST /v1/analyze': 'supervisor',
  'POST /v1/analyze/audio': 'supervisor',
  'POST /v1/analyze/base64': 'supervisor',
  'POST /v1/analyze/batch': 'supervisor',
  'GET /v1/analyze/jobs/:id': 'supervisor',
  'POST /v1/features/prosody': 'supervisor',
  'GET /v1/webhooks': 'developer',
  'POST /v1/webhooks': 'developer',
  'GET /v1/webhooks/:id': 'developer',
  'PATCH /v1/webhooks/:id': 'developer',
  'DELETE /v1/webhooks/:id': 'developer',
  'POST /v1/webhooks/:id/rotate-secret': 'developer',
  'POST /v1/webhooks/:id/test': 'developer',
  'GET /v1/webhook-deliveries': 'developer',
  'GET /v1/webhooks/:id/deliveries': 'developer',
  'GET /v1/webhooks/:id/deliveries/:delivery_id': 'developer',
  'POST /v1/webhooks/:id/deliveries/:delivery_id/redeliver': 'developer',
  'GET /v1/sessions': 'viewer',
  'POST /v1/sessions': 'supervisor',
  'GET /v1/sessions/:id': 'viewer',
  'GET /v1/sessions/:id/utterances': 'viewer',
  'DELETE /v1/sessions/:id': 'supervisor',
  // What people said: a viewer sees how they sounded.
  'GET /v1/sessions/:id/transcript': 'supervisor',
  'GET /v1/sessions/:id/watch': 'supervisor',
  'POST /v1/sessions/:id/utterances': 'supervisor',
  'POST /v1/sessions/:id/transcript': 'supervisor',
  'POST /v1/sessions/:id/end': 'supervisor',
  'POST /v1/sessions/:id/outcome': 'supervisor',
  'DELETE /v1/sessions/:id/outcome': 'supervisor',
  'POST /v1/sessions/:id/alerts/:alert_id/acknowledge': 'supervisor',
  'POST /v1/feedback/corrections': 'supervisor',
  'POST /v1/feedback/correction': 'supervisor',
  'POST /v1/feedback/cues': 'supervisor',
  'POST /v1/feedback/session_outcome': 'supervisor',
  'GET /v1/overview': 'viewer',
  'GET /v1/kpis': 'viewer',
  'POST /v1/kpis': 'supervisor',
  'PUT /v1/kpis/:name': 'supervisor',
  'DELETE /v1/kpis/:name': 'supervisor',
  'GET /v1/alerts': 'viewer',
  'PUT /v1/alerts': 'supervisor',
  'DELETE /v1/alerts': 'supervisor',
  'GET /v1/predictions/quality': 'viewer',
  'GET /v1/predictions/versions': 'viewer',
  'POST /v1/predictions/rollback': 'supervisor',
  // Voices of people: what a viewer need not see.
  'GET /v1/voice/speakers': 'supervisor',
  'POST /v1/voice/speakers': 'supervisor',
  'GET /v1/voice/speakers/:id': 'supervisor',
  'PATCH /v1/voice/speakers/:id': 'supervisor',
  'DELETE /v1/voice/speakers/:id': 'supervisor',
  'POST /v1/voice/speakers/:id/enrollments': 'supervisor',
  'POST /v1/voice/speakers/:id/withdraw': 'supervisor',
  'GET /v1/lines': 'supervisor',
  'DELETE /v1/lines': 'developer',
  'GET /v1/fine-tune': 'developer',
  'POST /v1/fine-tune': 'developer',
  'GET /v1/fine-tune/:id': 'developer',
  'GET /v1/fine-tune/:id/samples': 'developer',
  'POST /v1/fine-tune/:id/samples': 'developer',
  'POST /v1/fine-tune/:id/start': 'developer',
  'POST /v1/fine-tune/:id/cancel': 'developer',
  'DELETE /v1/fine-tune/:id': 'developer',
  'GET /v1/models': 'viewer',
  'POST /v1/models/:name/activate': 'developer',
  'POST /v1/models/rollback': 'developer',
};

/** Whether a role may do what needs at least another one. */
export const reaches = (role: MemberRole, least: MemberRole): boolean =>
  RANKS.indexOf(role) >= RANKS.indexOf(least);

/** What a role may not do: each route with the least role that may. For pages that offer less to whom they would refuse it. */
export const routesBeyond = (role: MemberRole): Readonly<Record<string, MemberRole>> =>
  Object.fromEntries(Object.entries(ROUTE_ROLES).filter(([, least]) => !reaches(role, least)));

/** 403 for a member whose role may not call the route. */
export const lackOfRole = (
  { role }: Pick<Member, 'role'>,
  { method, path }: Pick<KeyRoute, 'method' | 'path'>,
): HttpError | undefined => {
  const least = ROUTE_ROLES[`${method} ${path}`];
  return least !== undefined && reaches(role, least) ? undefined : beyondRole(role, least);
};

/** 403 that names the least role which may. @param least absent: no member, only an API key */
export const beyondRole = (role: MemberRole, least: MemberRole | undefined): HttpError =>
  new HttpError('forbidden', `the role ${role} may not do this`, {
    details: { role: [least === undefined ? 'no member may, only an API key' : `must be ${orAbove(least)}`] },
  });

const orAbove = (least: MemberRole): string => RANKS.slice(RANKS.indexOf(least)).join(' or ');
