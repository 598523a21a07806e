import { FEATURES, LIMITS, type SessionHello } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../accounts/organization-policy.js';
import type { StreamAuth } from '../accounts/stream-auth.js';
import { readHello } from './session-hello.js';

const hello = (over: Partial<SessionHello> = {}): SessionHello => ({
  channels: [{}],
  features: [],
  metadata: {},
  consent: { basis: 'notice', scope: [] },
  ...over,
});
const AUTH: StreamAuth = {
  orgId: 'org_a',
  scopes: ['stream.write'],
  claims: {},
  policy: DEFAULT_POLICY,
  agentAnalysis: false,
  plan: { requestsPerMinute: 60, concurrentRequests: 5, concurrentStreams: 5 },
  concurrentStreams: () => 1,
};
const read = (over: Partial<SessionHello> = {}, auth: Partial<StreamAuth> = {}) =>
  readHello(hello(over), { ...AUTH, ...auth });
const refusal = (code: string, param: string): Error => expect.objectContaining({ code, param }) as Error;

describe('a hello that says as little as it may', () => {
  it('is one channel of 16 kHz with the organization’s default subject, and everything is analyzed', () => {
    const { config, warnings } = read();
    expect(config).toEqual({
      channels: [
        {
          id: 'ch0',
          subject: DEFAULT_POLICY.defaultSubject,
          encoding: 'pcm_s16le',
          sampleRate: 16_000,
          frameMs: LIMITS.frameMs.default,
          analyse: true,
        },
      ],
      vertical: 'general',
      features: [...FEATURES],
      outputs: { intervalMs: LIMITS.intervalMs.default, probabilities: true, prosody: true },
      vadMode: 'server',
      endSilenceMs: LIMITS.endSilenceMs.default,
      steering: { enabled: true },
      consent: { basis: 'notice', scope: [] },
      metadata: {},
      language: DEFAULT_POLICY.language,
    });
    expect(warnings).toEqual([]);
  });

  it('may leave the channel out, where it says its rate', () => {
    expect(read({ channels: [], sampleRate: 8_000 }).config.channels).toMatchObject([
      { id: 'ch0', sampleRate: 8_000 },
    ]);
    expect(() => read({ channels: [] })).toThrow(refusal('validation_error', 'channels'));
  });
});

describe('the rate of a channel', () => {
  it('is its own, else the hello’s', () => {
    const { channels } = read({ sampleRate: 8_000, channels: [{ sampleRate: 48_000 }, {}] }).config;
    expect(channels.map(({ sampleRate }) => sampleRate)).toEqual([48_000, 8_000]);
  });

  it('is refused by the name of who gave it', () => {
    expect(() => read({ sampleRate: 1 })).toThrow(refusal('validation_error', 'sample_rate'));
    expect(() => read({ channels: [{}, { sampleRate: 1 }] })).toThrow(
      refusal('validation_error', 'channels[1].sample_rate'),
    );
  });
});

describe('the model', () => {
  it('is the token’s, which a hello may repeat and not replace, else the hello’s', () => {
    const claims = { model: 'ours@2' };
    expect(read({}, { claims }).config.model).toBe('ours@2');
    expect(read({ model: 'ours@2' }, { claims }).config.model).toBe('ours@2');
    expect(read({ model: 'ours@1' }).config.model).toBe('ours@1');
    expect(() => read({ model: 'other' }, { claims })).toThrow(refusal('forbidden', 'model'));
  });

  it('has a name of 128 characters at most', () => {
    expect(read({ model: 'x'.repeat(128) }).config.model).toHaveLength(128);
    expect(() => read({ model: 'x'.repeat(129) })).toThrow(refusal('validation_error', 'model'));
  });
});

describe('the line', () => {
  it('is the token’s, else the telephony account’s, else that of the API key', () => {
    const lineOf = (auth: Partial<StreamAuth>) => read({}, auth).config.line;
    const [keyId, defaults] = ['key_a', { line: 'trunk' }];
    expect(lineOf({ claims: { line: 'queue' }, defaults, keyId })).toBe('queue');
    expect(lineOf({ defaults, keyId })).toBe('trunk');
    expect(lineOf({ keyId })).toBe('key:key_a');
  });

  it('is not learned of where no audio is heard', () => {
    expect(read({ line: 'queue', privacy: 'features' }).config).not.toHaveProperty('line');
  });
});

describe('what a hello tells about itself', () => {
  it('is kept, but for a trace that is none', () => {
    const client = { sdk: 'sdk', version: '1', runtime: 'x'.repeat(256) };
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    expect(read({ client, traceparent, source: 'softphone' }).config).toMatchObject({
      client,
      traceparent,
      source: 'softphone',
    });
    expect(read({ client: {} }).config.client).toEqual({});
    expect(read({ traceparent: 'nonsense' }).config).not.toHaveProperty('traceparent');
  });

  it('is refused where a name is too long', () => {
    const long = 'x'.repeat(257);
    expect(() => read({ source: long })).toThrow(refusal('validation_error', 'source'));
    for (const field of ['sdk', 'version', 'runtime'])
      expect(() => read({ client: { [field]: long } })).toThrow(
        refusal('validation_error', `client.${field}`),
      );
  });

  it('in its metadata gives way to the token’s, and names the language', () => {
    const { metadata, language } = read(
      { metadata: { ticket: '2', language: 'de' } },
      { claims: { metadata: { ticket: '1' } } },
    ).config;
    expect({ metadata, language }).toEqual({ metadata: { ticket: '1', language: 'de' }, language: 'de' });
  });
});

describe('the warnings of a hello', () => {
  it('name each channel that is not analyzed, or whose voices are not told apart', () => {
    const channels = [{ subject: 'agent' as const }, { mixed: true }];
    expect(read({ channels }).warnings.map(({ code, detail }) => [code, detail])).toEqual([
      ['agent_analysis_off', { channel: '0' }],
      ['consent_missing', { channel: '1' }],
    ]);
    expect(read({ channels }, { agentAnalysis: true }).warnings).toHaveLength(1);
  });

  it('say that there is no consent only where something is analyzed', () => {
    const silent = hello({ channels: [{ subject: 'agent' }] });
    delete silent.consent;
    expect(readHello(silent, AUTH).warnings.map(({ code }) => code)).toEqual(['agent_analysis_off']);
    const codes = readHello(silent, { ...AUTH, agentAnalysis: true }).warnings.map(({ code }) => code);
    expect(codes).toEqual(['consent_missing']);
  });
});
