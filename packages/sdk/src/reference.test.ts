import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Undertone } from './undertone.js';

interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

const reference = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const operations = Object.entries(reference.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
  })),
);

/** What no method calls, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  analyzeAudio: 'analyze does the same',
  analyzeBase64: 'analyze does the same',
};

type Call = (sdk: Undertone) => unknown;
const first = (rows: AsyncGenerator<unknown, void>): Promise<unknown> => rows.next();
const consent = { scope: 'voiceprint', given_at: '2026-01-01T00:00:00Z', method: 'written', reference: '7' };

/** By operation: the method of the SDK, with a query where it takes one. */
const CALLS: Readonly<Record<string, Call>> = {
  analyze: (sdk) => sdk.analyze({ audio_url: 'https://example.com/a.wav' }),
  analyzeBatch: (sdk) =>
    sdk.analyzeBatch({
      items: [
        { id: '1', audio_url: 'https://example.com/a.wav', subject: 'agent', consent: { scope: 'training' } },
      ],
      one_line: false,
    }),
  // The first answer of a batch, below, is a job that runs.
  getAnalysisJob: (sdk) => sdk.analyzeBatch({ items: [] }, { pollIntervalMs: 0 }),
  createStreamToken: (sdk) => sdk.createStreamToken(),
  createSession: (sdk) => sdk.sessions.create(),
  listSessions: (sdk) =>
    first(
      sdk.sessions.list({
        state: 'live',
        q: 'q',
        vertical: 'sales',
        emotion: 'sad',
        peak_escalation_from: 0.5,
        alert: 'true',
        agent: 'a',
        person: 'p',
        sort: 'duration',
        order: 'asc',
        external_id: 'e',
        created_after: '2026-01-01T00:00:00Z',
        created_before: '2026-01-01T00:00:00Z',
      }),
    ),
  getSession: (sdk) => sdk.sessions.get('a', { language: 'de' }),
  deleteSession: (sdk) => sdk.sessions.remove('a'),
  endSession: (sdk) => sdk.sessions.end('a'),
  acknowledgeAlert: (sdk) => sdk.sessions.acknowledgeAlert('a', 'b'),
  listUtterances: (sdk) => first(sdk.sessions.utterances('a')),
  getTranscript: (sdk) => first(sdk.sessions.transcript('a')),
  getOverview: (sdk) => sdk.sessions.overview({ from: '2026-01-01', to: '2026-01-31', by: 'week' }),
  addUtterance: (sdk) => sdk.sessions.addUtterance('a', { transcript: 'Hi.' }),
  submitOutcome: (sdk) => sdk.sessions.submitOutcome('a', { csat: 4 }),
  withdrawOutcome: (sdk) => sdk.sessions.withdrawOutcome('a'),
  correctUtterance: (sdk) => sdk.sessions.correct({ session_id: 'a', utterance_id: 'b', emotion: 'sad' }),
  answerCue: (sdk) => sdk.sessions.answerCue({ session_id: 'a', cue_id: 'b', action: 'accepted' }),
  watchSession: (sdk) => sdk.sessions.watch('a', { by: 'session', role: 'supervisor' }),
  listKpis: (sdk) => sdk.kpis.list(),
  createKpi: (sdk) => sdk.kpis.create({ name: 'a', kind: 'boolean' } as never),
  redefineKpi: (sdk) => sdk.kpis.redefine('a', {} as never),
  deleteKpi: (sdk) => sdk.kpis.remove('a'),
  getPredictionQuality: (sdk) => sdk.predictions.quality(),
  listPredictionVersions: (sdk) => sdk.predictions.versions(),
  rollBackPredictions: (sdk) => sdk.predictions.rollBack({} as never),
  getAlertRules: (sdk) => sdk.alertRules.get(),
  setAlertRules: (sdk) => sdk.alertRules.set({ alerts: [] }),
  resetAlertRules: (sdk) => sdk.alertRules.reset(),
  listWebhooks: (sdk) => sdk.webhooks.list(),
  createWebhook: (sdk) => sdk.webhooks.create({ url: 'https://example.com', events: [], secret: '' }),
  getWebhook: (sdk) => sdk.webhooks.get('a'),
  updateWebhook: (sdk) => sdk.webhooks.update('a', {}),
  deleteWebhook: (sdk) => sdk.webhooks.remove('a'),
  rotateWebhookSecret: (sdk) => sdk.webhooks.rotateSecret('a', 's'),
  listDeliveries: (sdk) =>
    first(sdk.webhooks.allDeliveries({ status: 'failed', event_type: 'session.end', webhook_id: 'a' })),
  getWebhookDelivery: (sdk) => sdk.webhooks.delivery('a', 'b'),
  listWebhookDeliveries: (sdk) =>
    first(sdk.webhooks.deliveries('a', { status: 'failed', event_type: 'session.end' })),
  redeliverWebhookDelivery: (sdk) => sdk.webhooks.redeliver('a', 'b'),
  testWebhook: (sdk) => sdk.webhooks.test('a'),
  listSpeakers: (sdk) => first(sdk.speakers.list({ external_id: 'e' })),
  enrollSpeaker: (sdk) => sdk.speakers.enroll({ label: 'Ada', consent } as never),
  getSpeaker: (sdk) => sdk.speakers.get('a'),
  updateSpeaker: (sdk) => sdk.speakers.update('a', { label: 'Ada' }),
  deleteSpeaker: (sdk) => sdk.speakers.remove('a'),
  enrollSpeakerAgain: (sdk) => sdk.speakers.enrollAgain('a', { consent } as never),
  withdrawSpeakerConsent: (sdk) => sdk.speakers.withdraw('a'),
  listLines: (sdk) => first(sdk.lines.list()),
  deleteLines: (sdk) => sdk.lines.delete('queue'),
  createFineTune: (sdk) => sdk.fineTunes.create({ name: 'a' }),
  listFineTunes: (sdk) => first(sdk.fineTunes.list()),
  addFineTuneSamples: (sdk) => sdk.fineTunes.addSamples('a', []),
  listFineTuneSamples: (sdk) => sdk.fineTunes.samples('a'),
  getFineTune: (sdk) => sdk.fineTunes.get('a'),
  deleteFineTune: (sdk) => sdk.fineTunes.remove('a'),
  startFineTune: (sdk) => sdk.fineTunes.start('a'),
  cancelFineTune: (sdk) => sdk.fineTunes.cancel('a'),
  listModels: (sdk) => sdk.models.list(),
  activateModel: (sdk) => sdk.models.activate('a'),
  rollBackModel: (sdk) => sdk.models.rollBack(),
  listApiKeys: (sdk) => sdk.apiKeys.list(),
  createApiKey: (sdk) => sdk.apiKeys.create({ name: 'a' }),
  revokeApiKey: (sdk) => sdk.apiKeys.revoke('a'),
  getOrganization: (sdk) => sdk.organization.get(),
  updateOrganization: (sdk) => sdk.organization.update({}),
  exportOrganization: (sdk) => first(sdk.organization.export()),
  deleteOrganization: (sdk) => sdk.organization.delete('Acme'),
  getWallet: (sdk) => sdk.credits.wallet(),
  getBudgets: (sdk) => sdk.credits.budgets(),
  setBudgets: (sdk) => sdk.credits.setBudgets([]),
  getUsage: (sdk) =>
    first(sdk.credits.usage({ from: '2026-01-01', to: '2026-01-02', kind: 'stream', key_id: 'k' })),
  listMembers: (sdk) => sdk.members.list(),
  inviteMember: (sdk) => sdk.members.invite({ email: 'ada@example.com', role: 'viewer' }),
  inviteMemberAgain: (sdk) => sdk.members.inviteAgain('a'),
  updateMember: (sdk) => sdk.members.update('a', { role: 'owner' }),
  removeMember: (sdk) => sdk.members.remove('a'),
  listMemberSessions: (sdk) => sdk.members.sessions('a'),
  endMemberSession: (sdk) => sdk.members.endSession('a', 'b'),
  listPasskeys: (sdk) => sdk.members.passkeys('a'),
  removePasskey: (sdk) => sdk.members.removePasskey('a', 'b'),
  listRequests: (sdk) =>
    first(
      sdk.logs.requests({
        method: 'GET',
        route: '/v1/usage',
        status: 'error',
        key_id: 'k',
        member_id: 'm',
        from: '2026-01-01T00:00:00Z',
        to: '2026-01-02T00:00:00Z',
      }),
    ),
  listAuditEntries: (sdk) => first(sdk.logs.audit({ action: 'organization.renamed', actor: 'operator' })),
};

