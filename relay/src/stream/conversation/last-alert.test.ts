import { describe, expect, it } from 'vitest';
import { FewSessions } from '../testing/few-sessions.js';
import { settled } from '../testing/manual-clock.js';
import { Rig } from '../testing/rig.js';

describe('an alert that the last turn raises', () => {
  it('[RT48] reaches the client before the end of the session', async () => {
    const sessions = new FewSessions();
    const rig = new Rig({ sessions });
    const peer = await rig.open();
    peer.audio(8_000);
    rig.inference.last.answer();
    await settled();
    sessions.alerts = [
      {
        alertId: 'alr_1',
        ruleId: 'rule_1',
        alertType: 'escalation_risk_high',
        threshold: 0.7,
        value: 0.8,
        recommendedAction: 'offer a callback',
        raisedAtMs: 500,
        endedAtMs: null,
        acknowledged: null,
      },
    ];
    // The scripted voice goes on, so the turn ends with the session.
    peer.say({ kind: 'session.end', value: {} });
    await settled();
    const kinds = peer.socket.kinds();
    expect(peer.socket.last('alert')).toMatchObject({ alertId: 'alr_1', ruleId: 'rule_1' });
    expect(kinds.indexOf('alert')).toBeLessThan(kinds.indexOf('session_end'));
    expect(kinds.at(-1)).toBe('session_end');
  });
});
