import type { ClientBody } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { ControlOutbox } from './control-outbox.js';

const vad = (sample: number): ClientBody => ({ kind: 'vad', value: { channel: 0, event: 'start', sample } });
const pause: ClientBody = { kind: 'pause', value: { reason: 'hold' } };
const feedback = (cueId: string): ClientBody => ({
  kind: 'steering.feedback',
  value: { cueId, action: 'shown' },
});

/** Gives everything that waits to a socket. */
const drained = (outbox: ControlOutbox): ClientBody[] => {
  const bodies: ClientBody[] = [];
  for (let next = outbox.next(); next !== undefined; next = outbox.next()) {
    bodies.push(next.body);
    outbox.sent(bodies.length);
  }
  return bodies;
};

describe('The messages that wait for a relay', () => {
  it('keep a pause, however often somebody speaks meanwhile', () => {
    const outbox = new ControlOutbox(3);
    outbox.add(pause);
    for (let sample = 1; sample <= 10; sample++) outbox.add(vad(sample));
    expect(drained(outbox)).toEqual([pause, vad(9), vad(10)]);
  });

  it('keep what a person said of a cue before voice activity', () => {
    const outbox = new ControlOutbox(2);
    for (const body of [feedback('one'), vad(1), feedback('two')]) outbox.add(body);
    expect(drained(outbox)).toEqual([feedback('one'), feedback('two')]);
  });

  it('keep a pause before what a person said of a cue', () => {
    const outbox = new ControlOutbox(2);
    for (const body of [pause, feedback('one'), feedback('two')]) outbox.add(body);
    expect(drained(outbox)).toEqual([pause, feedback('two')]);
  });

  it('keep everything else before an update that the relay agreed to', () => {
    const outbox = new ControlOutbox(2);
    outbox.add({ kind: 'session.update', value: { features: [], metadata: {} } });
    outbox.sent(1);
    outbox.acknowledge(1);
    outbox.agreed(2);
    for (const sample of [1, 2]) outbox.add(vad(sample));
    outbox.repeatAfter(1);
    expect(drained(outbox)).toEqual([vad(1), vad(2)]);
  });

  it('lose the oldest where all are kept', () => {
    const outbox = new ControlOutbox(2);
    const resume: ClientBody = { kind: 'resume', value: {} };
    for (const body of [pause, resume, pause]) outbox.add(body);
    expect(drained(outbox)).toEqual([resume, pause]);
  });
});