/** Answers every request with the least that each method reads. */
const answer = {
  job: { id: 'a', status: 'running' },
  ...Object.fromEntries(
    [
      'rows',
      'sessions',
      'utterances',
      'deliveries',
      'speakers',
      'lines',
      'jobs',
      'usage',
      'requests',
      'entries',
    ].map((list) => [list, []]),
  ),
  next_cursor: null,
  next_before: null,
};

/** The requests of one call, without what the library adds to each page. */
const requestsOf = async (call: Call): Promise<{ method: string; url: URL }[]> => {
  const seen: { method: string; url: URL }[] = [];
  const sdk = new Undertone({
    apiKey: 'psk_test',
    baseUrl: 'http://relay.test',
    fetch: (input, init) => {
      seen.push({ method: init?.method ?? 'GET', url: new URL(input as URL) });
      const job = { ...answer.job, status: seen.length > 1 ? 'completed' : 'running' };
      return Promise.resolve(Response.json({ ...answer, job }));
    },
  });
  await call(sdk);
  return seen;
};

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
const PAGED = new Set(['cursor', 'limit', 'before']);

describe('the API reference', () => {
  it('has a method of the SDK for every operation, or says why not', () => {
    const uncalled = operations
      .filter(({ operationId, tags }) => !(operationId in CALLS) && tags?.includes('Compatibility') !== true)
      .map(({ operationId }) => operationId);
    expect(uncalled.sort()).toEqual(Object.keys(LEFT_OUT).sort());
  });

  it.each(Object.entries(CALLS))(
    '%s is what its method calls, with parameters that it has',
    async (id, call) => {
      const operation = operations.find(({ operationId }) => operationId === id);
      const { method, path, parameters = [] } = operation ?? expect.fail(`no operation ${id}`);
      const made = await requestsOf(call);
      const request = made.find(({ url }) => patternOf(path).test(url.pathname));
      expect(request?.method).toBe(method);
      const known = parameters
        .filter((one) => one.in === 'query' && !PAGED.has(one.name))
        .map(({ name }) => name);
      const sent = [...(request?.url.searchParams.keys() ?? [])];
      expect(known).toEqual(expect.arrayContaining(sent));
      // The types of a query are those of the reference: where one parameter is passed on, all are.
      expect(sent.length > 0).toBe(known.length > 0);
    },
  );
});
