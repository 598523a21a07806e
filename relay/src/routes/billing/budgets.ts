import { z } from 'zod';
import {
  BUDGET_KINDS,
  type Budget,
  type BudgetMoney,
  type Budgets,
  isCrossed,
  monthOf,
  MOST_BUDGETS,
} from '../../domain/billing/budgets.js';
import { creditsOf, MAX_MICRO_CREDITS, MICRO_CREDITS_PER_CREDIT } from '../../domain/billing/credits.js';
import { actorOf } from '../../domain/keys/api-key.js';
import type { BudgetRepository } from '../../storage/billing/budget-repository.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';

const PATH = '/v1/wallet/budgets';
const TAG = 'Credits';

const kind = z.enum(BUDGET_KINDS).meta({
  description:
    '`spent_in_month`: reached when so many credits were charged since the month began. `balance_below`: when the balance falls under them.',
});
const limit = z.strictObject({
  kind,
  credits: z
    .number()
    .int()
    .min(1)
    .max(Math.floor(MAX_MICRO_CREDITS / MICRO_CREDITS_PER_CREDIT))
    .meta({ description: 'The limit. One credit is one second of audio.' }),
});

const changes = z.strictObject({
  budgets: z
    .array(limit)
    .max(MOST_BUDGETS)
    .refine(
      (limits) =>
        new Set(limits.map(({ kind: which, credits }) => `${which} ${credits}`)).size === limits.length,
      'must not name the same limit twice',
    )
    .meta({ description: 'All of them: those that are not named are removed.' }),
});

const answer = z.object({
  month: z.string().meta({ description: 'The calendar month that counts now, UTC' }),
  spent_credits: z.number().meta({ description: 'Charged since it began' }),
  balance_credits: z.number().describe('What was paid in minus what was charged.'),
  budgets: z
    .array(
      z.object({
        id: z.string().describe('Of the limit.'),
        ...limit.shape,
        crossed: z.boolean().meta({ description: 'Whether it is so now' }),
        reached: z
          .object({
            month: z.string().describe('The calendar month, UTC.'),
            at: z.iso.datetime().describe('When.'),
            credits: z.number().describe('Spent in the month, or left.'),
          })
          .nullable()
          .meta({ description: 'When its event was written last, and what was spent or left then' }),
      }),
    )
    .describe('All of them.'),
});

const body = ({ id, kind: which, microCredits, reached }: Budget, money: BudgetMoney) => ({
  id,
  kind: which,
  credits: creditsOf(microCredits),
  crossed: isCrossed({ kind: which, microCredits }, money),
  reached:
    reached === undefined
      ? null
      : { month: reached.month, at: reached.at.toISOString(), credits: creditsOf(reached.microCredits) },
});

const answerOf = (budgets: Budgets, now: Date): z.output<typeof answer> => ({
  month: monthOf(now),
  spent_credits: creditsOf(budgets.spentMicroCredits),
  balance_credits: creditsOf(budgets.balanceMicroCredits),
  budgets: budgets.budgets.map((budget) => body(budget, budgets)),
});

const example: z.output<typeof answer> = {
  month: '2026-11',
  spent_credits: 360_020.4,
  balance_credits: 98_000,
  budgets: [
    {
      id: 'bud_6mXc1Wf8sQe3Rj0Tk9ZpLa',
      kind: 'spent_in_month',
      credits: 360_000,
      crossed: true,
      reached: { month: '2026-11', at: '2026-11-20T10:03:00.000Z', credits: 360_004.2 },
    },
  ],
};

/** `GET` and `PUT /v1/wallet/budgets` */
export const budgetRoutes = (
  budgets: Pick<BudgetRepository, 'read' | 'replace'>,
  nowMs: () => number,
): readonly KeyRoute[] => [
  defineOperation({
    scope: 'billing',
    method: 'GET',
    path: PATH,
    operationId: 'getBudgets',
    tag: TAG,
    summary: 'Limits on the wallet',
    description:
      'Each is told of by the event `wallet.budget_reached`, once in a calendar month (UTC). A limit only tells: work goes on as long as ' +
      'there are credits.',
    responses: { 200: { description: 'The limits', schema: answer, example } },
    handle: async (_, { organization }) => {
      const now = new Date(nowMs());
      return jsonReply(200, answerOf(await budgets.read(organization.id, now), now));
    },
  }),
  defineOperation({
    scope: 'billing',
    method: 'PUT',
    path: PATH,
    operationId: 'setBudgets',
    tag: TAG,
    summary: 'Set the limits on the wallet',
    description:
      `All of them at once, at most ${MOST_BUDGETS}; an empty list removes them. One that stays keeps what it has told; a new one that is ` +
      'crossed already is told of within seconds.',
    body: changes,
    responses: { 200: { description: 'The limits', schema: answer, example } },
    handle: async ({ body: wanted }, caller) => {
      const at = new Date(nowMs());
      const limits = wanted.budgets.map(({ kind: which, credits }) => ({
        kind: which,
        microCredits: credits * MICRO_CREDITS_PER_CREDIT,
      }));
      const change = { orgId: caller.organization.id, limits, actor: actorOf(caller), at };
      return jsonReply(200, answerOf(await budgets.replace(change), at));
    },
  }),
];
