/** The calls that border controllers copy to us, to a relay: the port is the one of `kamailio.cfg`. */
import { RtpEngine } from '../rtp/rtpengine.js';
import { RecordingServer } from './recording-server.js';

export const recordCalls = async (
  apiKey: string,
  log: (callId: string, error: unknown) => void,
): Promise<RecordingServer> =>
  RecordingServer.start({
    url: 'https://relay.example.com',
    apiKey,
    line: 'trunk-7',
    port: 8791,
    // Where the border controllers' media comes to. With SRTP it comes to rtpengine, which takes the keys from its control port.
    address: '10.0.0.5',
    engine: await RtpEngine.open({ host: '127.0.0.1', port: 2223 }),
    // Agents have an extension of this desk; whoever else is on a call is a caller.
    isAgent: ({ aor }) => aor.endsWith('@desk.example.com'),
    onFault: log,
  });
