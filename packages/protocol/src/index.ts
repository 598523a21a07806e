export * from './audio.js';
export * from './codes.js';
export { ProtocolError, type ProtocolErrorCode } from './errors.js';
export { checkFeatures, DOUBTS, MODEL_FAULTS, type Doubt, type ModelFault } from './features.js';
export type * from './generated/types.js';
export { LABELS, UNCERTAIN, type EmotionLabel } from './labels.js';
/** Numbers that client and relay keep to; `session.ready` states those that a relay may set otherwise. */
export * as LIMITS from './limits.js';
export * from './subprotocol.js';
export {
  SERVER_TRAITS,
  traitsOf,
  type BodyWith,
  type KindsWith,
  type MessageTraits,
  type ServerKind,
  type ServerValue,
} from './traits.js';
export * from './mood/claims.js';
export { MOOD_LIMITS } from './mood/limits.js';
export * from './mood/mood.js';
