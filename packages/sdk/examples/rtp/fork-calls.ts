/** The calls of a trunk to a relay: rtpengine's control port as Debian sets it, and the fork server's as in `kamailio.cfg`. */
import { ForkServer } from './fork-server.js';
import { RtpEngine } from './rtpengine.js';

export const forkCalls = async (
  apiKey: string,
  log: (callId: string, error: unknown) => void,
): Promise<ForkServer> =>
  ForkServer.start({
    engine: await RtpEngine.open({ host: '127.0.0.1', port: 2223 }),
    url: 'https://relay.example.com',
    apiKey,
    line: 'trunk-7',
    port: 8790,
    onFault: log,
  });
