import type {
  AgentSteering,
  Directive,
  IdentityResolved,
  SessionReady,
  Snapshot,
  TurnRevised,
  VocalEvent,
  Warning,
} from '@undertone/protocol';
import type { ChannelLike, ProsodyEventLike, SessionStateLike, TurnLike } from '../session/session-like.js';
import type { LostSound } from './lost-sound.js';

/** What can happen to a call: the session reports it, the agent does it, or time passes. */
export type CallEvent =
  /** `isWatched`: the state is that of watching somebody else's call. */
  | { readonly kind: 'state'; readonly state: SessionStateLike; readonly isWatched?: boolean }
  | { readonly kind: 'channels'; readonly channels: readonly ChannelLike[] }
  | { readonly kind: 'ready'; readonly ready: SessionReady }
  | { readonly kind: 'directive'; readonly directive: Directive }
  | { readonly kind: 'prosody'; readonly prosody: ProsodyEventLike }
  | { readonly kind: 'speaking'; readonly channel: number; readonly speaking: boolean }
  | ({ readonly kind: 'sound-lost' } & LostSound)
  | { readonly kind: 'sound-back'; readonly channel: number | undefined }
  | { readonly kind: 'lag'; readonly lagMs: number }
  | { readonly kind: 'presence'; readonly observers: number }
  /** `whole`: the label of the whole turn, heard again after its end (RT103). */
  | { readonly kind: 'turn'; readonly turn: TurnLike; readonly whole?: string | undefined }
  | { readonly kind: 'turn-revised'; readonly revised: TurnRevised }
  | { readonly kind: 'identity'; readonly identity: IdentityResolved }
  | { readonly kind: 'sound'; readonly event: VocalEvent }
  | { readonly kind: 'steering'; readonly steering: AgentSteering }
  | { readonly kind: 'warning'; readonly warning: Warning }
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'cue-removed'; readonly cueId: string }
  | { readonly kind: 'cue-snoozed'; readonly cueId: string }
  | { readonly kind: 'time-passed'; readonly focusedCueId?: string | undefined };
