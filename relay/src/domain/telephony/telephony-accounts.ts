import { z } from 'zod';
import { VERTICAL_NAMES } from '../call/verticals/verticals.js';
import { isLineName } from '../lines/line-name.js';

const organization = z.string().regex(/^org_[0-9A-Za-z]+$/, 'must be an organization’s id, org_…');
const shared = {
  organization,
  /** The line of its calls, where a call names none. */
  line: z.string().refine(isLineName, 'must be 1 to 128 characters of well-formed text').optional(),
  /** The vertical of its calls, where a call names none. */
  vertical: z.enum(VERTICAL_NAMES).optional(),
};

/** While one is rotated there are several, and any of them counts. */
const MOST_SECRETS = 4;
const secrets = (one: z.ZodString | z.ZodBase64) => {
  const several = z.array(one).min(1).max(MOST_SECRETS);
  return z.preprocess((value): unknown => (Array.isArray(value) ? (value as unknown[]) : [value]), several);
};

const twilioAccount = z.strictObject({
  ...shared,
  account_sid: z.string().regex(/^AC[0-9a-fA-F]{32}$/, 'must be a Twilio account SID, AC…'),
  auth_token: secrets(z.string().min(16, 'must be the account’s auth token').max(256)),
});

const audiohookAccount = z.strictObject({
  ...shared,
  api_key: z.string().min(8).max(512),
  client_secret: secrets(z.base64().min(4, 'must be the client secret, in base64').max(1_024)),
});

const file = z.strictObject({
  twilio: z.array(twilioAccount).max(1_000).default([]),
  audiohook: z.array(audiohookAccount).max(1_000).default([]),
});

/** What belongs to one organization at one vendor. */
export interface TelephonyAccount {
  readonly orgId: string;
  /** The vendor's own name of the account, where its messages repeat it. */
  readonly accountSid?: string;
  readonly line?: string;
  readonly vertical?: string;
}

export interface TwilioAccount extends TelephonyAccount {
  readonly accountSid: string;
  readonly authTokens: readonly string[];
}

export interface AudiohookAccount extends TelephonyAccount {
  readonly apiKey: string;
  readonly clientSecrets: readonly Uint8Array[];
}

/** The vendors' accounts that this relay takes calls of. */
export interface TelephonyAccounts {
  readonly twilio: readonly TwilioAccount[];
  readonly audiohook: readonly AudiohookAccount[];
}

export const NO_TELEPHONY_ACCOUNTS: TelephonyAccounts = { twilio: [], audiohook: [] };

/** The operator's file of accounts cannot be used. No message holds a value, because it may be a secret. */
export class TelephonyAccountsError extends Error {
  override readonly name = 'TelephonyAccountsError';
  readonly code = 'bad_telephony_accounts';
  readonly retryable = false;
  constructor(readonly problems: readonly string[]) {
    super(
      `the telephony accounts cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  }
}

/**
 * Reads the operator's file.
 * @throws TelephonyAccountsError that lists every problem
 */
export const readTelephonyAccounts = (text: string): TelephonyAccounts => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TelephonyAccountsError(['the file is not JSON']);
  }
  const read = file.safeParse(value);
  if (!read.success) {
    const problems = read.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'the file'}: ${message}`,
    );
    throw new TelephonyAccountsError(problems);
  }
  const accounts: TelephonyAccounts = {
    twilio: read.data.twilio.map((row) => ({
      ...ownerOf(row),
      accountSid: row.account_sid,
      authTokens: row.auth_token,
    })),
    audiohook: read.data.audiohook.map((row) => ({
      ...ownerOf(row),
      apiKey: row.api_key,
      clientSecrets: row.client_secret.map((secret) => Buffer.from(secret, 'base64')),
    })),
  };
  const twice = [
    ...repeated(accounts.twilio.map(({ accountSid }) => accountSid)).map((at) => `twilio.${at}.account_sid`),
    ...repeated(accounts.audiohook.map(({ apiKey }) => apiKey)).map((at) => `audiohook.${at}.api_key`),
  ];
  if (twice.length > 0) throw new TelephonyAccountsError(twice.map((path) => `${path}: is there twice`));
  return accounts;
};

const ownerOf = (row: {
  organization: string;
  line?: string | undefined;
  vertical?: string | undefined;
}) => ({
  orgId: row.organization,
  ...(row.line !== undefined && { line: row.line }),
  ...(row.vertical !== undefined && { vertical: row.vertical }),
});

/** Where a value is that was there before. */
const repeated = (values: readonly string[]): number[] =>
  values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []));
