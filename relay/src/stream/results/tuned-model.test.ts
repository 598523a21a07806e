import { describe, expect, it } from 'vitest';
import { Fault } from '../../domain/fault.js';
import type { ModelChoice } from '../../domain/fine-tune/tuned-models.js';
import { anAuth, Rig } from '../testing/rig.js';

const CHOICE: ModelChoice = {
  name: 'claims@2',
  labels: ['patient', 'fed up', 'cross'],
  tuning: {
    labels: [
      { name: 'patient', as: 'content', kind: 'moved', base: 1 },
      { name: 'fed up', as: 'frustrated', kind: 'new', base: 4 },
      { name: 'cross', as: 'frustrated', kind: 'new', base: 4 },
    ],
    heads: { live: { means: [[0], [1], [2]], line: { precision: [1], weighted: [0] }, calibration: 1 } },
  },
};

/** Has only the model `claims`, whose newest version is 2, and no default. */
const models = (known = true) => {
  const asked: (string | undefined)[] = [];
  return {
    asked,
    choose: (_orgId: string, wanted: string | undefined) => {
      asked.push(wanted);
      if (wanted === undefined) return Promise.resolve(undefined);
      if (known && wanted.startsWith('claims')) return Promise.resolve(CHOICE);
      return Promise.reject(
        new Fault('validation_error', 'the request has invalid parameters', {
          details: { model: ['is not a model of this organization'] },
        }),
      );
    },
  };
};

describe('a stream that names a model', () => {
  it('is analyzed by that model, and learns its version and labels', async () => {
    const rig = new Rig({ models: models() });
    const peer = await rig.open({ model: 'claims' });
    expect(peer.socket.last('session.ready').model).toMatchObject({
      id: 'claims@2',
      labels: ['content', 'frustrated'],
    });
    expect(rig.inference.streams[0]?.spec.tuning).toBe(CHOICE.tuning);
  });

  it('uses the model of its token, which the hello cannot change', async () => {
    const auth = anAuth({ claims: { model: 'claims' } });
    const rig = new Rig({ models: models() });
    await rig.open({}, auth);
    expect(rig.inference.streams[0]?.spec.tuning).toBe(CHOICE.tuning);
    const other = await new Rig({ models: models() }).open({ model: 'sales' }, auth);
    expect(other.socket.last('error')).toMatchObject({ code: 'forbidden', param: 'model' });
  });

  it('is refused before inference starts when no model has that name', async () => {
    const rig = new Rig({ models: models() });
    const peer = await rig.open({ model: 'theirs' });
    expect(peer.socket.last('error')).toMatchObject({ code: 'validation_error', param: 'model' });
    expect(rig.inference.streams).toEqual([]);
  });

  it('keeps the version it began with when another process takes over', async () => {
    const rig = new Rig({ models: models() });
    const peer = await rig.open({ model: 'claims' });
    await rig.clock.advance(400);
    const again = models();
    const other = new Rig({ models: again, store: rig.store, clock: rig.clock, name: 'b' });
    await other.resume(peer);
    expect(again.asked).toEqual(['claims@2']);
    expect(other.inference.streams[0]?.spec.tuning).toBe(CHOICE.tuning);
  });

  it('continues with the base model when its own was deleted meanwhile', async () => {
    const rig = new Rig({ models: models() });
    const peer = await rig.open({ model: 'claims' });
    await rig.clock.advance(400);
    const other = new Rig({ models: models(false), store: rig.store, clock: rig.clock, name: 'b' });
    await other.resume(peer);
    expect(other.inference.streams[0]?.spec.tuning).toBeUndefined();
    expect(other.logged.map(({ message }) => message)).toContain('a session goes on without its model');
  });
});
