/** Why a request's framing is refused, for the log. */
export type FramingFault =
  | 'repeated_content_length'
  | 'repeated_host'
  | 'missing_host'
  | 'repeated_transfer_encoding'
  | 'content_length_and_transfer_encoding'
  | 'malformed_content_length'
  | 'unknown_transfer_encoding';

/** Header names and values in the order in which they came, with repeats. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/**
 * Finds framing that a proxy in front of us could read differently (RFC 9112 §6.3, §11.2: request smuggling). The
 * connection must be closed without an answer. With the shipped build of the socket library, the second, smuggled request
 * still ran after a 400 and the end of the connection.
 */
export const findFramingFault = (headers: HeaderList): FramingFault | undefined => {
  const valuesOf = (wanted: string): string[] =>
    headers.filter(([name]) => name === wanted).map(([, value]) => value);
  const hosts = valuesOf('host');
  const lengths = valuesOf('content-length');
  const encodings = valuesOf('transfer-encoding');
  if (hosts.length > 1) return 'repeated_host';
  if (hosts.length === 0) return 'missing_host';
  if (lengths.length > 1) return 'repeated_content_length';
  if (encodings.length > 1) return 'repeated_transfer_encoding';
  if (lengths.length > 0 && encodings.length > 0) return 'content_length_and_transfer_encoding';
  if (lengths.some((length) => !/^\d{1,15}$/.test(length))) return 'malformed_content_length';
  if (encodings.some((encoding) => encoding.toLowerCase() !== 'chunked')) return 'unknown_transfer_encoding';
  return undefined;
};
