export { MAX_URL_LENGTH } from './check-url.js';
export { OutboundError, type OutboundErrorCode } from './outbound-error.js';
export { isPublicAddress } from './public-address.js';
export {
  createSafeHttp,
  type SafeHttp,
  type SafeHttpOptions,
  type SafeRequest,
  type SafeResponse,
} from './safe-http.js';
