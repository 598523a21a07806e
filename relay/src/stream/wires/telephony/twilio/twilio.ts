import type { ClientBody, SessionHello, Subject } from '@undertone/protocol';
import { z } from 'zod';
import { SessionFault } from '../../../../domain/live/session-fault.js';
import { readCallParameters } from '../../../../domain/telephony/call-parameters.js';
import type { TelephonyAccount } from '../../../../domain/telephony/telephony-accounts.js';
import { checkSize, readText } from '../../read-text.js';
import type { Codec, Take } from '../../wire.js';
import type { TelephonyAdapter } from '../adapter.js';
import { parseJson, readShape } from '../read-shape.js';
import { isMedia, type MediaMessage, readMedia, type TrackName, trackName } from './media-message.js';
import { signerOf } from './signature.js';
import { Track } from './track.js';

const event = z.looseObject({ event: z.string() });
const startMessage = z.looseObject({
  streamSid: z.string().min(1),
  start: z.looseObject({
    accountSid: z.string(),
    callSid: z.string().min(1),
    streamSid: z.string().optional(),
    tracks: z.array(trackName).min(1).max(2),
    mediaFormat: z.looseObject({ encoding: z.string(), sampleRate: z.number(), channels: z.number() }),
    customParameters: z.record(z.string(), z.string()).default({}),
  }),
});

/** Who is heard on which track, where the call does not say: Twilio's `inbound` is what the caller says. */
const SUBJECTS: Readonly<Record<TrackName, Subject>> = { inbound: 'customer', outbound: 'agent' };

/**
 * Twilio Media Streams (`<Start><Stream>`): `connected`, `start`, `media`, `dtmf`, `mark`, `stop`. Twilio takes no message
 * back on such a stream (error 31924), so that it is told nothing: an error is the close of the socket.
 */
class TwilioCodec implements Codec {
  /** A stream that Twilio lost is not taken up again; a new one has another name. */
  readonly resumes = false;
  readonly peerCloses = false;
  readonly narrows = true;
  private readonly tracks = new Map<TrackName, Track>();
  private streamSid: string | undefined;

  constructor(private readonly account: TelephonyAccount | undefined) {}

  decode(data: ArrayBuffer, isBinary: boolean, take: Take): void {
    checkSize(data);
    if (isBinary) throw wrong('Twilio sends text; binary data was received');
    const message = parseJson(readText(data));
    if (isMedia(message)) {
      this.media(readMedia(message));
      return;
    }
    switch (readShape(message, event).event) {
      case 'start':
        this.start(readShape(message, startMessage), take);
        return;
      case 'stop':
        for (const one of this.tracks.values()) one.end();
        say(take, { kind: 'session.end', value: { reason: 'stop' } });
        return;
      default:
        // `connected` says nothing about the call, `mark` answers what was never sent, and the digits of `dtmf` are often those of
        // a card. What Twilio adds later is ignored too (RT10).
        return;
    }
  }

  encode(): undefined {
    return undefined;
  }

  private start({ streamSid, start }: z.infer<typeof startMessage>, take: Take): void {
    if (this.streamSid !== undefined) throw wrong('start came twice', 'event');
    const { accountSid, callSid, tracks, mediaFormat, customParameters } = start;
    if (this.account !== undefined && this.account.accountSid !== accountSid) {
      throw new SessionFault('forbidden', 'the request was signed by another Twilio account', {
        param: 'start.accountSid',
      });
    }
    const { encoding, sampleRate, channels } = mediaFormat;
    if (encoding !== 'audio/x-mulaw' || sampleRate !== 8_000 || channels !== 1) {
      throw new SessionFault(
        'unsupported_audio_format',
        'a Twilio stream is audio/x-mulaw, 8000 Hz, 1 channel',
        {
          param: 'start.mediaFormat',
        },
      );
    }
    this.streamSid = streamSid;
    const known = { vendor: 'twilio', account_id: accountSid, call_id: callSid, stream_id: streamSid };
    const { token, subjects, hello } = readCallParameters(customParameters, known);
    const names = [...new Set(tracks)];
    names.forEach((name, channel) => {
      this.tracks.set(name, new Track(channel, (body) => say(take, body)));
    });
    const value: SessionHello = {
      features: [],
      ...hello,
      // A token may name the session; without one, the stream does.
      ...(token === undefined ? { sessionId: hello.sessionId ?? streamSid } : { token }),
      source: 'twilio',
      channels: names.map((id) => ({
        id,
        subject: subjects[id] ?? SUBJECTS[id],
        encoding: 'mulaw',
        sampleRate: 8_000,
        frameMs: 20,
      })),
    };
    say(take, { kind: 'session.hello', value });
  }

  private media({ streamSid, track, chunk, timestampMs, payload: text }: MediaMessage): void {
    if (this.streamSid === undefined) throw wrong('media came before start', 'event');
    if (streamSid !== this.streamSid) throw wrong('the message is of another stream', 'streamSid');
    const into = this.tracks.get(track);
    if (into === undefined) throw wrong('start did not name this track', 'media.track');
    const payload = Buffer.from(text, 'base64');
    if (payload.length === 0) throw wrong('a chunk without audio', 'media.payload');
    into.add(chunk, timestampMs, payload);
  }
}

const say = (take: Take, body: ClientBody): void =>
  take({ kind: 'message', message: { seq: 0, ack: 0, generation: 0, audioPos: 0, body } });

const wrong = (message: string, param?: string): SessionFault =>
  new SessionFault('protocol_error', message, param === undefined ? {} : { param });

export const twilio: TelephonyAdapter = {
  path: '/v1/telephony/twilio',
  callerOf({ headers, origin, target }, { twilio: accounts }, nowMs) {
    // Where no account is configured, nothing can be verified, and a token must say whose call it is.
    if (accounts.length === 0) return { kind: 'token_later' };
    const signature = headers.get('x-twilio-signature');
    if (signature === undefined) return { kind: 'refused', message: 'X-Twilio-Signature is missing' };
    const signer = signerOf(signature, `${origin}${target}`, accounts, nowMs);
    if (signer.kind === 'account') return signer;
    if (signer.kind === 'busy')
      return { kind: 'refused', message: 'too many wrong X-Twilio-Signatures came: try again in a minute' };
    return {
      kind: 'refused',
      message: `X-Twilio-Signature is of no configured account, for ${origin}${target}: where the TwiML names another address, set UNDERTONE_PUBLIC_URL`,
    };
  },
  wire: ({ account }) => new TwilioCodec(account),
};
