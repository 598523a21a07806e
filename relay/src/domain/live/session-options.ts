import { FEATURES, LIMITS, type Feature, type SessionUpdate } from '@undertone/protocol';
import type { StreamAuth, StreamClaims } from '../accounts/stream-auth.js';
import type { SessionFeature, SessionOptions } from './session-config.js';
import { invalidField, SessionFault } from './session-fault.js';
import { isStorable } from '../storable-text.js';
import { isVerticalName, VERTICAL_NAMES } from '../call/verticals/verticals.js';
import { defined } from '../defined.js';

/**
 * Limits of the data that a client may attach. They are generous for people (a ticket number, a queue, a language) and small
 * enough that a checkpoint with all of it stays a few kilobytes.
 */
const OPTION_LIMITS = {
  nameChars: 64,
  metadataEntries: 32,
  metadataKeyChars: 64,
  metadataValueChars: 512,
  consentScopes: 16,
  alertBudget: 20,
  maxRateHz: { min: 0.1, max: 50 },
} as const;

export const DEFAULT_OPTIONS: SessionOptions = {
  vertical: 'general',
  features: [...FEATURES],
  outputs: { intervalMs: LIMITS.intervalMs.default, probabilities: true, prosody: true },
  vadMode: 'server',
  endSilenceMs: LIMITS.endSilenceMs.default,
  steering: { enabled: true },
  metadata: {},
};

/** Checks that a number is in a range. @throws SessionFault */
export const within = (
  value: number,
  range: { min: number; max: number },
  param: string,
  whole = true,
): number => {
  if (!(value >= range.min && value <= range.max) || (whole && !Number.isInteger(value))) {
    throw invalidField(param, `${whole ? 'a whole number' : 'a number'} from ${range.min} to ${range.max}`);
  }
  return value;
};

/** Checks the length of a short name. @throws SessionFault */
export const name = (value: string, param: string, chars: number = OPTION_LIMITS.nameChars): string => {
  if (value.length === 0 || value.length > chars) throw invalidField(param, `1 to ${chars} characters`);
  return value;
};

const features = (wanted: readonly Feature[], allowed: readonly string[] | undefined): SessionFeature[] => {
  const known = wanted.filter((feature): feature is SessionFeature => feature !== 'unspecified');
  if (known.length !== wanted.length) throw invalidField('features', `of ${FEATURES.join(', ')}`);
  if (allowed === undefined) return [...new Set(known)];
  const beyond = known.find((feature) => !allowed.includes(feature));
  if (beyond !== undefined) {
    throw new SessionFault('forbidden', `the token does not allow the feature ${beyond}`, {
      param: 'features',
    });
  }
  return [...new Set(known)];
};

const metadata = (entries: Readonly<Record<string, string>>): Record<string, string> => {
  const pairs = Object.entries(entries);
  if (pairs.length > OPTION_LIMITS.metadataEntries) {
    throw invalidField('metadata', `at most ${OPTION_LIMITS.metadataEntries} entries`);
  }
  for (const [key, value] of pairs) {
    if (key.length === 0 || key.length > OPTION_LIMITS.metadataKeyChars) {
      throw invalidField('metadata', `made of keys of 1 to ${OPTION_LIMITS.metadataKeyChars} characters`);
    }
    if (value.length > OPTION_LIMITS.metadataValueChars) {
      throw invalidField(
        'metadata',
        `made of values of at most ${OPTION_LIMITS.metadataValueChars} characters`,
      );
    }
    // Metadata is stored with the conversation, and the database accepts no other text.
    if (!isStorable(key) || !isStorable(value)) {
      throw invalidField('metadata', 'made of well-formed text without NUL');
    }
  }
  return Object.fromEntries(pairs);
};

