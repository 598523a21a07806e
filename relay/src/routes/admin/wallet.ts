import { z } from 'zod';
import { creditsOf, MICRO_CREDITS_PER_CREDIT } from '../../domain/billing/credits.js';
import { jsonReply } from '../../transport/http-message.js';
import { nameText } from '../accounts/fields.js';
import { defineAdminOperation } from '../requests/operation.js';
import type { AdminRoute } from '../requests/route.js';
import {
  type AdminDependencies,
  OPERATOR,
  organizationParams,
  requireOrganization,
} from './admin-context.js';
import { defined } from '../../domain/defined.js';

const PATH = '/admin/v1/organizations/:org_id/wallet';
/** Keeps the multiplication exact; the wallet itself refuses larger balances. */
const MAX_CREDITS = Math.floor(Number.MAX_SAFE_INTEGER / MICRO_CREDITS_PER_CREDIT);

const topUp = z.strictObject({
  /** The payment's own number: it is applied once, however often it is sent. */
  reference: nameText(200),
  /** One credit is one second of audio. */
  credits: z.number().int().min(1).max(MAX_CREDITS),
  note: nameText(500).optional(),
});

/** An organization's wallet, for the payment provider. */
export const adminWalletRoutes = ({
  repositories: { organizations, wallets },
  nowMs,
}: AdminDependencies): readonly AdminRoute[] => [
  defineAdminOperation({
    method: 'GET',
    path: PATH,
    params: organizationParams,
    handle: async ({ params }) => {
      const { id } = await requireOrganization(organizations, params.org_id);
      const { balanceMicroCredits, heldMicroCredits, availableMicroCredits } = await wallets.state(id);
      return jsonReply(200, {
        wallet: {
          balance_credits: creditsOf(balanceMicroCredits),
          held_credits: creditsOf(heldMicroCredits),
          available_credits: creditsOf(availableMicroCredits),
          balance_micro_credits: balanceMicroCredits,
        },
      });
    },
  }),
  defineAdminOperation({
    method: 'POST',
    path: `${PATH}/top-ups`,
    params: organizationParams,
    body: topUp,
    handle: async ({ params, body: { reference, credits, note } }) => {
      const { applied, balanceMicroCredits } = await wallets.topUp({
        reference,
        orgId: params.org_id,
        microCredits: credits * MICRO_CREDITS_PER_CREDIT,
        actor: OPERATOR,
        at: new Date(nowMs()),
        ...defined({ note }),
      });
      return jsonReply(applied ? 201 : 200, {
        top_up: { reference, credits, applied },
        wallet: {
          balance_credits: creditsOf(balanceMicroCredits),
          balance_micro_credits: balanceMicroCredits,
        },
      });
    },
  }),
];
