import type { Call } from './admin-client.js';
import { shownOrganization } from './shown-organization.js';

/** A command as it was typed, with parsed options. */
export interface CommandInput {
  /** The arguments after noun and verb, in order. */
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
}

/** The command line is wrong. The message says what is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Command {
  /** `noun verb`. */
  readonly name: string;
  readonly usage: string;
  readonly help: string;
  readonly operands: readonly string[];
  readonly options: readonly string[];
  /** @throws UsageError */
  readonly toCall: (input: CommandInput) => Call;
  /** The part of the answer that is shown. */
  readonly field?: string;
  /** That part, or each entry of it, in words for a person. */
  readonly inWords?: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** A list that comes in pages: each of its entries is printed as a line of JSON. */
  readonly pages?: string;
}

const required = ({ options }: CommandInput, name: string): string => {
  const value = options[name];
  if (value === undefined) throw new UsageError(`--${name} is missing`);
  return value;
};

const wholeNumber = (name: string, text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name} must be a whole number`);
  return Number(text);
};

const daysOr = (words: string, name: string, text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name} must be a whole number of days, ${words}`);
  return Number(text);
};

const retentionDays = (text: string | undefined): number | null | undefined => {
  if (text === undefined) return undefined;
  if (text === 'forever') return null;
  return text === 'none' ? 0 : daysOr('none or forever', 'retention', text);
};

const transcriptDays = (text: string | undefined): number | null | undefined => {
  if (text === undefined) return undefined;
  return text === 'off' ? null : daysOr('off', 'transcripts', text);
};

const onOff = (name: string, text: string): boolean => {
  if (text !== 'on' && text !== 'off') throw new UsageError(`--${name} must be on or off`);
  return text === 'on';
};

const organization = ({ operands }: CommandInput): string =>
  `/organizations/${encodeURIComponent(operands[0] ?? '')}`;
const second = ({ operands }: CommandInput): string => encodeURIComponent(operands[1] ?? '');

