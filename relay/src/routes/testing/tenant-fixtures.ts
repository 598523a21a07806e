import { apiKeyId, deliveryId, jobId, SECRET, webhookId } from './account-ids.js';
import type { TenantRow } from './id-slot.js';
import { memberId, memberSessionId, passkeyId } from './member-ids.js';
import { cancelFineTune, fineTuneId, tunedModelName } from './model-ids.js';
import {
  alertId,
  conversationId,
  endConversation,
  KPI,
  kpiName,
  predictedUtterance,
  startStream,
  streamInto,
  streamSession,
} from './session-ids.js';
import { ENROLLMENT, speakerId } from './voice-ids.js';

/**
 * One entry for each row of the route table that needs a key, by `METHOD path`. A route without an entry
 * fails the tests, and so does an entry without a route. A new endpoint needs a new entry.
 */
export const TENANT_ROWS: Readonly<Record<string, TenantRow>> = {
  'POST /v1/stream/tokens': { ids: [streamSession] },
  'GET /v1/api-keys': { ids: [] },
  'POST /v1/api-keys': { ids: [], body: { name: 'A key' } },
  'DELETE /v1/api-keys/:id': { ids: [apiKeyId] },
  'GET /v1/organization': { ids: [] },
  'PATCH /v1/organization': { ids: [], body: { policy: { retention_days: null } } },
  'GET /v1/organization/export': { ids: [] },
  // Without its name it does nothing.
  'DELETE /v1/organization': { ids: [] },
  'GET /v1/members': { ids: [] },
  'POST /v1/members': { ids: [], body: { email: 'somebody@example.com', role: 'viewer' } },
  'PATCH /v1/members/:id': { ids: [memberId(200)], body: { name: 'Somebody' } },
  'DELETE /v1/members/:id': { ids: [memberId(204)] },
  'POST /v1/members/:id/invitation': { ids: [memberId(201)] },
  'GET /v1/members/:id/sessions': { ids: [memberId(200)] },
  'DELETE /v1/members/:id/sessions/:session_id': { ids: [memberId(204), memberSessionId] },
  'GET /v1/members/:id/passkeys': { ids: [memberId(200)] },
  'DELETE /v1/members/:id/passkeys/:passkey_id': { ids: [memberId(204), passkeyId] },
  'GET /v1/audit': { ids: [] },
  'GET /v1/requests': { ids: [] },
  'GET /v1/wallet': { ids: [] },
  'GET /v1/usage': { ids: [] },
  'GET /v1/wallet/budgets': { ids: [] },
  'PUT /v1/wallet/budgets': { ids: [], body: { budgets: [] } },
  // `session_id` and `speaker_id` of an analysis are the caller's own text, not ids from the relay.
  'POST /v1/analyze': { ids: [], body: { audio_base64: 'AAAA' } },
  'POST /v1/analyze/audio': { ids: [] },
  'POST /v1/analyze/base64': { ids: [], body: { audio_base64: 'AAAA' } },
  'GET /v1/analyze/jobs/:id': { ids: [jobId] },
  'GET /v1/webhooks': { ids: [] },
  'POST /v1/webhooks': {
    ids: [],
    body: { url: 'https://example.com/hooks', events: ['session.end'], secret: SECRET },
  },
  'GET /v1/webhooks/:id': { ids: [webhookId(200)] },
  'PATCH /v1/webhooks/:id': { ids: [webhookId(200)], body: { active: false } },
  'DELETE /v1/webhooks/:id': { ids: [webhookId(204)] },
  'POST /v1/webhooks/:id/rotate-secret': { ids: [webhookId(200)], body: { secret: `${SECRET}again` } },
  'POST /v1/webhooks/:id/test': { ids: [webhookId(202)] },
  'GET /v1/webhook-deliveries': { ids: [] },
  'GET /v1/webhooks/:id/deliveries/:delivery_id': { ids: [webhookId(200), deliveryId(200)] },
  'GET /v1/webhooks/:id/deliveries': { ids: [webhookId(200)] },
  // 409, because the delivery is found but its first attempt has not happened yet.
  'POST /v1/webhooks/:id/deliveries/:delivery_id/redeliver': { ids: [webhookId(409), deliveryId(409)] },
  'POST /v1/sessions': { ids: [] },
  'GET /v1/sessions': { ids: [] },
  'GET /v1/sessions/:id': { ids: [conversationId('id', 200)] },
  'GET /v1/sessions/:id/utterances': { ids: [conversationId('id', 200)] },
  'GET /v1/sessions/:id/transcript': { ids: [conversationId('id', 200)] },
  'GET /v1/sessions/:id/watch': { ids: [conversationId('id', 200, startStream)] },
  'DELETE /v1/sessions/:id': { ids: [conversationId('id', 204)] },
  'POST /v1/sessions/:id/utterances': {
    ids: [conversationId('id', 201)],
    body: { transcript: 'Good morning.' },
  },
  'POST /v1/sessions/:id/end': { ids: [conversationId('id', 200)] },
  'POST /v1/sessions/:id/outcome': {
    ids: [conversationId('id', 200, endConversation)],
    body: { resolved: true },
  },
  'DELETE /v1/sessions/:id/outcome': { ids: [conversationId('id', 204, endConversation)] },
  'POST /v1/sessions/:id/alerts/:alert_id/acknowledge': { ids: [conversationId('id', 200), alertId] },
  'POST /v1/feedback/corrections': {
    ids: [conversationId('session_id', 200)],
    body: { utterance_id: 'u1', emotion: 'content' },
  },
  'POST /v1/feedback/cues': {
    ids: [conversationId('session_id', 202, streamInto)],
    body: { cue_id: 'cue_1', action: 'dismissed' },
  },
  'GET /v1/overview': { ids: [] },
  'GET /v1/kpis': { ids: [] },
  'POST /v1/kpis': { ids: [], body: { ...KPI, name: 'sold' } },
  'PUT /v1/kpis/:name': { ids: [kpiName(200)], body: KPI },
  'DELETE /v1/kpis/:name': { ids: [kpiName(204)] },
  'GET /v1/predictions/quality': { ids: [] },
  'GET /v1/predictions/versions': { ids: [] },
  'POST /v1/predictions/rollback': { ids: [], body: { version: 0 } },
  'GET /v1/alerts': { ids: [] },
  'PUT /v1/alerts': { ids: [], body: { alerts: [] } },
  'DELETE /v1/alerts': { ids: [] },
  'GET /v1/voice/speakers': { ids: [] },
  'POST /v1/voice/speakers': { ids: [], body: { audio_base64: 'AAAA', label: 'Somebody' } },
  'GET /v1/voice/speakers/:id': { ids: [speakerId(200)] },
  'PATCH /v1/voice/speakers/:id': { ids: [speakerId(200)], body: { label: 'Somebody else' } },
  'DELETE /v1/voice/speakers/:id': { ids: [speakerId(204)] },
  // 503, because the rig has no decoder: only the caller's own id gets that far.
  'POST /v1/voice/speakers/:id/enrollments': { ids: [speakerId(503)], body: ENROLLMENT },
  'POST /v1/voice/speakers/:id/withdraw': { ids: [speakerId(200)], body: {} },
  // A line's name is the caller's own text, not an id from the relay.
  'GET /v1/lines': { ids: [] },
  'DELETE /v1/lines': { ids: [] },
  'GET /v1/fine-tune': { ids: [] },
  'POST /v1/fine-tune': { ids: [], body: { name: 'claims', start: false, max_seconds: 1 } },
  'GET /v1/fine-tune/:id': { ids: [fineTuneId(200, cancelFineTune)] },
  'GET /v1/fine-tune/:id/samples': { ids: [fineTuneId(200, cancelFineTune)] },
  'POST /v1/fine-tune/:id/samples': {
    ids: [fineTuneId(200)],
    body: { samples: [{ label: 'angry', audio_url: 'https://example.com/a.wav' }] },
  },
  // 400, because the job is found but has no samples.
  'POST /v1/fine-tune/:id/start': { ids: [fineTuneId(400)] },
  'POST /v1/fine-tune/:id/cancel': { ids: [fineTuneId(200)] },
  'DELETE /v1/fine-tune/:id': { ids: [fineTuneId(204, cancelFineTune)] },
  'GET /v1/models': { ids: [] },
  'POST /v1/models/:name/activate': { ids: [tunedModelName] },
  'POST /v1/models/rollback': { ids: [] },
  'POST /v1/features/prosody': { ids: [] },
  'POST /v1/feedback/correction': {
    ids: [predictedUtterance],
    body: { correct_emotion: 'content' },
  },
  'POST /v1/feedback/session_outcome': {
    ids: [conversationId('session_id', 200)],
    body: { first_call_resolved: true },
  },
  'POST /v1/sessions/:id/transcript': {
    ids: [conversationId('id', 204)],
    body: { content: 'Good morning.' },
  },
  'POST /v1/analyze/batch': { ids: [], body: { items: [{ id: '1', audio_base64: 'AAAA' }] } },
};
