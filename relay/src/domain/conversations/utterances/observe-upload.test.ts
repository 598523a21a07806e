import { describe, expect, it } from 'vitest';
import { initialVersion } from '../learning/learned-model.js';
import { observeUpload } from './observe-upload.js';
import type { Conversations } from '../conversations.js';
import type { KpiDefinition } from '../../kpis/definition.js';
import type { SessionUtterance } from '../../analysis/session-utterance.js';

const SOLD: KpiDefinition = { kind: 'binary', name: 'sold', direction: 'higher_is_better' };
const upload = {
  payer: { organization: { id: 'org_a', policy: { defaultSubject: 'customer' } } },
  sessionId: undefined,
  utteranceId: 'req_1',
  report: {
    request: { vertical: 'general', source: { kind: 'bytes', bytes: new Uint8Array() } },
    audio: { durationS: 3 },
    opinion: undefined,
    speech: { startMs: 0, endMs: 3_000 },
  },
} as unknown as SessionUtterance;
/** A recording outside a session never uses the sessions. */
const noSessions = {} as unknown as Conversations;
const learningOf = (kpis: readonly KpiDefinition[]) => ({
  kpis: () => Promise.resolve(kpis),
  insight: () => Promise.resolve({ settings: { kpis, alerts: null }, head: initialVersion('org_a') }),
});

describe('a recording without a session', () => {
  it('gets KPI predictions like a conversation of one utterance, and is not stored', async () => {
    const answer = await observeUpload(noSessions, learningOf([SOLD]))(upload);
    expect(answer?.kpiPredictions).toEqual({
      sold: {
        value: expect.any(Boolean) as boolean,
        confidence: expect.any(Number) as number,
        probabilities: { true: expect.any(Number) as number, false: expect.any(Number) as number },
      },
    });
  });

  it('gets no predictions when no KPI is defined', async () => {
    expect(await observeUpload(noSessions, learningOf([]))(upload)).toBeUndefined();
  });
});
