import { describe, expect, it } from 'vitest';
import { answerTo, readOffer } from './recorded-lines.js';
import { speakersOf } from './recording-metadata.js';
import { readRequest } from './recording-request.js';
import { SiprecError } from './siprec-error.js';

const refused = (run: () => unknown): number | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof SiprecError) return error.status;
    throw error;
  }
};

const SDP = [
  'v=0',
  'o=SRC 1 1 IN IP4 10.0.0.1',
  's=-',
  'c=IN IP4 10.0.0.1',
  't=0 0',
  'm=audio 12240 RTP/AVP 8 0',
  'a=sendonly',
  'a=label:1',
  'm=video 22456 RTP/AVP 98',
  'a=label:3',
  'm=audio 12242 RTP/AVP 0 8',
  'a=inactive',
  'a=label:2',
  '',
].join('\r\n');

/** As in RFC 7866, section 12, with the names of RFC 7865, section 8. */
const METADATA = `<?xml version="1.0" encoding="UTF-8"?>
<recording xmlns='urn:ietf:params:xml:ns:recording:1'>
  <datamode>complete</datamode>
  <session session_id="hVpd7YQgRW2nD22h7q60JQ=="/>
  <participant participant_id="srfBElmCRp2QB23b7Mpk0w==">
    <nameID aor="tel:+13035551212"><name xml:lang="it">Bob &amp; B</name></nameID>
  </participant>
  <participant participant_id="zSfPoSvdSDCmU3A3TRDxAw=="><nameID aor="sip:Paul@biloxi.com"/></participant>
  <stream stream_id="UAAMm5GRQKSCMVvLyl4rFw==" session_id="hVpd7YQgRW2nD22h7q60JQ=="><label>1</label></stream>
  <stream stream_id="i1Pz3to5hGk8fuXl+PbwCw==" session_id="hVpd7YQgRW2nD22h7q60JQ=="><label>2</label></stream>
  <participantsessionassoc participant_id="zSfPoSvdSDCmU3A3TRDxAw==" session_id="hVpd7YQgRW2nD22h7q60JQ=="/>
  <participantstreamassoc participant_id="zSfPoSvdSDCmU3A3TRDxAw==">
    <send>i1Pz3to5hGk8fuXl+PbwCw==</send><recv>UAAMm5GRQKSCMVvLyl4rFw==</recv>
  </participantstreamassoc>
  <participantstreamassoc participant_id="srfBElmCRp2QB23b7Mpk0w=="><send>UAAMm5GRQKSCMVvLyl4rFw==</send></participantstreamassoc>
</recording>`;

describe('the body of a SIPREC INVITE', () => {
  const body = `preamble\r\n--foo bar\r\nContent-Type: application/sdp\r\n\r\n${SDP}\r\n--foo bar\r\ncontent-type: application/rs-metadata+xml\r\nContent-Disposition: recording-session\r\n\r\n${METADATA}\r\n--foo bar--\r\nepilogue`;

  it('has SDP and metadata in its parts, or SDP alone', () => {
    expect(readRequest('multipart/mixed; boundary="foo bar"', body)).toEqual({
      sdp: SDP,
      metadata: METADATA,
    });
    expect(readRequest('Application/SDP; charset=utf-8', SDP)).toEqual({ sdp: SDP });
  });

  it.each([
    ['multipart/mixed', body],
    ['multipart/mixed;boundary=other', body],
    ['multipart/mixed;boundary="foo bar"', body.replace('--foo bar--', '')],
    ['multipart/mixed;boundary="foo bar"', body.replace('application/sdp', 'text/plain')],
    ['multipart/mixed;boundary="foo bar"', body.replace('application/rs-metadata+xml', 'application/sdp')],
    ['text/plain', SDP],
    ['', ''],
  ])('is refused as %s where it has not one SDP', (type, content) => {
    expect(refused(() => readRequest(type, content))).toBe(400);
  });
});

describe('the metadata', () => {
  it('says who speaks on which line', () => {
    expect([...speakersOf(METADATA)]).toEqual([
      ['1', { aor: 'tel:+13035551212', name: 'Bob & B' }],
      ['2', { aor: 'sip:Paul@biloxi.com' }],
    ]);
  });

  it('knows nobody in another namespace, or where a stream is nobody’s', () => {
    expect(speakersOf(METADATA.replace('recording:1', 'other')).size).toBe(0);
    expect([...speakersOf(METADATA.replaceAll('participantstreamassoc', 'participantother')).keys()]).toEqual(
      [],
    );
  });

  it.each([
    ['no XML', 'v=0'],
    ['cut off', METADATA.slice(0, 400)],
    ['a document type', METADATA.replace('<recording', '<!DOCTYPE r [<!ENTITY a "b">]><recording')],
    ['an unknown entity', METADATA.replace('&amp;', '&lol;')],
    ['nothing', ''],
  ])('is refused where it is %s', (_name, xml) => {
    expect(refused(() => speakersOf(xml))).toBe(400);
  });
});

describe('the lines of a recorded call', () => {
  it('are answered each in its place, with its label, and others refused', () => {
    const lines = readOffer(SDP);
    expect(lines).toMatchObject({ parties: [0, 2], encoding: 'alaw', isSecure: false });
    expect(answerTo(lines, '10.0.0.9', [4_000, 4_002]).split('\r\n').slice(5)).toEqual([
      'm=audio 4000 RTP/AVP 8',
      'a=recvonly',
      'a=label:1',
      'm=video 0 RTP/AVP 98',
      'm=audio 4002 RTP/AVP 8',
      'a=inactive',
      'a=label:2',
      '',
    ]);
  });

  it('are held together by the session’s direction', () => {
    const held = SDP.replace('t=0 0', 't=0 0\r\na=inactive').replace('a=sendonly\r\n', '');
    expect(readOffer(held).all.map(({ isHeld }) => isHeld)).toEqual([true, true, true]);
  });

  it.each([
    ['one line', SDP.replace('m=audio 12242', 'm=audio 0')],
    ['three lines', `${SDP}m=audio 9 RTP/AVP 0\r\n`],
    ['another codec', SDP.replace('RTP/AVP 8 0', 'RTP/AVP 9')],
    ['two codecs', SDP.replace('RTP/AVP 8 0', 'RTP/AVP 8').replace('RTP/AVP 0 8', 'RTP/AVP 0')],
    ['DTLS', SDP.replaceAll('RTP/AVP', 'UDP/TLS/RTP/SAVPF')],
    ['nothing', ''],
  ])('are refused with 488 where there is %s', (_name, sdp) => {
    expect(refused(() => readOffer(sdp))).toBe(488);
  });
});
