/** Voices against the built relay: enrollment with consent, diarization, recognition, and deletion on every relay. */
import { setTimeout as pause } from 'node:timers/promises';
import { syntheticSpeaker, type SyntheticSpeaker } from '@undertone/speaker/synthetic-speaker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonMessage, PlainClient } from '../support/plain-client.js';
import { embedded, type Places, twoRelays } from '../support/places.js';
import { errorOf, type RestAnswer, RestClient } from '../support/rest-client.js';
import { speechRate } from '../support/speech.js';
import { joined, toInt16, wavBytes } from '../support/wav.js';

const BASS: SyntheticSpeaker = { f0Hz: 110, tractScale: 1, breath: 0.2 };
const SOPRANO: SyntheticSpeaker = { f0Hz: 200, tractScale: 1.3, hissHz: 6_800 };
const TENOR: SyntheticSpeaker = { f0Hz: 160, tractScale: 1.1 };
/** A voice on the way from a low one to a high one with a shorter vocal tract, and somewhat beyond. */
const between = (moved: number): SyntheticSpeaker => ({
  f0Hz: 110 + 126 * moved,
  tractScale: 1 + 0.42 * moved,
  breath: 0.2 * (1 - moved),
  ...(moved > 0 && { hissHz: 5_000 + 2_520 * moved }),
});
const CONSENT = { basis: 'consent', scope: ['voiceprint'] };
/** "Withdrawal deletes the template and everything derived from it within a minute". */
const MINUTE_MS = 60_000;

/** Sentences of two seconds, each followed by a pause. */
const says = (speaker: SyntheticSpeaker, seconds: number, seed: number): Float32Array =>
  joined(
    Array.from({ length: Math.ceil(seconds / 2) }, (_, n) =>
      joined([syntheticSpeaker(speaker, 2, seed + n), new Float32Array(0.4 * speechRate)]),
    ),
  );
const base64Of = (samples: Float32Array): string =>
  Buffer.from(wavBytes(samples, speechRate)).toString('base64');
const bytesOf = (samples: Float32Array): Buffer => Buffer.from(toInt16(samples).buffer);

let consents = 0;
const consent = (change: object = {}) => ({
  scope: 'voiceprint',
  given_at: '2026-01-01T09:00:00Z',
  method: 'recorded_call',
  reference: `record ${++consents}`,
  ...change,
});

