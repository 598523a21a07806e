import { fetchDemoToken, type TokenSource } from '../call/token-source.js';
import type { Scenario } from './scenario.js';

const LIFE_S = 10;
const DROP_AFTER_MS = 12_000;

/**
 * A page with a common mistake: it keeps the first token. The relay refuses this token when the client returns after
 * the token has expired. The client asks again, and only then the page fetches a fresh one.
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
    // The worker's socket notices the drop within one tick. Until then the session's state is still live.
    if (!(await desk.wait(500))) return;
    if (await desk.untilLive()) {
      desk.log('Reconnected with the fresh token; the call goes on.');
    }
  },
};
