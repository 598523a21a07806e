import { createHash, randomBytes } from 'node:crypto';
import { toBase62 } from '../ids.js';

const TOKEN_BYTES = 32;
const SHAPE = /^inv_[0-9A-Za-z]{43}$/;
/** Long enough for a holiday's weekend; a new link is one click away. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 3_600_000;

/** A link's secret. Who has it becomes the member that it is for; it is stored as SHA-256. */
export const newInvitationToken = (): string => `inv_${toBase62(randomBytes(TOKEN_BYTES))}`;

export const isInvitationToken = (text: string): boolean => SHAPE.test(text);

export const hashInvitationToken = (token: string): Buffer =>
  createHash('sha256').update(token, 'utf8').digest();
