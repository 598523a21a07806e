/** A current call, as `GET /demo/sessions` describes it. */
export interface LiveCall {
  readonly id: string;
  readonly state: 'live' | 'paused';
  readonly name: string;
  readonly beganAt: Date;
  /** The emotion of the newest utterance; undefined before there is one. */
  readonly emotion: string | undefined;
  readonly openAlerts: number;
}

/** A request for the list that takes longer than this has failed. */
const PATIENCE_MS = 5_000;

/**
 * Fetches the current calls. In a real system the customer's own server answers this request: it checks who is logged
 * in, then calls `GET /v1/sessions?state=live,paused` with its API key.
 *
 * @throws what `fetch` throws, and an Error with the status of an answer that is not OK
 */
export const fetchLiveCalls = async (): Promise<readonly LiveCall[]> => {
  const response = await fetch('/demo/sessions', {
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!response.ok) throw new Error(`the relay answered ${response.status}`);
  const { sessions } = (await response.json()) as { sessions: readonly Row[] };
  return sessions.map((row) => ({
    id: row.id,
    state: row.state,
    name: row.name ?? row.id,
    beganAt: new Date(row.began_at),
    emotion: row.emotion ?? undefined,
    openAlerts: row.open_alerts,
  }));
};

interface Row {
  readonly id: string;
  readonly state: 'live' | 'paused';
  readonly name: string | null;
  readonly began_at: string;
  readonly emotion: string | null;
  readonly open_alerts: number;
}

/** The changes between two lists, in sentences for a screen reader; empty when nothing changed. */
export const newsOf = (before: readonly LiveCall[] | undefined, after: readonly LiveCall[]): string => {
  const total =
    after.length === 1 ? '1 live call.' : `${after.length === 0 ? 'No' : after.length} live calls.`;
  if (before === undefined) return total;
  const known = new Map(before.map((call) => [call.id, call]));
  const there = new Set(after.map(({ id }) => id));
  const came = after.filter(({ id }) => !known.has(id)).map(({ name }) => `New call: ${name}.`);
  const went = before.filter(({ id }) => !there.has(id)).map(({ name }) => `Call over: ${name}.`);
  const changed = after.flatMap((call) => {
    const old = known.get(call.id);
    if (old === undefined) return [];
    const alerts = call.openAlerts > old.openAlerts ? [`Alert in the call of ${call.name}.`] : [];
    const held = call.state === 'paused' ? `On hold: ${call.name}.` : `Off hold: ${call.name}.`;
    return old.state === call.state ? alerts : [held, ...alerts];
  });
  const counted = came.length + went.length > 0 ? [total] : [];
  return [...came, ...went, ...changed, ...counted].join(' ');
};
