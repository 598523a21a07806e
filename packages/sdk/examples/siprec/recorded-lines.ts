/** The SDP of a SIPREC session: one `m=audio` line for each party, with the label that the metadata calls it by. */
import { SiprecError } from './siprec-error.js';

export interface OfferedLine {
  readonly kind: string;
  /** `RTP/AVP`, `RTP/SAVP` … */
  readonly protocol: string;
  readonly payloadTypes: readonly string[];
  /** `a=label` (RFC 4574). */
  readonly label?: string;
  /** `a=inactive`: the party is on hold. */
  readonly isHeld: boolean;
}

export interface RecordedLines {
  readonly all: readonly OfferedLine[];
  /** Where in {@link all} the two parties are. */
  readonly parties: readonly [number, number];
  readonly encoding: 'mulaw' | 'alaw';
  /** SRTP with keys in the SDP (RFC 4568). */
  readonly isSecure: boolean;
}

const ENCODINGS = { '0': 'mulaw', '8': 'alaw' } as const;
const PAYLOAD_TYPES = { mulaw: '0', alaw: '8' } as const;

/** @throws SiprecError 488 unless two lines can be G.711 of the same kind over RTP or SRTP */
export const readOffer = (sdp: string): RecordedLines => {
  const [session = '', ...sections] = sdp.split(/^(?=m=)/mu);
  const isAllHeld = isInactive(session);
  const all = sections.map((section): OfferedLine => {
    const [, kind = '', port = '', protocol = '', types = ''] =
      /^m=(\S+) (\d+)\S* (\S+) (.*)$/mu.exec(section) ?? [];
    const [, label] = /^a=label:(\S+)/mu.exec(section) ?? [];
    return {
      kind: port === '0' ? 'refused' : kind,
      protocol,
      payloadTypes: types.trim().split(/\s+/u),
      isHeld: isInactive(section) || (isAllHeld && !/^a=(sendonly|sendrecv)/mu.test(section)),
      ...(label !== undefined && { label }),
    };
  });
  const audio = [...all.entries()].filter(
    ([, { kind, protocol }]) => kind === 'audio' && /^RTP\/S?AVPF?$/u.test(protocol),
  );
  const [first, second] = audio;
  if (first === undefined || second === undefined || audio.length > 2)
    throw new SiprecError(488, `expected two lines of RTP or SRTP, one for each party, not ${audio.length}`);
  const type = first[1].payloadTypes.find(
    (each): each is keyof typeof ENCODINGS => each in ENCODINGS && second[1].payloadTypes.includes(each),
  );
  if (type === undefined) throw new SiprecError(488, 'only G.711 is taken (payload types 0 and 8)');
  return { all, parties: [first[0], second[0]], encoding: ENCODINGS[type], isSecure: isSecure(first[1]) };
};

const isSecure = ({ protocol }: OfferedLine): boolean => protocol.startsWith('RTP/SAVP');

const isInactive = (section: string): boolean => /^a=inactive\s*$/mu.test(section);

/** @param ports of the two parties, in the order of their lines */
export const answerTo = (
  { all, parties, encoding }: RecordedLines,
  address: string,
  ports: readonly number[],
): string =>
  [
    'v=0',
    `o=- 0 0 IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    ...all.flatMap(({ kind, protocol, payloadTypes, label, isHeld }, index) => {
      const party = parties.indexOf(index);
      // Whatever else was offered is refused, each in its place (RFC 3264, section 6).
      if (party < 0)
        return [`m=${kind === 'refused' ? 'audio' : kind} 0 ${protocol} ${payloadTypes.join(' ')}`];
      return [
        `m=audio ${ports[party] ?? 0} ${protocol} ${PAYLOAD_TYPES[encoding]}`,
        isHeld ? 'a=inactive' : 'a=recvonly',
        ...(label === undefined ? [] : [`a=label:${label}`]),
      ];
    }),
    '',
  ].join('\r\n');
