import { UndertoneError, type EndedInfo, type SourceOptions, type UndertoneSession } from '@undertone/client';
import type { UndertonePanel } from '@undertone/widget';
import { callSession } from '../call/call.js';
import { listMicrophones } from '../call/devices.js';
import { SamplePlayer } from '../call/sample-player.js';
import { summaryFacts } from '../call/summary.js';
import { Transcript } from '../call/transcript.js';
import { FaultyNetwork } from '../faults/faulty-network.js';
import type { CallChanges, Scenario, ScenarioDesk } from '../scenarios/scenario.js';
import { CallCard } from './call-card.js';
import { askConsent } from './consent.js';
import { element } from './element.js';
import { ScenarioLog } from './scenario-log.js';

/** What belongs to one call and is released with it. */
interface Running {
  readonly session: UndertoneSession;
  readonly player: SamplePlayer | undefined;
  readonly transcript: Transcript | undefined;
  readonly over: AbortController;
  /** Whether the agent holds the call. The phone knows; the analysis follows where there is one. */
  held: boolean;
}

/** The agent's desk. It has at most one call at a time, and releases everything of a call when the call ends. */
export class Desk implements ScenarioDesk {
  readonly card = new CallCard();
  private readonly scenarioLog = new ScenarioLog();
  private readonly transcript = element('transcript', HTMLOListElement);
  private readonly transcriptEmpty = element('transcript-empty', HTMLElement);
  private running: Running | undefined;
  private network: FaultyNetwork | undefined;
  /** Aborted when another scenario starts. */
  private scenario = new AbortController();

  constructor(private readonly panel: UndertonePanel) {
    this.card.hold.addEventListener('click', () => this.hold());
    this.card.mute.addEventListener('click', () => this.mute());
    this.card.end.addEventListener('click', () => void this.end());
    this.card.volume.addEventListener('input', () => this.setVolume());
    this.card.device.addEventListener('change', () => void this.changeDevice());
    this.card.show('idle', 'none');
  }

  /** Runs a scenario, unless there is a call. */
  async run(scenario: Scenario): Promise<void> {
    if (this.running !== undefined) {
      this.card.problem('End the call first.');
      return;
    }
    this.scenario.abort();
    this.scenario = new AbortController();
    this.scenarioLog.clear();
    await scenario.run(this);
  }

  async startSampleCall(changes: CallChanges = {}): Promise<boolean> {
    const player = new SamplePlayer(() => void this.end());
    const sources: SourceOptions[] = [
      { id: 'customer', track: player.customerTrack, subject: 'customer' },
      { id: 'agent', track: player.agentTrack, subject: 'agent' },
    ];
    return this.start(sources, changes, player);
  }

  async startMicrophoneCall(changes: CallChanges = {}): Promise<boolean> {
    const deviceId = this.card.device.value;
    const source: SourceOptions = {
      id: 'microphone',
      track: 'microphone',
      subject: 'customer',
      ...(deviceId === '' ? {} : { constraints: { deviceId: { exact: deviceId } } }),
    };
    const started = await this.start([source], changes, undefined);
    if (started) await listMicrophones(this.card.device);
    return started;
  }

  faultyNetwork(): FaultyNetwork {
    this.network?.dispose();
    this.network = new FaultyNetwork();
    return this.network;
  }

  log(text: string): void {
    this.scenarioLog.add(text);
  }

