import { Undertone } from '../undertone.js';
import { CliError } from './cli-error.js';

/** Which relay, and with which key. */
export interface Connection {
  readonly apiKey: string;
  readonly baseUrl: string;
}

/** Reads the environment variables. @throws CliError that says what is missing */
export const readConnection = (env: NodeJS.ProcessEnv = process.env): Connection => {
  const apiKey = env['UNDERTONE_API_KEY'];
  if (apiKey === undefined || apiKey === '') {
    throw new CliError('set UNDERTONE_API_KEY to an API key (the relay prints one at its first start)');
  }
  return { apiKey, baseUrl: env['UNDERTONE_URL'] ?? 'http://localhost:8787' };
};

/** Makes the client from the environment variables. @throws CliError that says what is missing */
export const connect = (env: NodeJS.ProcessEnv = process.env): Undertone =>
  new Undertone(readConnection(env));
