/** One of the scripted conversations of `scripted-calls.test.ts`, spoken over the stream of a running relay. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layOut, type CallAudio } from '../../relay/lab/rehearsal/call-audio.js';
import { planCalls, type CallPlan } from '../../relay/lab/rehearsal/call-plan.js';
import { encodePcm } from '../support/pcm.js';
import { PlainClient, type JsonMessage } from '../support/plain-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { decodeSpeech, hasSpeech, readIndex, speechRate } from '../support/speech.js';

const CAST = { caller: 'ravdess-12', agent: 'ravdess-11' };
const SEED = 21;

if (!hasSpeech) {
  console.warn(
    'SKIPPED: a scripted call over the stream, because UNDERTONE_SPEECH_DIR names no labeled speech',
  );
}

describe.skipIf(!hasSpeech)('a scripted call over the stream of a running relay', () => {
  let relay: RelayProcess;
  let audio: CallAudio;
  let messages: JsonMessage[] = [];

  /** The caller alone: five calm lines, four angry ones and three calm ones, with the pauses of the script. */
  const soloOf = (plan: CallPlan): CallPlan => ({
    ...plan,
    lines: plan.lines.filter(({ role }) => role === 'caller').slice(0, 12),
  });

  beforeAll(async () => {
    relay = await RelayProcess.start();
    const [flare] = planCalls(await readIndex(), CAST, SEED);
    audio = await layOut(soloOf(flare!), ({ path }) => decodeSpeech(path));
    const client = await PlainClient.connect(relay.wsUrl, { key: relay.key });
    await client.hello({ sample_rate: speechRate, vertical: 'contact_center' });
    await client.stream(encodePcm(audio.channels[0], 'pcm_s16le'), 2 * speechRate);
    await client.end();
    messages = client.inbox.arrivals.map(({ message }) => message);
  }, 180_000);
  afterAll(() => relay.stop());

  const of = (type: string) => messages.filter((message) => message.type === type);
  const angry = () => audio.lines.filter(({ tone }) => tone === 'angry');

  it('[RT32] reports that the caller escalates in the first angry turns, and calms down after the last', () => {
    const changes = of('agent_steering').filter(({ mode, previous_mode }) => mode !== previous_mode);
    const escalating = changes.find(({ mode }) => mode === 'caller_escalating')!;
    expect(escalating['timestamp_ms']).toBeGreaterThan(angry()[0]!.startMs);
    expect(escalating['timestamp_ms']).toBeLessThan(angry()[1]!.endMs);
    const last = changes.at(-1)!;
    expect(['mirror_calm', 'normal']).toContain(last['mode']);
    expect(last['timestamp_ms']).toBeGreaterThan(angry().at(-1)!.startMs);
  });

  it('[RT33] gives the escalation’s cue once, with evidence, severity and time to live', () => {
    const cued = of('agent_steering').filter(({ cue }) => cue !== undefined);
    const warnings = cued.filter(({ cue }) => (cue as { severity: string }).severity === 'warning');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!['evidence']).not.toEqual([]);
    expect((warnings[0]!['cue'] as { ttl_ms: number }).ttl_ms).toBeGreaterThan(0);
  });

  it('sends a prediction after every turn, with a higher risk while the caller is angry', () => {
    const risks = of('session.prediction').map((message) => Number(message['escalation_risk']));
    expect(risks.length).toBeGreaterThanOrEqual(10);
    const calm = Math.max(...risks.slice(1, 5));
    expect(Math.max(...risks.slice(5))).toBeGreaterThan(calm + 0.15);
  });

  it('raises at most one high escalation risk alert, and none before the caller is angry', () => {
    const alerts = of('alert').filter(({ alert_type }) => alert_type === 'escalation_risk_high');
    expect(alerts.length).toBeLessThanOrEqual(1);
    const fifth = of('session.prediction')[4]!;
    for (const alert of alerts) {
      expect(Number(alert['seq'])).toBeGreaterThan(Number(fifth['seq']));
      expect(alert['recommended_action']).not.toBe('');
    }
  });
});
