import { exampleOf } from '../../domain/events/event-examples.js';
import { newId } from '../../domain/ids.js';
import { DEFAULT_POLICY } from '../../domain/accounts/organization-policy.js';
import { createSafeHttp } from '../../outbound/index.js';
import { openDatabase } from '../../storage/database/database.js';
import { appendEvents } from '../../storage/webhooks/event-outbox.js';
import { OrganizationRepository } from '../../storage/accounts/organization-repository.js';
import { createLogger } from '../../telemetry/logger.js';
import { wireWebhooks } from '../../app/webhooks.js';
import { BossQueue } from '../boss-queue.js';
import { SECRET } from './webhook-rig.js';

/** The order to the process. */
export interface ProcessOrder {
  /** A folder of the embedded database, or a server's URL. */
  readonly directory?: string;
  readonly url?: string;
  /** The organization of the first life, and its receiver. */
  readonly orgId?: string;
  readonly hookUrl: string;
  readonly events: number;
  /** Dies, as by `kill -9`, when this many answers came in this life and the last one is not recorded. */
  readonly dieAfterSent?: number;
}

/** The reports of the process. */
export type ProcessReport =
  | { readonly kind: 'emitted'; readonly orgId: string; readonly ids: readonly string[] }
  | { readonly kind: 'states'; readonly states: Readonly<Record<string, number>> };

const tell = (report: ProcessReport): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(report, undefined, undefined, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });

/** The webhooks of a relay without the rest of the relay. Any message asks for the states of all deliveries. */
export const main = async ([text = '{}']: string[]): Promise<void> => {
  const order = JSON.parse(text) as ProcessOrder;
  const database = await openDatabase(
    order.directory === undefined
      ? { kind: 'server', url: order.url ?? '', onIdleError: (error) => process.emitWarning(error) }
      : { kind: 'embedded', directory: order.directory },
  );
  const db = database.queries;
  const queue = new BossQueue({
    database,
    onError: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
    expireInS: 2,
    maintenanceS: 1,
  });
  let sent = 0;
  /** Deliveries of an earlier life may go out before this life has reported its events. */
  let told = false;
  const { webhooks, jobs } = wireWebhooks({
    db,
    queue,
    settings: {
      secretsKeys: undefined,
      allowPrivateUrls: true,
      smtpUrl: undefined,
      smtpFrom: 'relay@example.com',
      ownerEmail: undefined,
    },
    http: createSafeHttp({ allowPrivate: true }),
    tokenSecrets: [Buffer.alloc(32, 7)],
    nowMs: () => Date.now(),
    log: createLogger('silent'),
    sending: {
      onSent: () => {
        if (told && ++sent === order.dieAfterSent) process.kill(process.pid, 'SIGKILL');
      },
    },
  });
  await queue.start();
  const orgId = order.orgId ?? newId('org');
  if (order.orgId === undefined) {
    const now = new Date();
    await new OrganizationRepository(db).create(
      { id: orgId, name: 'Acme', plan: 'pro', policy: DEFAULT_POLICY },
      now,
    );
    await webhooks.create(orgId, { url: order.hookUrl, events: ['session.end'], secret: SECRET });
  }
  const event = { orgId, type: 'session.end', data: exampleOf('session.end') } as const;
  const ids = await db
    .transaction()
    .execute((tx) => appendEvents(tx, new Array(order.events).fill(event), Date.now()));
  // The parent must know them before anything can go wrong.
  await tell({ kind: 'emitted', orgId, ids: ids.filter((id) => id !== undefined) });
  told = true;
  process.on('message', () => {
    void db
      .selectFrom('webhook_deliveries')
      .select(['state', ({ fn }) => fn.countAll<string>().as('count')])
      .groupBy('state')
      .execute()
      .then((rows) =>
        tell({
          kind: 'states',
          states: Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)])),
        }),
      );
  });
  jobs.start();
};
