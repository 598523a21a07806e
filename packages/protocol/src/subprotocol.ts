/** Sub-protocol of the binary form, the default of `/v1/stream/realtime`. */
export const SUBPROTOCOL_PROTO = 'undertone.v1.proto';
/** Sub-protocol of the JSON form. */
export const SUBPROTOCOL_JSON = 'undertone.v1.json';
/** A token travels as the sub-protocol entry `undertone.auth.<token>`; it is never echoed. */
export const AUTH_PREFIX = 'undertone.auth.';
/** The bare entry says that the token comes in the hello. */
export const AUTH_IN_HELLO = 'undertone.auth';
