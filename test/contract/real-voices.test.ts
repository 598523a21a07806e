/** Recordings of real people against the built relay. They are not part of the repository. */
import { describe, expect, it } from 'vitest';
import { RelayProcess } from '../support/relay-process.js';
import { RestClient } from '../support/rest-client.js';
import { decodeSpeech, hasSpeech, readIndex, speechRate } from '../support/speech.js';
import { wavBytes } from '../support/wav.js';

const CONSENT = { basis: 'consent', scope: ['voiceprint'] };
const base64Of = (samples: Float32Array): string =>
  Buffer.from(wavBytes(samples, speechRate)).toString('base64');

describe('voices of real people', () => {
  it('are recognized in other sentences', async () => {
    if (!hasSpeech) {
      console.warn('UNDERTONE_SPEECH_DIR names no labeled speech: only synthesized voices were tried');
      return;
    }
    const relay = await RelayProcess.start({ env: { UNDERTONE_WORKERS: '1' } });
    try {
      const rest = new RestClient(relay);
      const rows = (await readIndex()).filter(
        ({ corpus, seconds }) => corpus === 'librispeech' && seconds > 14,
      );
      const people = new Map(rows.map((row) => [row.speaker, row]));
      const chosen = [...people.values()].filter((_, n) => n % 20 === 0).slice(0, 2);
      expect(chosen.length).toBe(2);
      const recordings = await Promise.all(chosen.map(({ path }) => decodeSpeech(path)));
      const ids: string[] = [];
      for (const samples of recordings) {
        const audio_base64 = base64Of(samples.subarray(0, 10 * speechRate));
        const { status, json } = await rest.post('/v1/voice/speakers', {
          audio_base64,
          label: `Reader ${ids.length + 1}`,
          consent: {
            scope: 'voiceprint',
            given_at: '2026-01-01T09:00:00Z',
            method: 'recorded_call',
            reference: `reader ${ids.length + 1}`,
          },
        });
        if (status === 201) ids.push((json['speaker'] as { id: string }).id);
        else ids.push('');
      }
      expect(ids.filter((id) => id !== '').length).toBeGreaterThanOrEqual(1);
      const found: string[] = [];
      for (const samples of recordings) {
        const audio_base64 = base64Of(samples.subarray(10 * speechRate));
        const { json } = await rest.post('/v1/analyze', { audio_base64, consent: CONSENT });
        found.push((json['speakers'] as { id: string }[])[0]?.id ?? '');
      }
      // No one is mistaken for someone else, and at least one person is recognized.
      for (const [n, id] of found.entries()) if (id.startsWith('spk_')) expect(id).toBe(ids[n]);
      expect(found.filter((id) => id.startsWith('spk_')).length).toBeGreaterThanOrEqual(1);
    } finally {
      await relay.stop();
    }
  }, 180_000);
});
