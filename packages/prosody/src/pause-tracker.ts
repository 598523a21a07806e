import { VoiceActivity } from './voice-activity.js';
import type { LevelFrame } from './prosody-frame.js';
import { Tally } from './tally.js';
import { TURN_SILENCE_MS } from './turn-rhythm.js';

/** Shorter gaps are closures of plosives and parts of words (Goldman-Eisler 1968 puts the limit at 250 ms). */
const MINIMUM_PAUSE_SAMPLES = 4_000;
const TURN_SILENCE_SAMPLES = TURN_SILENCE_MS * 16;

/** Counts the gaps between stretches of speech. Silence before the first stretch or after the last is not a pause. */
export class PauseTracker {
  private readonly activity = new VoiceActivity({ hangoverMs: 200 });
  private lastEnd = -1;

  constructor(private readonly tally: Tally) {}

  /** Whether there is speech, as far as the newest frame shows. */
  get speaking(): boolean {
    return this.activity.speaking;
  }

  get noiseDb(): number {
    return this.activity.noiseDb;
  }

  update(level: LevelFrame): void {
    const event = this.activity.update(level);
    if (event === null) return;
    if (event.type === 'end') this.lastEnd = event.sample;
    if (event.type === 'start' && this.lastEnd >= 0) this.closePause(event.sample);
  }

  reset(): void {
    this.activity.reset();
    this.lastEnd = -1;
  }

  private closePause(start: number): void {
    const samples = start - this.lastEnd;
    if (samples < MINIMUM_PAUSE_SAMPLES) return;
    this.tally.add(Tally.PAUSES, 1);
    this.tally.add(Tally.PAUSE_SAMPLES, samples);
    if (samples >= TURN_SILENCE_SAMPLES) return;
    this.tally.add(Tally.TURN_PAUSES, 1);
    this.tally.add(Tally.TURN_PAUSE_SAMPLES, samples);
  }
}
