import type { HelloOptions, TokenContext } from '@undertone/client/transport';
import type { Room } from '@livekit/rtc-node';

/** The rules of steering, consent and so on are the stream's own (proto/SPEC.md). */
export interface ListenOptions {
  /** A room that is connected, or about to be. It is only read; nothing is published and it is never disconnected. */
  readonly room: Room;
  /** The relay's address, `https://relay.example.com`. */
  readonly url: string;
  /** An API key of the relay, from the environment. Give either this or `getToken`. */
  readonly apiKey?: string | undefined;
  /** Answers with a fresh stream token each time. For agents that hold no key. */
  readonly getToken?: ((context: TokenContext) => Promise<string>) | undefined;
  /** The identity of the caller. Without it, the first participant that is no agent and whose audio is subscribed. */
  readonly caller?: string | undefined;
  /** @defaultValue `customer` */
  readonly subject?: 'customer' | 'unknown' | undefined;
  /** The rules that judge state and metrics, such as `contact_center`; by default the relay’s. */
  readonly vertical?: string | undefined;
  /** The trunk or queue that the call came over (RT101). */
  readonly line?: string | undefined;
  /** Words about the call (`call_id`, `queue`, `language` …). Never a secret. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** What the caller was told and agreed to. It is kept with the session. */
  readonly consent?: NonNullable<HelloOptions['consent']> | undefined;
  /** Whether cues come, and how many at most. */
  readonly steering?: NonNullable<HelloOptions['steering']> | undefined;
  /** How long the session waits for a caller who left the room, ms. @defaultValue 30000 */
  readonly awayMs?: number | undefined;
}
