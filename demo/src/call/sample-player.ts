import agentUrl from '../sample-call/agent.ogg';
import customerUrl from '../sample-call/customer.ogg';
import script from '../sample-call/lines.json';

/** One line of the sample call. Times count from the start of the call. */
export interface SampleLine {
  readonly speaker: string;
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Plays the sample call: each voice to its own track, as a softphone delivers them, and both to the
 * loudspeaker.
 */
export class SamplePlayer {
  readonly lines: readonly SampleLine[] = script.lines;
  private readonly context = new AudioContext();
  private readonly gain = this.context.createGain();
  private readonly customer = this.context.createMediaStreamDestination();
  private readonly agent = this.context.createMediaStreamDestination();
  private readonly sources: AudioBufferSourceNode[] = [];
  private startedAtS: number | undefined;

  /** @param onEnd Called when the call has played to its end, not when it is disposed. */
  constructor(private readonly onEnd: () => void) {
    this.gain.connect(this.context.destination);
  }

  get customerTrack(): MediaStreamTrack {
    return trackOf(this.customer.stream);
  }

  get agentTrack(): MediaStreamTrack {
    return trackOf(this.agent.stream);
  }

  /** From 0 to 1. It does not change the audio that is analyzed. */
  set volume(volume: number) {
    this.gain.gain.value = volume;
  }

  /** The position in the call; undefined before it started. */
  get positionMs(): number | undefined {
    return this.startedAtS === undefined
      ? undefined
      : Math.max(0, (this.context.currentTime - this.startedAtS) * 1000);
  }

  /** Loads both voices. */
  async load(): Promise<void> {
    const [customer, agent] = await Promise.all([this.decode(customerUrl), this.decode(agentUrl)]);
    this.sources.push(this.source(customer, this.customer), this.source(agent, this.agent));
    this.sources[0]?.addEventListener('ended', this.onEnd, { once: true });
  }

  /** Starts both voices at the same sample. */
  async play(): Promise<void> {
    await this.context.resume();
    const startS = this.context.currentTime + 0.1;
    for (const source of this.sources) source.start(startS);
    this.startedAtS = startS;
  }

  /** Pauses or resumes both voices: on hold nobody speaks. */
  async hold(held: boolean): Promise<void> {
    await (held ? this.context.suspend() : this.context.resume());
  }

  async dispose(): Promise<void> {
    for (const source of this.sources) source.removeEventListener('ended', this.onEnd);
    this.customerTrack.stop();
    this.agentTrack.stop();
    await this.context.close();
  }

  private async decode(url: string): Promise<AudioBuffer> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return this.context.decodeAudioData(await response.arrayBuffer());
  }

  private source(buffer: AudioBuffer, to: MediaStreamAudioDestinationNode): AudioBufferSourceNode {
    const source = this.context.createBufferSource();
    source.buffer = buffer;
    source.connect(to);
    source.connect(this.gain);
    return source;
  }
}

const trackOf = (stream: MediaStream): MediaStreamTrack => {
  const [track] = stream.getAudioTracks();
  if (track === undefined) throw new Error('an audio destination without a track');
  return track;
};
