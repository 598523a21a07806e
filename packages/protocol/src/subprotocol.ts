/** Sub-protocol of the binary form. It is the default of `/v1/stream/realtime`. */
export const SUBPROTOCOL_PROTO = 'undertone.v1.proto';
/** Sub-protocol of the JSON form. */
export const SUBPROTOCOL_JSON = 'undertone.v1.json';
/** A token is sent as the sub-protocol entry `undertone.auth.<token>`. It is never echoed. */
export const AUTH_PREFIX = 'undertone.auth.';
/** The entry without a token says that the token comes in the hello. */
export const AUTH_IN_HELLO = 'undertone.auth';
