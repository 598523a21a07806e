export * from './http/errors.js';
export type { CallOptions, HttpClientOptions } from './http/http-client.js';
