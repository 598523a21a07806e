export {
  createUndertoneTokenHandler,
  type NodeRequestLike,
  type NodeResponseLike,
  type TokenHandler,
  type TokenHandlerOptions,
  type TokenTerms,
} from './stream/token-handler.js';
export { type ApiKey, ApiKeys, type CreatedApiKey, type NewApiKey } from './account/api-keys.js';
export {
  type Amount,
  type BudgetLimit,
  type Budgets,
  Credits,
  type UsageQuery,
  type UsageRow,
  type WalletState,
} from './account/credits.js';
export {
  type AuditEntry,
  type AuditQuery,
  type LoggedRequest,
  Logs,
  type RequestQuery,
} from './account/logs.js';
export {
  type InvitedMember,
  type Member,
  type MemberChange,
  Members,
  type MemberSession,
  type NewMember,
  type Passkey,
} from './account/members.js';
export {
  type ExportedRow,
  Organization,
  type OrganizationInfo,
  type OrganizationPolicyChange,
} from './account/organization.js';
export type { BatchItem, BatchOptions, BatchRequest, BatchResult } from './analysis/batch.js';
export {
  type AnalysisResult,
  type AnalyzeRequest,
  type Feature,
  FEATURES,
  type Prosody,
  type SilentResult,
  type SpokenResult,
  type Vertical,
  VERTICALS,
} from './analysis/analysis.js';
export type { ManyOptions, ManyProgress, Outcome } from './analysis/analyze-many.js';
export { type AudioInput, MAX_AUDIO_BYTES } from './audio/audio-input.js';
export { encodeWav, type Pcm } from './audio/wav.js';
export * from './http/errors.js';
export type { CallOptions, HttpClientOptions } from './http/http-client.js';
export { LiveStream, type OpenSocket, type StreamMessage, type StreamSocket } from './stream/live-stream.js';
export {
  type FineTuneJob,
  type FineTuneReport,
  type FineTuneSample,
  FineTunes,
  type FollowOptions,
  type NewFineTune,
  type SampleState,
} from './models/fine-tunes.js';
export { type Model, Models } from './models/models.js';
export { type AlertRule, AlertRules } from './sessions/alert-rules.js';
export { type Kpi, Kpis, type NewKpi } from './sessions/kpis.js';
export { type PredictionQuality, Predictions, type PredictionVersions } from './sessions/predictions.js';
export {
  type Correction,
  type CueAnswer,
  type NewSession,
  type NewUtterance,
  type ObservedUtterance,
  type Overview,
  type Session,
  type SessionListItem,
  type TranscriptLine,
  type SessionOutcome,
  Sessions,
  type Utterance,
} from './sessions/sessions.js';
export { type Line, Lines } from './speakers/lines.js';
export {
  type NewEnrollment,
  type NewSpeaker,
  type Speaker,
  type SpeakerChange,
  Speakers,
} from './speakers/speakers.js';
export { type StreamOptions, Undertone } from './undertone.js';
export {
  type DeliveryQuery,
  type NewWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  WebhookSettings,
  type WebhookState,
} from './webhooks/webhook-settings.js';
