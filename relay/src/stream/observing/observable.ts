import {
  SERVER_TRAITS,
  traitsOf,
  type BodyWith,
  type KindsWith,
  type ServerBody,
  type ServerKind,
  type WarningCode,
} from '@undertone/protocol';

export type ObservableKind = KindsWith<'observers', 'whole' | 'part'>;

export const isObservableKind = (kind: string): kind is ObservableKind =>
  Object.hasOwn(SERVER_TRAITS, kind) && traitsOf(kind as ServerKind).observers !== 'nothing';

/** What an observer may ask for in `kinds`. */
export const OBSERVABLE_KINDS: readonly ObservableKind[] =
  Object.keys(SERVER_TRAITS).filter(isObservableKind);

/** Warnings about the wallet, the plan and the client's own link, which do not concern an observer. */
const WITHHELD: ReadonlySet<string> = new Set<WarningCode>([
  'wallet_low',
  'quota_near',
  'backpressure',
  'ahead_of_realtime',
  'edge_only',
]);

/** The message as observers get it; undefined when they do not get it. */
export const observable = (body: ServerBody): ServerBody | undefined => {
  if (isInPart(body)) return partOf(body);
  return traitsOf(body.kind).observers === 'whole' ? body : undefined;
};

type InPart = BodyWith<'observers', 'part'>;

const isInPart = (body: ServerBody): body is InPart => traitsOf(body.kind).observers === 'part';

const partOf = (body: InPart): ServerBody | undefined => {
  switch (body.kind) {
    case 'warning':
      return WITHHELD.has(body.value.code) ? undefined : body;
    case 'session_end': {
      // The receipt is only for the client of the session.
      const { receivedMs, processedMs } = body.value.usage;
      return { kind: 'session_end', value: { ...body.value, usage: { receivedMs, processedMs } } };
    }
  }
};
