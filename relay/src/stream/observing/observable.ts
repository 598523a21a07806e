import type { ServerBody, WarningCode } from '@undertone/protocol';

/** What an observer may ask for in `kinds`: what is said about the call, nothing of the link, the account or the money. */
export const OBSERVABLE_KINDS = [
  'turn.start',
  'turn.update',
  'turn.end',
  'directive',
  'vocal_event',
  'tone_shift',
  'agent_steering',
  'session.prediction',
  'kpi_predictions',
  'alert',
  'speaker_change',
  'new_speaker',
  'identity_resolved',
  'overlap',
  'paused',
  'resumed_analysis',
  'corrected',
  'utterance',
  'warning',
  'session_end',
] as const satisfies readonly ServerBody['kind'][];
export type ObservableKind = (typeof OBSERVABLE_KINDS)[number];

const KINDS: ReadonlySet<string> = new Set(OBSERVABLE_KINDS);

export const isObservableKind = (kind: string): kind is ObservableKind => KINDS.has(kind);

/** Warnings about the wallet, the plan and the client's own link: none of an observer's business. */
const WITHHELD: ReadonlySet<string> = new Set<WarningCode>([
  'wallet_low',
  'quota_near',
  'backpressure',
  'ahead_of_realtime',
  'edge_only',
]);

/** A message as observers get it; undefined for what they do not get. The receipt stays with the session. */
export const observable = (body: ServerBody): ServerBody | undefined => {
  if (!isObservableKind(body.kind)) return undefined;
  if (body.kind === 'warning' && WITHHELD.has(body.value.code)) return undefined;
  if (body.kind !== 'session_end') return body;
  const { receivedMs, processedMs } = body.value.usage;
  return { kind: 'session_end', value: { ...body.value, usage: { receivedMs, processedMs } } };
};
