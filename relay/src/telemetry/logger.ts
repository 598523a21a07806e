import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/**
 * Fields that may hold a secret, at the top and one level down. Code never logs them on purpose. This is for the case that
 * somebody logs a whole object.
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

/** A key or a token inside a message, for example in an error that quotes its input. */
const CREDENTIAL = /psk_[0-9A-Za-z_-]{8,}|eyJ[0-9A-Za-z_-]+\.[0-9A-Za-z_-]+\.[0-9A-Za-z_-]+/g;

/** Hides keys and tokens in a text. */
export const withoutCredentials = (text: string): string => text.replace(CREDENTIAL, '[redacted]');

/**
 * The relay's log: JSON lines. Levels: `error` for what a user saw, `warn` for what is retried, `info` for each
 * lifecycle change, `debug` for the rest.
 */
export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    redact: { paths: [...SECRETS, ...SECRETS.map(nested)], censor: '[redacted]' },
    hooks: {
      // Every line is searched again, because any field or error message may hold a secret.
      streamWrite: withoutCredentials,
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
};