describe.each([
  { where: 'one relay on the embedded database', start: embedded },
  { where: 'two relays on a Postgres server', start: twoRelays },
])('voices, on $where', ({ start }) => {
  let places: Places;
  let rest: RestClient;
  const open: PlainClient[] = [];

  beforeAll(async () => {
    places = await start();
    rest = new RestClient(places.first);
  }, 180_000);
  afterAll(() => {
    for (const client of open.splice(0)) client.socket.terminate();
    return places.stop();
  });

  const enroll = async (speaker: SyntheticSpeaker, label: string): Promise<string> => {
    const audio_base64 = base64Of(says(speaker, 12, 1));
    const answer = await rest.post('/v1/voice/speakers', { audio_base64, label, consent: consent() });
    expect(answer).toMatchObject({ status: 201 });
    return (answer.json['speaker'] as { id: string }).id;
  };
  const refused = async (change: object): Promise<RestAnswer> =>
    rest.post('/v1/voice/speakers', {
      audio_base64: base64Of(says(BASS, 12, 1)),
      label: 'Anna',
      consent: consent(),
      ...change,
    });
  const withdraw = (id: string): Promise<RestAnswer> =>
    new RestClient(places.second).post(`/v1/voice/speakers/${id}/withdraw`, {});
  const call = async (hello: object = {}): Promise<PlainClient> => {
    const client = await PlainClient.connect(places.first.wsUrl, { key: places.first.key });
    open.push(client);
    await client.hello({
      channels: [{ id: 'caller', subject: 'customer', sample_rate: speechRate }],
      consent: CONSENT,
      ...hello,
    });
    return client;
  };
  const speak = (client: PlainClient, samples: Float32Array): Promise<void> =>
    client.stream(bytesOf(samples), 2 * speechRate);
  const hangUp = async (client: PlainClient): Promise<JsonMessage> => {
    client.send({ type: 'session.end' });
    return (await client.waitFor('session_end', 30_000)).message;
  };
  const identity = (client: PlainClient, verified: boolean, withinMs = 30_000) =>
    client.inbox.waitFor(
      (message) => message.type === 'identity_resolved' && (message['verified'] === true) === verified,
      `identity_resolved, verified ${verified}`,
      withinMs,
    );

  it('are enrolled, listed, renamed and deleted', async () => {
    const id = await enroll(BASS, 'Anna');
    expect((await rest.send('GET', '/v1/voice/speakers')).json['speakers']).toContainEqual(
      expect.objectContaining({ id, label: 'Anna' }),
    );
    const renamed = await rest.send('PATCH', `/v1/voice/speakers/${id}`, '{"label":"Anna B."}', {
      'content-type': 'application/json',
    });
    expect(renamed.json).toMatchObject({ speaker: { label: 'Anna B.' } });
    expect((await rest.send('DELETE', `/v1/voice/speakers/${id}`)).status).toBe(204);
    expect((await rest.send('GET', `/v1/voice/speakers/${id}`)).status).toBe(404);
  });

  it('are refused with a reason for: no consent, silence, too short, two voices, no audio, an unknown id, a used consent', async () => {
    expect(errorOf(await refused({ consent: undefined })).code).toBe('policy_blocked');
    const problem = async (samples: Float32Array): Promise<unknown> =>
      errorOf(await refused({ audio_base64: base64Of(samples) })).details?.['audio'];
    expect(await problem(new Float32Array(5 * speechRate))).toEqual([expect.stringMatching(/^silent:/)]);
    expect(await problem(says(BASS, 4, 1))).toEqual([expect.stringMatching(/^too_short:/)]);
    expect(await problem(joined([says(BASS, 8, 1), says(SOPRANO, 8, 2)]))).toEqual([
      expect.stringMatching(/^several_voices:/),
    ]);
    expect((await refused({ audio_base64: 'AAAA' })).status).toBeGreaterThanOrEqual(415);
    expect((await rest.send('GET', '/v1/voice/speakers/spk_0000000000000000000000')).status).toBe(403);
    const used = consent();
    const { json } = await refused({ consent: used });
    expect((await refused({ consent: used })).status).toBe(409);
    await rest.send('DELETE', `/v1/voice/speakers/${(json['speaker'] as { id: string }).id}`);
  });

  it('of one channel are separated in a recording: turns, talkSeconds, a stable speaker, prosody and emotion', async () => {
    const samples = joined([says(BASS, 6, 3), says(SOPRANO, 6, 4), says(BASS, 4, 9)]);
    const { status, json } = await rest.post('/v1/analyze', {
      audio_base64: base64Of(samples),
      diarize: true,
    });
    expect(status).toBe(200);
    const turns = json['turns'] as {
      speaker: { id: string };
      start: number;
      end: number;
      prosody: { pitch: { mean: number } };
      emotion: string;
    }[];
    expect([...new Set(turns.map(({ speaker }) => speaker.id))]).toEqual(['speaker_1', 'speaker_2']);
    const pitches = (id: string): number[] =>
      turns.filter(({ speaker }) => speaker.id === id).map(({ prosody }) => prosody.pitch.mean);
    expect(Math.max(...pitches('speaker_1'))).toBeLessThan(Math.min(...pitches('speaker_2')));
    expect(turns.every(({ emotion }) => typeof emotion === 'string')).toBe(true);
    expect(json['speakers']).toMatchObject([
      { id: 'speaker_1', label: 'Speaker 1' },
      { id: 'speaker_2', label: 'Speaker 2' },
    ]);
    const [first, second] = json['speakers'] as { talkSeconds: number }[];
    expect(first?.talkSeconds).toBeGreaterThan(8);
    expect(second?.talkSeconds).toBeGreaterThan(4.5);
  });

  it('are recognized in later recordings with consent, but not without', async () => {
    const id = await enroll(TENOR, 'Tom');
    const audio_base64 = base64Of(says(TENOR, 6, 40));
    const known = await rest.post('/v1/analyze', { audio_base64, consent: CONSENT });
    expect(known.json['speakers']).toMatchObject([{ id, label: 'Tom', verified: true }]);
    const unknown = await rest.post('/v1/analyze', { audio_base64, diarize: true });
    expect(unknown.json['speakers']).toMatchObject([{ id: 'speaker_1' }]);
    expect((unknown.json['speakers'] as object[])[0]).not.toHaveProperty('verified');
    await withdraw(id);
  });

  it('are not identified in a call without the consent', async () => {
    const id = await enroll(BASS, 'Anna');
    const client = await call({ consent: { basis: 'notice', scope: ['recording'] } });
    await speak(client, says(BASS, 8, 20));
    await hangUp(client);
    expect(client.all('identity_resolved')).toEqual([]);
    await withdraw(id);
  }, 60_000);

  it('of an agent need a consent of their own, and the consent of the call', async () => {
    const client = await call();
    client.send({ type: 'enroll_agent', audio: bytesOf(syntheticSpeaker(BASS, 0.3, 1)).toString('base64') });
    expect((await client.waitFor('error')).message).toMatchObject({ code: 'policy_blocked', fatal: false });
    const other = await call({ consent: { basis: 'notice', scope: [] } });
    other.send({ type: 'enroll_agent', profile_id: 'spk_0000000000000000000000' });
    expect((await other.waitFor('error')).message).toMatchObject({ code: 'policy_blocked', fatal: false });
    const third = await call();
    third.send({ type: 'enroll_agent', profile_id: 'spk_0000000000000000000000' });
    expect((await third.waitFor('error')).message).toMatchObject({ code: 'forbidden', fatal: false });
  });

  // Calls last as long as what is said in them, so they are held at once.
  it.concurrent(
    'are recognized once in a call with consent, and forgotten on every relay within a minute of a withdrawal',
    async () => {
      const name = 'Anna Whose Name Stays Nowhere';
      const id = await enroll(BASS, name);
      const client = await call();
      await speak(client, says(BASS, 6, 20));
      const { message } = await identity(client, true);
      expect(message).toMatchObject({ speaker_id: 'caller', person_id: id });
      expect(message['evidence_seconds']).toBeGreaterThanOrEqual(3);
      await hangUp(client);
      expect(client.all('identity_resolved')).toHaveLength(1);

      const later = await call();
      await speak(later, says(BASS, 6, 30));
      await identity(later, true);
      // A job's results are stored, so a job must never identify anyone.
      const recording = { id: 'a', audio_base64: base64Of(says(BASS, 6, 60)), consent: CONSENT };
      const noise = Array.from({ length: 25 }, (_, n) => ({ id: `n${n}`, audio_base64: 'AAAA' }));
      const { json } = await rest.post('/v1/analyze/batch', { items: [recording, ...noise] });
      const { id: jobId } = json['job'] as { id: string };
      for (let done = false; !done;) {
        await pause(100); // HTTP offers only polling
        const { json: found } = await rest.send('GET', `/v1/analyze/jobs/${jobId}`);
        done = (found['job'] as { status: string }).status === 'completed';
        for (const trace of [name, id]) expect(JSON.stringify(found)).not.toContain(trace);
      }
      const before = await places.tablesWith(id);
      if (before !== undefined) {
        const expected = ['speakers', 'speaker_templates', 'speaker_links', 'speaker_baselines'];
        expect(before).toEqual(expect.arrayContaining(expected));
        for (const table of ['analysis_job_items', 'events']) expect(before).not.toContain(table);
      }
      const withdrawnAtMs = performance.now();
      expect(await withdraw(id)).toMatchObject({ status: 200 });
      const forgotten = await identity(later, false, MINUTE_MS);
      expect(forgotten.message).not.toHaveProperty('person_id');
      await speak(later, says(BASS, 4, 33));
      await hangUp(later);
      expect(later.all('identity_resolved').filter(({ verified }) => verified === true)).toHaveLength(1);
      expect(performance.now() - withdrawnAtMs).toBeLessThan(MINUTE_MS);
      const traces = await places.tablesWith(id);
      if (traces !== undefined) expect(traces).toEqual(['audit_log', 'speaker_removals']);
      expect((await places.tablesWith(name)) ?? []).toEqual([]);

      const last = await call();
      await speak(last, says(BASS, 6, 50));
      await hangUp(last);
      expect(last.all('identity_resolved').filter(({ verified }) => verified === true)).toEqual([]);
    },
    180_000,
  );

  it.concurrent(
    'of one live channel are separated: new_speaker, speaker_change, and turns of each',
    async () => {
      const channels = [{ id: 'room', subject: 'customer', sample_rate: speechRate, mixed: true }];
      const client = await call({ channels, consent: { basis: 'consent', scope: ['diarization'] } });
      await speak(client, joined([says(BASS, 6, 3), says(SOPRANO, 6, 4), says(BASS, 4, 9)]));
      await hangUp(client);
      const told = client.all('new_speaker').map(({ speaker_id: id }) => id);
      expect(told.slice(0, 2)).toEqual(['room_s1', 'room_s2']);
      const changes = client.all('speaker_change').map(({ speaker_id: id }) => id);
      expect(changes[0]).toBe('room_s1');
      expect(changes.at(-1), 'who spoke first is known when he speaks again').toBe('room_s1');
      const change = client.all('speaker_change')[1];
      expect(Number(change?.['at_ms'])).toBeGreaterThan(6_000);
      expect(Number(change?.['at_ms'])).toBeLessThan(14_400);
      const speakers = new Set(client.all('turn.end').map(({ speaker_id: id }) => id));
      for (const id of ['room_s1', 'room_s2']) expect(speakers).toContain(id);
      const heard = client.all('directive').filter(({ speech }) => speech === true);
      expect(new Set(heard.map(({ speaker_id: id }) => id)).size).toBeGreaterThanOrEqual(2);
      expect(client.all('identity_resolved')).toEqual([]);
    },
    90_000,
  );

  it.concurrent(
    '[RT120] of one live channel that turn out to be one person: turn.revised, and every answer says the same',
    async () => {
      const channels = [{ id: 'room', subject: 'customer', sample_rate: speechRate, mixed: true }];
      const client = await call({ channels, consent: { basis: 'consent', scope: ['diarization'] } });
      // Somebody whose first sentences sound like two people, until what lies between them is heard.
      const sentences = [0, 0, 0.6, 0.6, 0.3, 0.3, 0.3, 0.3, 0.2, 0.3, 0.3, 0.2, 0.3, 0.3].map((moved, n) =>
        joined([syntheticSpeaker(between(moved), 2, 3 + n), new Float32Array(0.4 * speechRate)]),
      );
      await speak(client, joined(sentences));
      const ended = await hangUp(client);
      const owner = new Map<string, string>();
      const key = ({ turn_id: id }: JsonMessage): string => String(id);
      for (const turn of client.all('turn.end')) owner.set(key(turn), String(turn['speaker_id']));
      const told = [...owner.values()];
      expect(new Set(told).size).toBeGreaterThan(1);
      const revised = client.all('turn.revised');
      expect(revised.length).toBeGreaterThan(0);
      for (const turn of revised) {
        expect(owner.get(key(turn))).toBe(turn['previous_speaker_id']);
        expect(turn['speaker_id']).not.toBe(turn['previous_speaker_id']);
        owner.set(key(turn), String(turn['speaker_id']));
      }
      expect([...owner.values()]).not.toEqual(told);
      const { turns } = ended['transcript'] as { turns: { turn_id: string; speaker_id: string }[] };
      expect(new Map(turns.map(({ turn_id: id, speaker_id: speaker }) => [id, speaker]))).toEqual(owner);
      const id = String(client.all('session.ready')[0]?.['session_id']);
      const { json } = await new RestClient(places.second).send('GET', `/v1/sessions/${id}`);
      const { utterances } = json['session'] as { utterances: { id: string; speaker_id: string }[] };
      expect(new Map(utterances.map(({ id: turn, speaker_id: speaker }) => [turn, speaker]))).toEqual(owner);
    },
    120_000,
  );

  it.concurrent(
    'of an enrolled agent on a mixed channel are excluded from the analysis: enroll_agent and enroll_agent_ack',
    async () => {
      const id = await enroll(SOPRANO, 'Sophie');
      const channels = [{ id: 'room', subject: 'customer', sample_rate: speechRate, mixed: true }];
      const client = await call({ channels });
      client.send({ type: 'enroll_agent', profile_id: id });
      const ack = (await client.waitFor('enroll_agent_ack', 30_000)).message;
      expect(ack).toMatchObject({ person_id: id, verified: true });
      await speak(client, joined([says(BASS, 6, 3), says(SOPRANO, 8, 4), says(BASS, 4, 9)]));
      await hangUp(client);
      const agent = client.all('identity_resolved').find(({ person_id: person }) => person === id);
      expect(agent).toMatchObject({ verified: true });
      const heard = new Set(client.all('directive').map(({ speaker_id: speaker }) => speaker));
      expect(heard).toContain('room_s1');
      expect(heard).not.toContain(agent?.['speaker_id']);
      await withdraw(id);
    },
    90_000,
  );
});
