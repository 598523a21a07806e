import { scriptUrl } from './script-url.js';
import { systemScheduler, type Cancel, type Scheduler } from '../common/scheduler.js';

/**
 * Everything that a session needs from the page, in one place. Nothing else in the library uses a global, and tests can count
 * what is opened and closed.
 */
export interface PageEnvironment {
  /** The clock and timers. */
  readonly scheduler: Scheduler;
  /** Whether the page may use a microphone at all: only over TLS or on the loopback. */
  readonly isSecureContext: boolean;
  /** The page's address, the base of relative URLs. */
  readonly baseUrl: string;
  /** The browser in a few words, for `session.hello`. */
  readonly runtime: string;
  /** Opens a microphone. */
  getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream>;
  /** Opens the audio graph. */
  createAudioContext(): AudioContext;
  /** Makes the node that captures samples. */
  createWorkletNode(context: AudioContext, name: string, options: AudioWorkletNodeOptions): AudioWorkletNode;
  /** Wraps a track of the page. */
  createMediaStream(track: MediaStreamTrack): MediaStream;
  /** Makes an element that plays a remote track silently: Chromium delivers its sound only then. */
  createAudioElement(): HTMLAudioElement;
  /** Makes the channel between the worklet and a worker. */
  createChannel(): MessageChannel;
  /** Starts one of the library’s workers. */
  createWorker(url: string, name: WorkerName): Worker;
  /** A `blob:` address of this page's origin with the script. */
  createScript(text: string): string;
  /** Imports a module into the page. */
  importModule(url: string): Promise<unknown>;
  /** Runs at each change of the devices until it is canceled. */
  onDeviceChange(run: () => void): Cancel;
  /** Runs at each click, key or touch until it is cancelled: the first event of a touch does not let sound start yet. */
  onGesture(run: () => void): Cancel;
}

/** The purpose of a worker. Developer tools show it. */
export type WorkerName = 'undertone-transport' | 'undertone-vad' | 'undertone-hearing';

const GESTURES = ['pointerdown', 'keydown', 'touchend'] as const;

/** The real page. It reads globals only when called, so importing the library does nothing, even on a server. */
export const browserEnvironment = (): PageEnvironment => {
  const devices = () => (navigator as Partial<Navigator>).mediaDevices;
  return {
    scheduler: systemScheduler(window),
    isSecureContext: window.isSecureContext,
    baseUrl: window.location.href,
    runtime: navigator.userAgent.slice(0, 120),
    getUserMedia: (constraints) =>
      devices()?.getUserMedia(constraints) ??
      Promise.reject(new DOMException('no media devices in this page', 'NotSupportedError')),
    createAudioContext: () => new AudioContext({ latencyHint: 'interactive' }),
    createWorkletNode: (context, name, options) => new AudioWorkletNode(context, name, options),
    createMediaStream: (track) => new MediaStream([track]),
    createAudioElement: () => document.createElement('audio'),
    createChannel: () => new MessageChannel(),
    createWorker: (url, name) => new Worker(scriptUrl(url), { type: 'module', name }),
    createScript: (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' })),
    importModule: (url) =>
      import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ url),
    onDeviceChange(run) {
      const media = devices();
      media?.addEventListener('devicechange', run);
      return () => media?.removeEventListener('devicechange', run);
    },
    onGesture(run) {
      for (const type of GESTURES) window.addEventListener(type, run, true);
      return () => {
        for (const type of GESTURES) window.removeEventListener(type, run, true);
      };
    },
  };
};
