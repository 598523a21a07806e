/** SRTP of a recorded call: rtpengine takes it with the border controller's keys and hands it on as plain RTP. */
import { RtpEngineError, type RtpEngine } from '../rtp/rtpengine.js';

export class SecureMedia {
  private readonly call: Readonly<Record<string, string>>;

  constructor(
    private readonly engine: RtpEngine,
    callId: string,
  ) {
    this.call = { 'call-id': callId, 'from-tag': 'border-controller', ICE: 'remove' };
  }

  /** @returns the border controller's SDP as it would be without SRTP */
  async offer(sdp: string): Promise<string> {
    const { sdp: plain } = await this.engine.command('offer', {
      ...this.call,
      sdp,
      'transport-protocol': 'RTP/AVP',
    });
    return String(plain);
  }

  /** @returns the answer with keys, for the border controller */
  async answer(sdp: string): Promise<string> {
    const { sdp: secure } = await this.engine.command('answer', { ...this.call, 'to-tag': 'recorder', sdp });
    return String(secure);
  }

  async end(): Promise<void> {
    // rtpengine forgets a call by itself when nothing comes for long.
    await this.engine.command('delete', this.call).catch((error: unknown) => {
      if (!(error instanceof RtpEngineError)) throw error;
    });
  }
}
