import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/**
 * Fields that may hold a secret, at the top and one level down. Code never logs them on purpose; this is for the day
 * when someone logs a whole object.
 */
const SECRETS = [
  'authorization',
  'Authorization',
  '["x-api-key"]',
  '["X-API-Key"]',
  '["sec-websocket-protocol"]',
  'cookie',
  'token',
  'key',
  'secret',
  'handle',
  'resumeHandle',
  'payload',
  'text',
  'body',
];

const nested = (path: string): string => (path.startsWith('[') ? `*${path}` : `*.${path}`);

/** A key or a token inside a message, for example of an error that quotes its input. */
const CREDENTIAL = /psk_[0-9A-Za-z_-]{8,}|eyJ[0-9A-Za-z_-]+\.[0-9A-Za-z_-]+\.[0-9A-Za-z_-]+/g;

/** Hides keys and tokens in a text. */
export const withoutCredentials = (text: string): string => text.replace(CREDENTIAL, '[redacted]');

/**
 * The relay's log: JSON lines. Levels: error, a user saw it; warn, retried; info, one per lifecycle change;
 * debug, the rest.
 */
export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    redact: { paths: [...SECRETS, ...SECRETS.map(nested)], censor: '[redacted]' },
    hooks: {
      // Every line is searched once more, whatever field or error message holds a secret.
      streamWrite: withoutCredentials,
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
};
