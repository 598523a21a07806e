import type { AdminRoute } from '../requests/route.js';
import type { AdminDependencies } from './admin-context.js';
import { auditRoutes } from './audit.js';
import { adminKeyRoutes } from './keys.js';
import { memberRoutes } from './members.js';
import { organizationRoutes } from './organizations.js';
import { removalRoutes } from './removal.js';
import { adminWalletRoutes } from './wallet.js';

/** `/admin/v1`: for an operator's dashboard or payment provider. */
export const adminRoutes = (dependencies: AdminDependencies): readonly AdminRoute[] => [
  ...organizationRoutes(dependencies),
  ...removalRoutes(dependencies),
  ...memberRoutes(dependencies),
  ...adminKeyRoutes(dependencies),
  ...adminWalletRoutes(dependencies),
  ...auditRoutes(dependencies),
];
