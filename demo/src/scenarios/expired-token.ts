import { fetchDemoToken, type TokenSource } from '../call/token-source.js';
import type { Scenario } from './scenario.js';

const LIFE_S = 10;
const DROP_AFTER_MS = 12_000;

/**
 * A page that makes the usual mistake: it keeps the token it once got. The relay refuses it when the client comes back
 * after the token's life; the client asks again, and only then a fresh one is fetched.
 */
export const expiredToken: Scenario = {
  id: 'expired-token',
  title: 'Expired token',
  story: 'The link drops after the token has expired. The relay refuses the old one, a fresh one is fetched.',
  async run(desk) {
    let kept: string | undefined;
    const getToken: TokenSource = async (context) => {
      if (kept !== undefined && context.reason === 'resume' && context.attempt === 0) {
        desk.log('The client asks for a token and gets the old one.');
        return kept;
      }
      if (kept !== undefined) desk.log('The relay refused it; a fresh token is fetched.');
      kept = await fetchDemoToken(context, LIFE_S);
      return kept;
    };
    const network = desk.faultyNetwork();
    if (!(await desk.startSampleCall({ environment: network.environment(), getToken }))) return;
    desk.log(`The call is analyzed with a token that was good for ${LIFE_S} seconds.`);
    if (!(await desk.wait(DROP_AFTER_MS))) return;
    network.drop();
    desk.log('The token has expired, and the connection is lost.');
    // The client notices within a tick of the worker; before that it still says live.
    if (!(await desk.wait(500))) return;
    if (await desk.untilLive()) {
      desk.log('Reconnected with the fresh token; the call goes on.');
    }
  },
};
