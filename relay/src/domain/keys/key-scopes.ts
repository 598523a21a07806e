/**
 * What an API key may be limited to. `sessions` covers everything about conversations (outcomes, feedback, predictions,
 * alerts, KPIs), `speakers` what is remembered of voices and lines, `billing` wallet and usage,
 * `organization` its export, its retention, its logs and its end, `members` its people and what they may do.
 */
export const KEY_SCOPES = [
  'analyze',
  'stream',
  'sessions',
  'webhooks',
  'speakers',
  'models',
  'keys',
  'billing',
  'organization',
  'members',
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The scopes of a key. Absent: all, also those that later versions add. */
interface Scoped {
  readonly scopes: readonly KeyScope[] | undefined;
}

export const hasScope = ({ scopes }: Scoped, scope: KeyScope): boolean =>
  scopes === undefined || scopes.includes(scope);

/** Those of the wished scopes that a key lacks. A key without limits is more than any list of scopes. */
export const scopesBeyond = (
  { scopes: own }: Scoped,
  wished: readonly KeyScope[] | undefined,
): readonly KeyScope[] => (wished ?? []).filter((scope) => !hasScope({ scopes: own }, scope));
