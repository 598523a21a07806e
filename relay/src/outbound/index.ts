export { OutboundError } from './outbound-error.js';
export { createSafeHttp, type SafeHttp, type SafeHttpOptions } from './safe-http.js';