const consent = (given: NonNullable<SessionUpdate['consent']>): SessionOptions['consent'] => {
  const { basis, scope, jurisdiction, disclosedAt } = given;
  if (scope.length > OPTION_LIMITS.consentScopes) {
    throw invalidField('consent.scope', `at most ${OPTION_LIMITS.consentScopes} entries`);
  }
  if (disclosedAt !== undefined && (disclosedAt.length > 40 || Number.isNaN(Date.parse(disclosedAt)))) {
    throw invalidField('consent.disclosed_at', 'a time in ISO 8601');
  }
  return {
    scope: scope.map((entry) => name(entry, 'consent.scope')),
    ...(basis !== undefined && { basis: name(basis, 'consent.basis') }),
    ...(jurisdiction !== undefined && { jurisdiction: name(jurisdiction, 'consent.jurisdiction') }),
    ...defined({ disclosedAt }),
  };
};

/** The fields that hello and `session.update` have in common. */
export type OptionFields = Pick<
  SessionUpdate,
  'vertical' | 'features' | 'outputs' | 'vad' | 'turn' | 'steering' | 'consent' | 'metadata'
>;

/**
 * Reads the given fields and keeps `base` for the rest. An empty list or map counts as not given.
 * @throws SessionFault with the field that is out of range or not allowed by the token
 */
export const readOptions = (
  base: SessionOptions,
  given: OptionFields,
  claims: StreamClaims,
): SessionOptions => {
  const options: SessionOptions = { ...base, outputs: { ...base.outputs }, steering: { ...base.steering } };
  if (given.vertical !== undefined) {
    const vertical = name(given.vertical, 'vertical');
    if (!isVerticalName(vertical)) throw invalidField('vertical', `one of ${VERTICAL_NAMES.join(', ')}`);
    if (claims.vertical !== undefined && claims.vertical !== vertical) {
      throw new SessionFault('forbidden', 'the token names another vertical', { param: 'vertical' });
    }
    options.vertical = vertical;
  }
  if (given.features.length > 0) options.features = features(given.features, claims.features);
  const { outputs, vad, turn, steering } = given;
  if (outputs?.intervalMs !== undefined) {
    options.outputs.intervalMs = within(outputs.intervalMs, LIMITS.intervalMs, 'outputs.interval_ms');
  }
  if (outputs?.probabilities !== undefined) options.outputs.probabilities = outputs.probabilities;
  if (outputs?.prosody !== undefined) options.outputs.prosody = outputs.prosody;
  if (outputs?.maxRateHz !== undefined) {
    options.outputs.maxRateHz = within(
      outputs.maxRateHz,
      OPTION_LIMITS.maxRateHz,
      'outputs.max_rate_hz',
      false,
    );
  }
  if (vad?.mode !== undefined) {
    if (vad.mode === 'unspecified') throw invalidField('vad.mode', 'client, server or both');
    options.vadMode = vad.mode;
  }
  if (turn?.endSilenceMs !== undefined) {
    options.endSilenceMs = within(turn.endSilenceMs, LIMITS.endSilenceMs, 'turn.end_silence_ms');
  }
  if (steering?.enabled !== undefined) options.steering.enabled = steering.enabled;
  if (steering?.alertBudget !== undefined) {
    const range = { min: 0, max: OPTION_LIMITS.alertBudget };
    options.steering.alertBudget = within(steering.alertBudget, range, 'steering.alert_budget');
  }
  if (given.consent !== undefined) {
    const read = consent(given.consent);
    if (read !== undefined) options.consent = read;
  }
  if (Object.keys(given.metadata).length > 0) options.metadata = metadata(given.metadata);
  return options;
};

/** The options before the hello is read: the defaults, restricted by the token. */
export const optionsFor = ({ claims, defaults }: Pick<StreamAuth, 'claims' | 'defaults'>): SessionOptions => {
  const allowed = claims.features;
  return {
    ...DEFAULT_OPTIONS,
    features: FEATURES.filter((feature) => allowed === undefined || allowed.includes(feature)),
    ...defined({ vertical: claims.vertical ?? defaults?.vertical }),
  };
};
