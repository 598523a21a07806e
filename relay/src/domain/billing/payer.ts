import type { Organization } from '../accounts/organization.js';

/** Who requests an analysis and pays for it. */
export interface Payer {
  readonly organization: Organization;
  readonly keyId: string;
}
