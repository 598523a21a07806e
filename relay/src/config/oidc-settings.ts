import { MEMBER_ROLES, type MemberRole } from '../domain/accounts/member.js';
import type { EnvironmentReader } from './environment-reader.js';

/** A company's own sign-in (OpenID Connect). */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Absent: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  /** Absent: the relay's first organization. */
  readonly organization: string | undefined;
  /** What somebody becomes who was not invited. Absent: nobody comes in uninvited. */
  readonly role: MemberRole | undefined;
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Over plain HTTP only on this machine: the answers say who somebody is. */
const isIssuer = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && LOCAL.has(hostname));
};

/** @returns undefined when the console has no such sign-in */
export const readOidc = (read: EnvironmentReader): OidcSettings | undefined => {
  const issuer = read.matching('UNDERTONE_OIDC_ISSUER', isIssuer, 'must look like https://login.example.com');
  const clientId = read.text('UNDERTONE_OIDC_CLIENT_ID');
  const settings = {
    clientSecret: read.text('UNDERTONE_OIDC_CLIENT_SECRET'),
    organization: read.matching(
      'UNDERTONE_OIDC_ORGANIZATION',
      (text) => text.startsWith('org_'),
      'must be the id of an organization',
    ),
    role: read.choice('UNDERTONE_OIDC_ROLE', MEMBER_ROLES, undefined),
  };
  if (issuer === undefined && clientId === undefined) return undefined;
  if (issuer !== undefined && clientId !== undefined) return { issuer, clientId, ...settings };
  if (read.problems.every((problem) => !problem.startsWith('UNDERTONE_OIDC_ISSUER')))
    read.problems.push('UNDERTONE_OIDC_ISSUER and UNDERTONE_OIDC_CLIENT_ID go together: set both');
  return undefined;
};
