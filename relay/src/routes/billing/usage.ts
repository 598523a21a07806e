import { z } from 'zod';
import { creditsOf } from '../../domain/billing/credits.js';
import { storableText } from '../../domain/storable-text.js';
import type { UsagePlace, UsageRepository, UsageRow } from '../../storage/billing/usage-repository.js';
import { jsonReply } from '../../transport/http-message.js';
import { invalid } from '../requests/json-body.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { defined } from '../../domain/defined.js';
import { pageSize } from '../requests/query-number.js';
import { nextCursor } from '../requests/page-cursor.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
const KINDS = ['stream', 'analysis', 'fine_tune'] as const;

/** The smallest valid date, because there is no year 0. */
const FIRST_DAY = '0001-01-01';

const day = z.iso.date();
const askedDay = day.refine((text) => text >= FIRST_DAY, `must not be before ${FIRST_DAY}`);
const query = z.strictObject({
  from: askedDay.optional().describe('The first day, UTC; 30 days ago when absent.'),
  to: askedDay.optional().describe('The last day, UTC; today when absent.'),
  key_id: storableText(64).min(1).optional().describe('Of this key alone.'),
  kind: z.enum(KINDS).optional().describe('Of this kind of work alone.'),
  limit: pageSize(100, 1_000),
  cursor: z.string().min(1).max(200).optional().describe('`next_cursor` of the page before.'),
});

const row = z.object({
  day: day.describe('UTC.'),
  key_id: z.string().nullable().describe('The key that asked; null: none did.'),
  key_name: z
    .string()
    .nullable()
    .meta({ description: 'Of the key, revoked or not, or the address of the member who asked.' }),
  kind: z.enum(KINDS).describe('Of work.'),
  operations: z.number().int().describe('Sessions, requests or jobs.'),
  credits: z.number().describe('One credit is one second of audio.'),
  seconds: z.number().describe('The same amount as seconds of audio.'),
  micro_credits: z.number().int().describe('The exact amount: a million of them are one credit.'),
});
const answer = z.object({
  from: day.describe('The first day that is included.'),
  to: day.describe('The last day that is included.'),
  usage: z.array(row).describe('The newest day first.'),
  total: row
    .pick({ operations: true, credits: true, seconds: true, micro_credits: true })
    .describe('Over all rows that were asked for, not only those of this page.'),
  next_cursor: nextCursor,
});

const place = z.strictObject({
  day: askedDay,
  keyId: storableText(64),
  kind: z.enum(KINDS),
});

const sums = ({ microCredits, operations }: Pick<UsageRow, 'microCredits' | 'operations'>) => ({
  operations,
  credits: creditsOf(microCredits),
  seconds: creditsOf(microCredits),
  micro_credits: microCredits,
});

const toText = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

const notBefore = (first: string, text: string): string => (text < first ? first : text);

/** `GET /v1/usage` */
export const usageRoute = (usage: UsageRepository, nowMs: () => number): KeyRoute =>
  defineOperation({
    scope: 'billing',
    query,
    method: 'GET',
    path: '/v1/usage',
    operationId: 'getUsage',
    tag: 'Credits',
    summary: 'Credits used, by day, API key and kind of work',
    description:
      `Days are in UTC, the newest first; \`from\` and \`to\` are included, by default the last ${DEFAULT_DAYS} days, at most ` +
      `${MAX_DAYS}. \`operations\` counts sessions, requests or jobs; \`key_id\` is null for work that no key asked for. ` +
      'A list that goes on has a `next_cursor`: the same request with it as `cursor` gives the next rows. `total` is over all ' +
      'rows, on every page.',
    responses: {
      200: {
        description: 'Usage',
        schema: answer,
        example: {
          from: '2026-11-01',
          to: '2026-11-21',
          usage: [
            {
              day: '2026-11-21',
              key_id: 'key_1',
              key_name: 'Billing server',
              kind: 'stream',
              ...sums({ operations: 3, microCredits: 412_300_000 }),
            },
          ],
          total: sums({ operations: 3, microCredits: 412_300_000 }),
          next_cursor: null,
        },
      },
    },
    handle: async ({ query: asked }, { organization }) => {
      const to = asked.to ?? toText(nowMs());
      const from = asked.from ?? notBefore(FIRST_DAY, toText(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS));
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
      if (days < 1) throw invalid('the range is empty', { from: ['must not be after to'] });
      if (days > MAX_DAYS)
        throw invalid('the range is too long', { from: [`at most ${MAX_DAYS} days before to`] });
      const wanted = {
        from,
        to,
        orgId: organization.id,
        ...defined({ keyId: asked.key_id, kind: asked.kind }),
      };
      const after = asked.cursor === undefined ? undefined : readCursor(asked.cursor);
      // One more row than requested shows whether there are more.
      const rows = await usage.list(wanted, asked.limit + 1, after);
      const page = rows.slice(0, asked.limit);
      const last = page.at(-1);
      return jsonReply(200, {
        from,
        to,
        usage: page.map((one) => ({
          day: one.day,
          key_id: one.keyId ?? null,
          key_name: one.keyName ?? null,
          kind: one.kind,
          ...sums(one),
        })),
        total: sums(await usage.total(wanted)),
        next_cursor: rows.length > page.length && last !== undefined ? writeCursor(last) : null,
      });
    },
  });

const writeCursor = ({ day: at, keyId = '', kind }: UsageRow): string =>
  Buffer.from(JSON.stringify({ day: at, keyId, kind })).toString('base64url');

const readCursor = (cursor: string): UsagePlace => {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw invalid('the cursor is not one of ours', { cursor: ['must be a next_cursor of this list'] }, cause);
  }
};