  wait(ms: number): Promise<boolean> {
    const signal = this.running?.over.signal;
    if (signal === undefined || signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = window.setTimeout(() => resolve(true), ms);
      signal.addEventListener(
        'abort',
        () => {
          window.clearTimeout(timer);
          resolve(false);
        },
        { once: true },
      );
    });
  }

  untilLive(): Promise<boolean> {
    const running = this.running;
    if (running === undefined) return Promise.resolve(false);
    if (running.session.state.kind === 'live') return Promise.resolve(true);
    return new Promise((resolve) => {
      const stop = running.session.on('state', ({ to }) => {
        if (to.kind === 'live') {
          stop();
          resolve(true);
        }
      });
      running.over.signal.addEventListener('abort', () => resolve(false), { once: true });
    });
  }

  ask(label: string): Promise<boolean> {
    return this.scenarioLog.ask(label, this.scenario.signal);
  }

  /** Ends the call and shows its summary. */
  async end(): Promise<void> {
    const running = this.running;
    if (running === undefined) return;
    try {
      // An analysis that ended or failed before the call has said so already.
      if (!isOver(running)) this.finished(await running.session.end());
    } catch (error) {
      this.failed(error);
    } finally {
      await this.release(running);
    }
  }

  private async start(
    sources: readonly SourceOptions[],
    changes: CallChanges,
    player: SamplePlayer | undefined,
  ): Promise<boolean> {
    const disclosedAt = await askConsent();
    if (disclosedAt === undefined) {
      await player?.dispose();
      return false;
    }
    this.card.problem(undefined);
    this.card.summary([]);
    const session = callSession({ sources, disclosedAt, ...changes });
    const transcript = player === undefined ? undefined : new Transcript(this.transcript, player);
    const running: Running = { session, player, transcript, over: new AbortController(), held: false };
    this.running = running;
    this.transcriptEmpty.hidden = player !== undefined;
    this.transcript.replaceChildren();
    this.panel.session = session;
    this.show(running);
    session.on('state', ({ to }) => {
      // A call that was put on hold before its analysis was there is not analyzed either.
      if (to.kind === 'live' && running.held) session.pause('hold');
      this.show(running);
      if (to.kind === 'failed' && player !== undefined) this.failed(to.error);
    });
    session.on('error', (error) => {
      if (error.code === 'context_suspended')
        this.card.problem('The browser keeps the sound waiting: click anywhere to let it be heard.');
      else if (error.details['channel'] !== undefined || error.code === 'context_failed') this.failed(error);
    });
    session.on('device', (event) => {
      const isBack = event.kind === 'context' && event.state === 'running';
      const isReplaced = event.kind === 'track' && event.change === 'replaced';
      if (isBack || isReplaced) this.card.problem(undefined);
    });
    session.on('ended', (info) => {
      this.finished(info);
      // The phone call goes on when only its analysis is over.
      if (player === undefined) void this.release(running);
    });
    try {
      // The session starts while the sample loads: WebKit allows sound to start only within some seconds after a click, and
      // loading may take longer. Play starts afterwards, so that the session hears the first word.
      await Promise.all([analyzed(session, player), player?.load()]);
      this.setVolume();
      transcript?.start(session);
      await player?.play();
      this.card.startTimer();
      return session.state.kind !== 'failed';
    } catch (error) {
      this.failed(error);
      await this.release(running);
      return false;
    }
  }

  private finished(info: EndedInfo): void {
    this.card.summary(summaryFacts(info));
  }

  private failed(error: unknown): void {
    if (error instanceof UndertoneError) this.card.problem(sentence(error.message), error.code);
    else if (error instanceof DOMException && error.name === 'EncodingError')
      this.card.problem('This browser cannot play the sample call (Ogg Opus). Try the microphone.');
    else this.card.problem('The call could not start. Try again.', String(error));
  }

  private async release(running: Running): Promise<void> {
    if (this.running !== running) return;
    this.running = undefined;
    running.over.abort();
    running.transcript?.stop();
    await Promise.all([running.session.dispose(), running.player?.dispose()]);
    this.network?.dispose();
    this.network = undefined;
    this.card.show(running.session.state.kind, 'none');
  }

  private show(running: Running): void {
    if (this.running !== running) return;
    this.card.show(running.session.state.kind, running.held ? 'held' : 'talking');
  }

  private hold(): void {
    const running = this.running;
    if (running === undefined) return;
    const held = !running.held;
    running.held = held;
    running.player?.hold(held).catch((error: unknown) => this.failed(error));
    const { state } = running.session;
    const isPaused = 'pauseReason' in state && state.pauseReason !== null;
    // While the line is away, too: what is heard then is sent later.
    if (held && (state.kind === 'live' || state.kind === 'reconnecting')) running.session.pause('hold');
    if (!held && isPaused) running.session.resume().catch((error: unknown) => this.failed(error));
    this.show(running);
  }

  private mute(): void {
    const { mute } = this.card;
    const muted = mute.getAttribute('aria-pressed') !== 'true';
    mute.setAttribute('aria-pressed', String(muted));
    const running = this.running;
    if (running === undefined || isOver(running)) return;
    if (muted) running.session.mute(0);
    else running.session.unmute(0);
  }

  private setVolume(): void {
    if (this.running?.player !== undefined) {
      this.running.player.volume = Number(this.card.volume.value);
    }
  }

  private async changeDevice(): Promise<void> {
    const running = this.running;
    if (running === undefined || running.player !== undefined) return;
    const deviceId = this.card.device.value;
    try {
      await running.session.replaceTrack(
        0,
        'microphone',
        deviceId === '' ? {} : { deviceId: { exact: deviceId } },
      );
    } catch (error) {
      this.failed(error);
    }
  }
}

/** Whether the analysis of a call is over, though the call may go on. */
const isOver = ({ session }: Running): boolean =>
  session.state.kind === 'ended' || session.state.kind === 'failed';

/** Starts the analysis. Where there is a phone call beside it, that goes on without; the session's state says why. */
const analyzed = async (session: UndertoneSession, player: SamplePlayer | undefined): Promise<void> => {
  try {
    await session.start();
  } catch (error) {
    if (player === undefined || session.state.kind !== 'failed') throw error;
  }
};

/** A message of the library as a sentence. */
const sentence = (message: string): string => {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
};
