import type { Baseline } from '../../../domain/call/emotion/baseline.js';
import type { Recognition } from '../../../domain/speakers/identities.js';
import { fakeVoiceprint, FakeVoices } from '../../../domain/speakers/testing/fake-voices.js';
import type { Voiceprint } from '../../../domain/speakers/voice-engine.js';
import type { VoiceChannelSetup, VoiceNews } from '../../../inference/voices/voice-messages.js';
import type { TrackerListener, LiveTracker, SpeakerTrackers } from '../../../inference/voices/voice-pool.js';
import type { StreamVoices } from '../ports.js';

/** A tracker of the voice worker that reports what a test tells it. */
class ScriptedTracker implements LiveTracker {
  bytes = 0;
  closed = false;
  /** What the tracker finds only at its end. */
  atEnd: VoiceNews['events'] = [];

  constructor(
    readonly setup: VoiceChannelSetup,
    private readonly listener: TrackerListener,
  ) {}

  audio(payload: Uint8Array): void {
    this.bytes += payload.length;
  }
  gap = (): void => undefined;
  voiceprints = (): void => undefined;
  end(): void {
    this.says({ last: true, throughMs: Number.MAX_SAFE_INTEGER, events: this.atEnd });
  }
  close(): void {
    this.closed = true;
  }

  says(news: Partial<VoiceNews>): void {
    if (!this.closed) this.listener.news({ throughMs: 0, events: [], voices: [], last: false, ...news });
  }

  /** Reports the voiceprint of a voice at this angle, from this much speech. */
  hears(degrees: number, speechSeconds = 4, speaker = 0): void {
    this.says({ voices: [{ speaker, voiceprint: fakeVoiceprint(degrees, speechSeconds) }] });
  }
}

/** The people of one organization in memory; each voice is an angle in degrees. */
export class ScriptedVoices implements StreamVoices, SpeakerTrackers {
  readonly trackers = this;
  readonly engine = new FakeVoices();
  readonly people = this;
  readonly opened: ScriptedTracker[] = [];
  readonly enrolled = new Map<string, number>();
  readonly baselines = new Map<string, Baseline>();
  readonly links: { sessionId: string; speaker: string; speakerId: string }[] = [];
  compared = 0;

  openTracker(setup: VoiceChannelSetup, listener: TrackerListener): LiveTracker {
    const tracker = new ScriptedTracker(setup, listener);
    this.opened.push(tracker);
    return tracker;
  }

  get tracker(): ScriptedTracker {
    const tracker = this.opened.at(-1);
    if (tracker === undefined) throw new Error('nobody is listened to');
    return tracker;
  }

  async recognize(_orgId: string, voiceprint: Voiceprint): Promise<Recognition | undefined> {
    this.compared++;
    const voices = await this.engine.comparison();
    const known = [...this.enrolled].map(([id, degrees]) => ({ id, voiceprint: fakeVoiceprint(degrees) }));
    const best = voices.identify(voiceprint, known);
    if (best === undefined) return undefined;
    const { logLikelihoodRatio } = best.score;
    const { speechSeconds: evidenceSeconds } = voiceprint;
    return { speakerId: best.id, label: best.id, evidenceSeconds, logLikelihoodRatio };
  }

  async ratio(_orgId: string, id: string, voiceprint: Voiceprint): Promise<number | undefined> {
    const degrees = this.enrolled.get(id);
    if (degrees === undefined) return undefined;
    const voices = await this.engine.comparison();
    return voices.score(fakeVoiceprint(degrees), voiceprint).logLikelihoodRatio;
  }

  /** What calls gave to profiles. */
  readonly grown: { id: string; voiceprint: Voiceprint }[] = [];

  grow(_orgId: string, id: string, voiceprint: Voiceprint): Promise<boolean> {
    this.grown.push({ id, voiceprint });
    return Promise.resolve(true);
  }

  /** The number of people whose voiceprint another model made. */
  strangers = 0;

  outdated(): Promise<number> {
    return Promise.resolve(this.strangers);
  }

  voiceOf(_orgId: string, id: string): Promise<Voiceprint | 'enroll_again' | undefined> {
    const degrees = this.enrolled.get(id);
    if (degrees !== undefined && this.strangers > 0) return Promise.resolve('enroll_again');
    return Promise.resolve(degrees === undefined ? undefined : fakeVoiceprint(degrees));
  }

  link(link: { sessionId: string; speaker: string; speakerId: string }): Promise<boolean> {
    if (this.enrolled.has(link.speakerId)) this.links.push(link);
    return Promise.resolve(this.enrolled.has(link.speakerId));
  }

  unlink(_orgId: string, sessionId: string, speaker?: string): Promise<void> {
    const kept = this.links.filter(
      (link) => link.sessionId !== sessionId || (speaker !== undefined && link.speaker !== speaker),
    );
    this.links.splice(0, this.links.length, ...kept);
    return Promise.resolve();
  }

  baseline(_orgId: string, id: string): Promise<Baseline | undefined> {
    return Promise.resolve(this.baselines.get(id));
  }

  keepBaseline(_orgId: string, id: string, baseline: Baseline): Promise<boolean> {
    if (this.enrolled.has(id)) this.baselines.set(id, baseline);
    return Promise.resolve(this.enrolled.has(id));
  }

  gone(ids: readonly string[]): Promise<readonly string[]> {
    return Promise.resolve(ids.filter((id) => !this.enrolled.has(id)));
  }
}
