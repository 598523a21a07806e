import { beforeEach, describe, expect, it } from 'vitest';
import { TransportRig } from '../testing/transport-rig.js';
import { settle } from '../testing/virtual-scheduler.js';

let rig: TransportRig;

beforeEach(async () => {
  rig = new TransportRig();
  await rig.goLive();
});

const update = (language: string): void => {
  rig.transport.send({ kind: 'session.update', value: { features: [], metadata: { language } } });
};
const agree = (configRevision: number): void => {
  rig.relay.last.send({ kind: 'session.updated', value: { configRevision } });
};
/** The languages that the socket of the moment was told. */
const told = () => rig.relay.last.bodies('session.update').map(({ metadata }) => metadata['language']);

/** The relay dies, and another one takes the session up with what was agreed by then. */
const takeUp = async (configRevision: number, generation = 2): Promise<void> => {
  rig.relay.last.drop();
  await rig.scheduler.advance(0);
  await rig.resume([0], generation, configRevision);
};

describe('Updates that the relay agreed to', () => {
  it('[RT44] are sent again, in order, where another relay’s checkpoint does not have them', async () => {
    for (const [at, language] of ['de', 'fr', 'es'].entries()) {
      update(language);
      agree(at + 2);
    }
    await takeUp(2);
    expect(told()).toEqual(['fr', 'es']);
  });

  it('[RT44] are not sent again where the relay knows them', async () => {
    update('de');
    agree(2);
    await takeUp(2);
    expect(told()).toEqual([]);
  });

  it('go before what was not handled yet', async () => {
    update('de');
    agree(2);
    rig.relay.last.drop();
    await settle();
    update('fr');
    rig.transport.send({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    await rig.scheduler.advance(0);
    await rig.resume([0], 2, 1);
    expect(told()).toEqual(['de', 'fr']);
    expect(rig.relay.last.received.at(-1)?.body?.kind).toBe('pause');
  });

  it('are told to a third relay, too, that has neither', async () => {
    update('de');
    agree(2);
    await takeUp(1);
    agree(2);
    await takeUp(1, 3);
    expect(told()).toEqual(['de']);
  });

  it('do not include one that was refused', async () => {
    update('xx');
    const refSeq = rig.relay.ack;
    const error = { code: 'validation_error', message: '', fatal: false, retryable: false, refSeq };
    rig.relay.last.send({ kind: 'error', value: error }, 0);
    update('de');
    agree(2);
    await takeUp(1);
    expect(told()).toEqual(['de']);
  });
});
