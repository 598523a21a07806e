/** What two phones of sipp do in a call: the caller dials, both speak a file of G.711 codes, the caller hangs up. */

const sdp = `v=0
      o=- 1 1 IN IP4 [local_ip]
      s=-
      c=IN IP4 [media_ip]
      t=0 0
      m=audio [auto_media_port] RTP/AVP 0
      a=rtpmap:0 PCMU/8000`;

const speak = (file: string): string =>
  `<nop><action><exec rtp_stream="${file},1,0,PCMU/8000"/></action></nop>`;

/** @param beforeMs between the answer and the first word, as people do; afterMs from the first word to the end */
export const callerScenario = (
  file: string,
  beforeMs: number,
  afterMs: number,
): string => `<?xml version="1.0"?>
<scenario name="caller">
  <send retrans="500"><![CDATA[
      INVITE sip:[service]@[remote_ip]:[remote_port] SIP/2.0
      Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
      From: <sip:+15551234567@[local_ip]:[local_port]>;tag=[pid]caller[call_number]
      To: <sip:[service]@[remote_ip]:[remote_port]>
      Call-ID: [call_id]
      CSeq: 1 INVITE
      Contact: <sip:caller@[local_ip]:[local_port]>
      Max-Forwards: 70
      Content-Type: application/sdp
      Content-Length: [len]

      ${sdp}
  ]]></send>
  <recv response="100" optional="true"/>
  <recv response="180" optional="true"/>
  <recv response="200" rrs="true"/>
  <send><![CDATA[
      ACK [next_url] SIP/2.0
      Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
      [routes]
      From: <sip:+15551234567@[local_ip]:[local_port]>;tag=[pid]caller[call_number]
      To: <sip:[service]@[remote_ip]:[remote_port]>[peer_tag_param]
      Call-ID: [call_id]
      CSeq: 1 ACK
      Max-Forwards: 70
      Content-Length: 0
  ]]></send>
  <pause milliseconds="${beforeMs}"/>
  ${speak(file)}
  <pause milliseconds="${afterMs}"/>
  <send retrans="500"><![CDATA[
      BYE [next_url] SIP/2.0
      Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
      [routes]
      From: <sip:+15551234567@[local_ip]:[local_port]>;tag=[pid]caller[call_number]
      To: <sip:[service]@[remote_ip]:[remote_port]>[peer_tag_param]
      Call-ID: [call_id]
      CSeq: 2 BYE
      Max-Forwards: 70
      Content-Length: 0
  ]]></send>
  <recv response="200"/>
</scenario>
`;

export const calledScenario = (file: string, beforeMs: number): string => `<?xml version="1.0"?>
<scenario name="called">
  <recv request="INVITE" rrs="true"/>
  <send retrans="500"><![CDATA[
      SIP/2.0 200 OK
      [last_Via:]
      [last_Record-Route:]
      [last_From:]
      [last_To:];tag=[pid]called[call_number]
      [last_Call-ID:]
      [last_CSeq:]
      Contact: <sip:called@[local_ip]:[local_port]>
      Content-Type: application/sdp
      Content-Length: [len]

      ${sdp}
  ]]></send>
  <recv request="ACK"/>
  <pause milliseconds="${beforeMs}"/>
  ${speak(file)}
  <recv request="BYE"/>
  <send><![CDATA[
      SIP/2.0 200 OK
      [last_Via:]
      [last_From:]
      [last_To:]
      [last_Call-ID:]
      [last_CSeq:]
      Content-Length: 0
  ]]></send>
</scenario>
`;
