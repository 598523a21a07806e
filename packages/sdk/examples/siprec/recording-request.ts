/** The body of a SIPREC INVITE (RFC 7866): SDP, and in the first one the metadata of RFC 7865, as parts of a multipart body (RFC 2046). */
import { SiprecError } from './siprec-error.js';

export interface RecordingRequest {
  readonly sdp: string;
  /** XML. Absent in most later INVITEs. */
  readonly metadata?: string;
}

const METADATA = ['application/rs-metadata+xml', 'application/rs-metadata'];

/** @throws SiprecError 400 when it has no SDP, or two */
export const readRequest = (contentType: string, body: string): RecordingRequest => {
  const parts = mediaTypeOf(contentType).startsWith('multipart/')
    ? partsOf(contentType, body)
    : [{ type: mediaTypeOf(contentType), content: body }];
  const sdps = parts.filter(({ type }) => type === 'application/sdp');
  const [sdp] = sdps;
  if (sdp === undefined || sdps.length > 1)
    throw new SiprecError(400, `expected one SDP, not ${sdps.length}`);
  const metadata = parts.find(({ type }) => METADATA.includes(type));
  return { sdp: sdp.content, ...(metadata !== undefined && { metadata: metadata.content }) };
};

const mediaTypeOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();

interface Part {
  readonly type: string;
  readonly content: string;
}

const partsOf = (contentType: string, body: string): Part[] => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/iu.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new SiprecError(400, 'the multipart body names no boundary');
  // What stands before the first delimiter and after the last one means nothing.
  const pieces = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1);
  const end = pieces.findIndex((piece) => piece.startsWith('--'));
  if (end < 0) throw new SiprecError(400, 'the multipart body has no end');
  return pieces.slice(0, end).map((piece) => {
    const blank = piece.indexOf('\r\n\r\n');
    const headers = blank < 0 ? '' : piece.slice(0, blank);
    const [, type = ''] = /^content-type:\s*(.+)$/imu.exec(headers) ?? [];
    return { type: mediaTypeOf(type), content: piece.slice(blank < 0 ? piece.length : blank + 4) };
  });
};
