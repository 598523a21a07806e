import type { AudioSource } from '../capture/audio-source.js';
import { CaptureGraph } from '../capture/capture-graph.js';
import type { PageEnvironment } from '../capture/page-environment.js';
import type { ResolvedAddresses } from '../session/session-options.js';
import { describeUnknown } from '../common/error-wire.js';
import { CaptureError } from '../common/undertone-error.js';
import { fail, ok, warn, type Check } from './check.js';

/** Below this peak a microphone is off or muted at the device. An open microphone has some noise. */
const SILENT_PEAK = 1e-4;
/** 10 %. */
const CLOCK_TOLERANCE = 0.1;

/** Checks context, worklet, clock and sound of one source, in a real audio graph for `listenMs`. */
export const checkGraph = async (
  environment: PageEnvironment,
  source: AudioSource,
  { worklet: workletUrl, prosody: prosodyUrl }: Pick<ResolvedAddresses, 'worklet' | 'prosody'>,
  listenMs: number,
): Promise<Check[]> => {
  let peak = 0;
  let unmeasured: CaptureError | null = null as CaptureError | null;
  const clock: { sample: number; atMs: number }[] = [];
  let graph: CaptureGraph;
  try {
    graph = await CaptureGraph.create(environment, {
      workletUrl,
      prosodyUrl,
      processor: { channels: [{ isAgent: false }], startSample: 0 },
      onMessage(message) {
        if (message.type === 'prosody') peak = Math.max(peak, message.peak);
        if (message.type === 'clock')
          clock.push({ sample: message.sample, atMs: environment.scheduler.nowMs() });
      },
      onContextState: () => undefined,
      onCrash: () => undefined,
      onUnmeasured: (error) => (unmeasured = error),
    });
  } catch (cause) {
    return [graphFailure(cause, workletUrl)];
  }
  try {
    graph.connect(0, source);
    const loaded = ok('worklet', 'the worklet is loaded');
    if (!(await graph.resume())) {
      const message = `the audio context stays ${graph.state}`;
      return [loaded, fail('context', message, 'Start the session from a click or a key press.')];
    }
    await new Promise<void>((resolve) => environment.scheduler.after(listenMs, resolve));
    if (unmeasured !== null) return [graphFailure(unmeasured, prosodyUrl)];
    const running = ok('context', `the audio context runs at ${graph.sampleRateHz} Hz`);
    return [loaded, running, checkClock(clock), checkSound(source.track, peak)];
  } finally {
    await graph.close();
  }
};

const graphFailure = (cause: unknown, url: string): Check =>
  cause instanceof CaptureError && cause.code !== 'context_failed'
    ? fail(
        'worklet',
        describeUnknown(cause),
        `Serve ${url} as text/javascript, with its origin in script-src of the page’s CSP, and Access-Control-Allow-Origin if that is another one.`,
      )
    : fail('context', describeUnknown(cause), 'Close tabs that use audio, or restart the browser.');

const checkClock = (clock: { sample: number; atMs: number }[]): Check => {
  const first = clock[0];
  const last = clock.at(-1);
  if (first === undefined || last === undefined || last.atMs <= first.atMs) {
    return fail(
      'clock',
      'the audio thread does not run',
      'Restart the browser; look at the system’s audio service.',
    );
  }
  const rate = (last.sample - first.sample) / 16 / (last.atMs - first.atMs);
  return Math.abs(rate - 1) <= CLOCK_TOLERANCE
    ? ok('clock', 'the audio clock keeps time')
    : warn(
        'clock',
        `the audio clock runs at ${rate.toFixed(2)} of real time`,
        'The machine may be overloaded.',
      );
};

const checkSound = (track: MediaStreamTrack, peak: number): Check => {
  if (track.muted)
    return fail(
      'sound',
      'the track is muted by the system',
      'Unmute the device in the system or on the headset.',
    );
  if (!track.enabled) return warn('sound', 'the track is disabled by the page', 'Set track.enabled = true.');
  return peak > SILENT_PEAK
    ? ok('sound', `sound arrives, peak ${(20 * Math.log10(peak)).toFixed(0)} dB`)
    : warn(
        'sound',
        'nothing but silence arrives',
        'Speak; then look for a mute switch, or choose another device.',
      );
};
