import { Undertone } from '../undertone.js';
import { CliError } from './cli-error.js';

/** Makes the client from the environment variables. @throws CliError that says what is missing */
export const connect = (env: NodeJS.ProcessEnv = process.env): Undertone => {
  const apiKey = env['UNDERTONE_API_KEY'];
  if (apiKey === undefined || apiKey === '') {
    throw new CliError('set UNDERTONE_API_KEY to an API key (the relay prints one at its first start)');
  }
  return new Undertone({ apiKey, baseUrl: env['UNDERTONE_URL'] ?? 'http://localhost:8787' });
};
