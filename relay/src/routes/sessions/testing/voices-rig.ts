import { expect } from 'vitest';
import type { TrainingUtterances } from '../../../domain/fine-tune/training-utterances.js';
import { anAuth, type Peer, Rig } from '../../../stream/testing/rig.js';
import { ScriptedVoices } from '../../../stream/voices/testing/scripted-voices.js';
import type { Tenant } from '../../testing/gateway-rig.js';
import { at, type SessionsRig } from './sessions-rig.js';

/** An utterance as `GET /v1/sessions/{id}` shows it. */
export interface ShownUtterance {
  readonly id: string;
  readonly speaker_id: string;
  readonly role: string;
  readonly emotion: string | null;
}

/** Calls of several voices on one channel, whose conversations and training data are stored. */
export class VoicesRig {
  /** The enrolled agent is `spk_agent`. */
  readonly voices = new ScriptedVoices();
  readonly streams: Rig;
  private readonly rig: SessionsRig;
  private readonly us: Tenant;

  constructor(rig: SessionsRig, us: Tenant) {
    this.rig = rig;
    this.us = us;
    this.voices.enrolled.set('spk_agent', 90);
    const { services, repositories } = rig.gateway;
    const { corrections } = repositories;
    const training: TrainingUtterances = {
      keep: (utterance) => corrections.keep({ ...utterance, baseSha256: 'base', at: new Date() }),
      label: ({ orgId, sessionId, utteranceId }, label) =>
        corrections.label(orgId, sessionId, utteranceId, label),
      forgetStream: ({ orgId, sessionId }) => corrections.forgetStream(orgId, sessionId),
    };
    this.streams = new Rig({ sessions: services.conversations, voices: this.voices, training });
  }

  /** A call that is ready, with consent to everything. */
  async open(agentAnalysis = false): Promise<Peer> {
    const peer = await this.streams.open(
      {
        channels: [
          { id: 'room', subject: 'customer', encoding: 'pcm_s16le', sampleRate: 16_000, mixed: true },
        ],
        features: ['emotion', 'vad', 'prediction'],
        consent: { basis: 'consent', scope: ['voiceprint', 'training', 'analysis'] },
      },
      anAuth({ orgId: this.us.organization.id, agentAnalysis }),
    );
    await till(() => peer.socket.kinds().includes('session.ready'));
    return peer;
  }

  async session({ sessionId }: Peer) {
    return (await this.rig.call('GET', `/v1/sessions/${sessionId}`, undefined, this.us)).json;
  }

  async utterances(peer: Peer): Promise<readonly ShownUtterance[]> {
    return (at(await this.session(peer), 'session', 'utterances') ?? []) as readonly ShownUtterance[];
  }

  /** Whose utterances are kept for training. */
  trained({ sessionId }: Peer) {
    return this.rig.gateway.database.queries
      .selectFrom('training_readings')
      .select(['utterance_id', 'speaker'])
      .where('org_id', '=', this.us.organization.id)
      .where('session_id', '=', sessionId)
      .execute();
  }
}

/** Waits until the storage has answered. It works on its own thread, so a busy loop would starve it. */
export const till = (done: () => boolean | Promise<boolean>): Promise<void> =>
  expect.poll(done, { interval: 10, timeout: 10_000 }).toBe(true);
