export type { WebhookEvent } from './event.js';
export { makeTestHeaders, type TestWebhookOptions } from './test-webhook.js';
export { verifyWebhook, type VerifyWebhookOptions, type WebhookHeaders } from './verify-webhook.js';
export { type WebhookErrorCode, WebhookVerificationError } from './webhook-error.js';
