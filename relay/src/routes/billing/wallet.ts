import { z } from 'zod';
import { creditsOf } from '../../domain/billing/credits.js';
import type { Price } from '../../domain/billing/price.js';
import type { WalletRepository } from '../../storage/billing/wallet-repository.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';

const amount = z.object({
  credits: z.number().describe('One credit is one second of audio.'),
  seconds: z.number().describe('The same amount as seconds of audio on one channel.'),
  micro_credits: z.number().int().describe('The exact amount: a million of them are one credit.'),
});

const wallet = z.object({
  wallet: z
    .object({
      balance: amount.describe('What was paid in minus what was charged.'),
      held: amount.describe('Set aside of it for work under way.'),
      available: amount.describe('The rest.'),
    })
    .describe('The organization’s credits at this moment.'),
  price: z
    .object({
      currency: z.string().meta({ description: 'ISO 4217' }),
      per_minute: z.number().describe('In that currency.'),
    })
    .nullable()
    .meta({
      description: 'What the operator asks for a minute of audio, 60 credits; null: it is not told here.',
    }),
});

const amountOf = (microCredits: number): z.output<typeof amount> => ({
  credits: creditsOf(microCredits),
  seconds: creditsOf(microCredits),
  micro_credits: microCredits,
});

/** `GET /v1/wallet` */
export const walletRoute = (wallets: Pick<WalletRepository, 'state'>, price?: Price): KeyRoute =>
  defineOperation({
    scope: 'billing',
    method: 'GET',
    path: '/v1/wallet',
    operationId: 'getWallet',
    tag: 'Credits',
    summary: 'The credits of the organization',
    description:
      'One credit pays for one second of audio. `balance` is what was paid in minus what was charged; `held` is set aside ' +
      'of it for work under way, and `available` is the rest: new work is refused with 402 when it does not do.',
    responses: {
      200: {
        description: 'The wallet',
        schema: wallet,
        example: {
          wallet: {
            balance: amountOf(3_600_000_000),
            held: amountOf(120_000_000),
            available: amountOf(3_480_000_000),
          },
          price: null,
        },
      },
    },
    handle: async (_, { organization }) => {
      const state = await wallets.state(organization.id);
      return jsonReply(200, {
        wallet: {
          balance: amountOf(state.balanceMicroCredits),
          held: amountOf(state.heldMicroCredits),
          available: amountOf(state.availableMicroCredits),
        },
        price: price === undefined ? null : { currency: price.currency, per_minute: price.perMinute },
      });
    },
  });