/** Everything the operator's command line can do. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'org create',
    usage: '--name NAME [--plan free|starter|pro|enterprise] [--owner-email ADDRESS]',
    help: 'makes an organization; free unless a plan is named. --owner-email names its first owner, whom member list shows and member invite lets in',
    operands: [],
    options: ['name', 'plan', 'owner-email'],
    field: 'organization',
    inWords: shownOrganization,
    toCall: (input) => ({
      method: 'POST',
      path: '/organizations',
      body: {
        name: required(input, 'name'),
        plan: input.options['plan'],
        owner_email: input.options['owner-email'],
      },
    }),
  },
  {
    name: 'org list',
    usage: '',
    help: 'every organization, oldest first',
    operands: [],
    options: [],
    field: 'organizations',
    inWords: shownOrganization,
    toCall: () => ({ method: 'GET', path: '/organizations' }),
  },
  {
    name: 'org show',
    usage: 'ORG',
    help: 'one organization',
    operands: ['ORG'],
    options: [],
    field: 'organization',
    inWords: shownOrganization,
    toCall: (input) => ({ method: 'GET', path: organization(input) }),
  },
  {
    name: 'org set-plan',
    usage: 'ORG free|starter|pro|enterprise',
    help: 'changes the plan; requests have the new limits at once',
    operands: ['ORG', 'PLAN'],
    options: [],
    field: 'organization',
    inWords: shownOrganization,
    toCall: (input) => ({ method: 'PATCH', path: organization(input), body: { plan: input.operands[1] } }),
  },
  {
    name: 'org set-policy',
    usage:
      'ORG [--workplace-policy on|off] [--no-employees-recorded on|off] [--default-subject SUBJECT] [--retention none|DAYS|forever] [--transcripts off|DAYS]',
    help: 'what the organization declared about the people it records, how long sessions that are over are kept, and what was said in them',
    operands: ['ORG'],
    options: ['workplace-policy', 'no-employees-recorded', 'default-subject', 'retention', 'transcripts'],
    field: 'organization',
    inWords: shownOrganization,
    toCall: (input) => {
      const { options } = input;
      const flag = (name: string): boolean | undefined => {
        const text = options[name];
        return text === undefined ? undefined : onOff(name, text);
      };
      const policy = {
        workplace_policy: flag('workplace-policy'),
        no_employees_recorded: flag('no-employees-recorded'),
        default_subject: options['default-subject'],
        retention_days: retentionDays(options['retention']),
        transcript_days: transcriptDays(options['transcripts']),
      };
      if (Object.values(policy).every((value) => value === undefined)) {
        throw new UsageError('nothing is to be changed: give at least one of its options');
      }
      return { method: 'PATCH', path: organization(input), body: { policy } };
    },
  },
  {
    name: 'org export',
    usage: 'ORG > FILE',
    help: 'everything that is stored about an organization, a JSON line for each row; no keys and no sealed bytes',
    operands: ['ORG'],
    options: [],
    pages: 'rows',
    toCall: (input) => ({ method: 'GET', path: `${organization(input)}/export` }),
  },
  {
    name: 'org delete',
    usage: 'ORG --confirm NAME',
    help: 'revokes its keys at once, and removes everything of it within two minutes (a minute or two more for each million of rows): sessions, voices, models, ledger, audit log. Export first what the books need',
    operands: ['ORG'],
    options: ['confirm'],
    field: 'organization',
    inWords: shownOrganization,
    toCall: (input) => ({
      method: 'DELETE',
      path: `${organization(input)}?confirm=${encodeURIComponent(required(input, 'confirm'))}`,
    }),
  },
  {
    name: 'member add',
    usage: 'ORG ADDRESS [--role owner|developer|supervisor|viewer]',
    help: 'adds a person by e-mail address; owners are told of what needs somebody',
    operands: ['ORG', 'ADDRESS'],
    options: ['role'],
    field: 'member',
    toCall: (input) => ({
      method: 'POST',
      path: `${organization(input)}/members`,
      body: { email: input.operands[1], role: input.options['role'] },
    }),
  },
  {
    name: 'member list',
    usage: 'ORG',
    help: 'the people of an organization',
    operands: ['ORG'],
    options: [],
    field: 'members',
    toCall: (input) => ({ method: 'GET', path: `${organization(input)}/members` }),
  },
  {
    name: 'member invite',
    usage: 'ORG MEMBER',
    help: 'makes a link with which the person signs in to the console and makes a passkey',
    operands: ['ORG', 'MEMBER'],
    options: [],
    field: 'invitation',
    toCall: (input) => ({
      method: 'POST',
      path: `${organization(input)}/members/${second(input)}/invitation`,
    }),
  },
  {
    name: 'member remove',
    usage: 'ORG MEMBER',
    help: 'removes a person, by the id that the list shows',
    operands: ['ORG', 'MEMBER'],
    options: [],
    toCall: (input) => ({ method: 'DELETE', path: `${organization(input)}/members/${second(input)}` }),
  },
  {
    name: 'key create',
    usage: 'ORG --name NAME [--expires-at TIME] [--rate-limit N] [--scopes A,B]',
    help: 'makes an API key and shows it, this once',
    operands: ['ORG'],
    options: ['name', 'expires-at', 'rate-limit', 'scopes'],
    field: 'api_key',
    toCall: (input) => {
      const rate = input.options['rate-limit'];
      return {
        method: 'POST',
        path: `${organization(input)}/api-keys`,
        body: {
          name: required(input, 'name'),
          expires_at: input.options['expires-at'],
          rate_limit: rate === undefined ? undefined : wholeNumber('rate-limit', rate),
          scopes: input.options['scopes']?.split(','),
        },
      };
    },
  },
  {
    name: 'key list',
    usage: 'ORG',
    help: 'keys that were not revoked, never the keys themselves',
    operands: ['ORG'],
    options: [],
    field: 'api_keys',
    toCall: (input) => ({ method: 'GET', path: `${organization(input)}/api-keys` }),
  },
  {
    name: 'key revoke',
    usage: 'ORG KEY',
    help: 'revokes a key, by the id that the list shows; its streams end within 5 s',
    operands: ['ORG', 'KEY'],
    options: [],
    toCall: (input) => ({ method: 'DELETE', path: `${organization(input)}/api-keys/${second(input)}` }),
  },
  {
    name: 'wallet show',
    usage: 'ORG',
    help: 'balance, what is held for work under way, and what is left',
    operands: ['ORG'],
    options: [],
    field: 'wallet',
    toCall: (input) => ({ method: 'GET', path: `${organization(input)}/wallet` }),
  },
  {
    name: 'wallet top-up',
    usage: 'ORG --credits N --reference TEXT [--note TEXT]',
    help: 'pays in, once for each reference; a credit is a second of audio',
    operands: ['ORG'],
    options: ['credits', 'reference', 'note'],
    toCall: (input) => ({
      method: 'POST',
      path: `${organization(input)}/wallet/top-ups`,
      body: {
        reference: required(input, 'reference'),
        credits: wholeNumber('credits', required(input, 'credits')),
        note: input.options['note'],
      },
    }),
  },
  {
    name: 'audit list',
    usage: 'ORG [--limit N]',
    help: 'the newest entries of the audit log',
    operands: ['ORG'],
    options: ['limit'],
    field: 'entries',
    toCall: (input) => {
      const limit = input.options['limit'];
      const query = limit === undefined ? '' : `?limit=${wholeNumber('limit', limit)}`;
      return { method: 'GET', path: `${organization(input)}/audit${query}` };
    },
  },
  {
    name: 'audit verify',
    usage: 'ORG',
    help: 'checks that the audit log is what was written; exit code 3 when it is not',
    operands: ['ORG'],
    options: [],
    field: 'verification',
    toCall: (input) => ({ method: 'GET', path: `${organization(input)}/audit/verification` }),
  },
];
