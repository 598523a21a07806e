/** A voice agent that slows down when its caller is upset. Your language model and your synthetic voice take the place of `think` and `voice`. */
import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  TrackPublishOptions,
  TrackSource,
  type Room,
} from '@livekit/rtc-node';
import { listenToCaller, type CallerListener } from '@undertone/livekit';

export interface SlowingAgentOptions {
  /** Connected as the agent. */
  readonly room: Room;
  readonly url: string;
  readonly apiKey: string;
  /** A language model: instructions and what the caller said, to what the agent says. */
  readonly think: (instructions: string, heard: string) => Promise<string>;
  /** A synthetic voice: samples at 24 kHz. 1 is its usual speed. */
  readonly voice: (text: string, speed: number) => Promise<Int16Array>;
}

const SAMPLE_RATE_HZ = 24_000;
const CHUNK = SAMPLE_RATE_HZ / 50;
const INSTRUCTIONS = 'You are the help desk of a phone company. Answer in one or two sentences.';

export class SlowingAgent {
  private constructor(
    private readonly options: SlowingAgentOptions,
    readonly listener: CallerListener,
    private readonly source: AudioSource,
  ) {}

  static async start(options: SlowingAgentOptions): Promise<SlowingAgent> {
    const { room, url, apiKey } = options;
    const source = new AudioSource(SAMPLE_RATE_HZ, 1);
    const publish = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
    await room.localParticipant?.publishTrack(LocalAudioTrack.createAudioTrack('agent', source), publish);
    const listener = await listenToCaller({
      room,
      url,
      apiKey,
      consent: { basis: 'announcement', scope: ['emotion'] },
    });
    return new SlowingAgent(options, listener, source);
  }

  /** Answers what the caller said, in the tone that fits how they sound now. @returns what was said, and how fast */
  async answer(heard: string): Promise<{ readonly text: string; readonly speed: number }> {
    const { prompt, modulation } = this.listener;
    const text = await this.options.think(`${INSTRUCTIONS} ${prompt}`.trim(), heard);
    const speed = modulation?.tts.speed ?? 1;
    const silence = new Int16Array(((modulation?.tts.prePauseMs ?? 0) * SAMPLE_RATE_HZ) / 1_000);
    await this.say(silence);
    await this.say(await this.options.voice(text, speed));
    return { text, speed };
  }

  async stop(): Promise<void> {
    await this.listener.close();
    await this.source.close();
  }

  private async say(samples: Int16Array): Promise<void> {
    for (let at = 0; at < samples.length; at += CHUNK) {
      const chunk = samples.slice(at, at + CHUNK);
      await this.source.captureFrame(new AudioFrame(chunk, SAMPLE_RATE_HZ, 1, chunk.length));
    }
  }
}
