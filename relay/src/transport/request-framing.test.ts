import { describe, expect, it } from 'vitest';
import { findFramingFault, type HeaderList } from './request-framing.js';

const HOST = ['host', 'a'] as const;

describe('request framing (S7)', () => {
  it.each<[string, HeaderList, string | undefined]>([
    ['an ordinary request', [HOST], undefined],
    ['a body with its length', [HOST, ['content-length', '12']], undefined],
    ['a chunked body', [HOST, ['transfer-encoding', 'Chunked']], undefined],
    ['other headers repeated', [HOST, ['accept', 'a'], ['accept', 'b']], undefined],
    ['no Host', [['content-length', '0']], 'missing_host'],
    ['two Host', [HOST, HOST], 'repeated_host'],
    [
      'two Content-Length',
      [HOST, ['content-length', '1'], ['content-length', '1']],
      'repeated_content_length',
    ],
    [
      'two Transfer-Encoding',
      [HOST, ['transfer-encoding', 'chunked'], ['transfer-encoding', 'chunked']],
      'repeated_transfer_encoding',
    ],
    [
      'both',
      [HOST, ['content-length', '1'], ['transfer-encoding', 'chunked']],
      'content_length_and_transfer_encoding',
    ],
    ['xchunked', [HOST, ['transfer-encoding', 'xchunked']], 'unknown_transfer_encoding'],
    ['gzip, chunked', [HOST, ['transfer-encoding', 'gzip, chunked']], 'unknown_transfer_encoding'],
    ['an empty Transfer-Encoding', [HOST, ['transfer-encoding', '']], 'unknown_transfer_encoding'],
    ['a list of lengths', [HOST, ['content-length', '1, 1']], 'malformed_content_length'],
    ['a hexadecimal length', [HOST, ['content-length', '0x1']], 'malformed_content_length'],
    ['a negative length', [HOST, ['content-length', '-1']], 'malformed_content_length'],
    ['an empty length', [HOST, ['content-length', '']], 'malformed_content_length'],
    ['an enormous length', [HOST, ['content-length', '9'.repeat(16)]], 'malformed_content_length'],
  ])('%s', (_name, headers, fault) => {
    expect(findFramingFault(headers)).toBe(fault);
  });
});
