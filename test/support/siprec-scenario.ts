/** What a border controller's sipp sends: the INVITE of RFC 7866 with SDP and the metadata of RFC 7865, hold and return, BYE. */

export interface RecordedParty {
  readonly aor: string;
  readonly name: string;
}

export interface RecordedParties {
  /** On the first and the second line. */
  readonly parties: readonly [RecordedParty, RecordedParty];
  /** Keys of SRTP, base64, a line each. */
  readonly keys?: readonly [string, string];
}

export interface RecordedTimes {
  /** What each party says begins so. */
  readonly speak: string;
  readonly spokenMs: number;
  /** Then both are held so long, and the first one speaks again. */
  readonly holdMs?: number;
}

const LABELS = ['96', '97'] as const;

const sdp = (direction: 'sendonly' | 'inactive', { keys }: RecordedParties): string =>
  [
    'v=0',
    'o=SRC 1 1 IN IP4 [local_ip]',
    's=-',
    'c=IN IP4 [local_ip]',
    't=0 0',
    ...LABELS.flatMap((label, line) => [
      `m=audio ${16_000 + 2 * line} RTP/${keys === undefined ? 'AVP' : 'SAVP'} 0`,
      'a=rtpmap:0 PCMU/8000',
      ...(keys === undefined ? [] : [`a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${keys[line]!}`]),
      `a=${direction}`,
      `a=label:${label}`,
    ]),
  ].join('\n');

const metadata = ({ parties }: RecordedParties): string => `<?xml version="1.0" encoding="UTF-8"?>
<recording xmlns="urn:ietf:params:xml:ns:recording:1">
  <datamode>complete</datamode>
  <session session_id="hVpd7YQgRW2nD22h7q60JQ=="><sipSessionID>ab30317f1a784dc48ff824d0d3715d86</sipSessionID></session>
${parties
  .map(
    ({ aor, name }, line) => `  <participant participant_id="participant-${line}">
    <nameID aor="${aor}"><name xml:lang="en">${name}</name></nameID>
  </participant>
  <stream stream_id="stream-${line}" session_id="hVpd7YQgRW2nD22h7q60JQ=="><label>${LABELS[line]!}</label></stream>
  <participantstreamassoc participant_id="participant-${line}">
    <send>stream-${line}</send><recv>stream-${1 - line}</recv>
  </participantstreamassoc>`,
  )
  .join('\n')}
</recording>`;

const invite = (sequence: number, type: string, body: string): string => `  <send retrans="500"><![CDATA[
      INVITE sip:recorder@[remote_ip]:[remote_port] SIP/2.0
      Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
      From: <sip:src@[local_ip]:[local_port]>;tag=[pid]src[call_number]
      To: <sip:recorder@[remote_ip]:[remote_port]>${sequence === 1 ? '' : '[peer_tag_param]'}
      Call-ID: [call_id]
      CSeq: ${sequence} INVITE
      Contact: <sip:src@[local_ip]:[local_port]>;+sip.src
      Require: siprec
      Max-Forwards: 70
      Content-Type: ${type}
      Content-Length: [len]

${body}
  ]]></send>
  <recv response="100" optional="true"/>`;

const request = (
  method: 'ACK' | 'BYE',
  sequence: number,
): string => `  <send${method === 'BYE' ? ' retrans="500"' : ''}><![CDATA[
      ${method} sip:recorder@[remote_ip]:[remote_port] SIP/2.0
      Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
      From: <sip:src@[local_ip]:[local_port]>;tag=[pid]src[call_number]
      To: <sip:recorder@[remote_ip]:[remote_port]>[peer_tag_param]
      Call-ID: [call_id]
      CSeq: ${sequence} ${method}
      Max-Forwards: 70
      Content-Length: 0
  ]]></send>`;

/** Another INVITE of the call, whose answer must say the same of its media. */
const again = (sequence: number, direction: 'sendonly' | 'inactive', parties: RecordedParties): string =>
  `${invite(sequence, 'application/sdp', sdp(direction, parties))}
  <recv response="200"><action>
    <ereg regexp="a=${direction === 'inactive' ? 'inactive' : 'recvonly'}" search_in="body" check_it="true" assign_to="all"/>
  </action></recv>
${request('ACK', sequence)}`;

export const recordedScenario = (
  parties: RecordedParties,
  { speak, spokenMs, holdMs }: RecordedTimes,
): string => `<?xml version="1.0"?>
<scenario name="border controller">
${invite(
  1,
  'multipart/mixed;boundary=part',
  `--part
Content-Type: application/sdp

${sdp('sendonly', parties)}

--part
Content-Type: application/rs-metadata+xml
Content-Disposition: recording-session

${metadata(parties)}
--part--`,
)}
  <recv response="200"><action>
    <ereg regexp="m=audio ([0-9]+) .*m=audio ([0-9]+) " search_in="body" check_it="true" assign_to="all,first,second"/>
  </action></recv>
${request('ACK', 1)}
  <nop><action>
    <exec command="${speak} 0 [$first]"/>
    <exec command="${speak} 1 [$second]"/>
  </action></nop>
  <pause milliseconds="${spokenMs + 1_500}"/>
${
  holdMs === undefined
    ? ''
    : `${again(2, 'inactive', parties)}
  <pause milliseconds="${holdMs}"/>
${again(3, 'sendonly', parties)}
  <nop><action><exec command="${speak} 0 [$first]"/></action></nop>
  <pause milliseconds="${spokenMs + 1_500}"/>`
}
${request('BYE', 4)}
  <recv response="200"/>
  <Reference variables="all,first,second"/>
</scenario>
`;
