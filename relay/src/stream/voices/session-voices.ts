import type { EnrollAgent, ServerBody, WarningCode } from '@undertone/protocol';
import type { CallEngine } from '../../domain/call/call-types.js';
import type { SessionConfig } from '../../domain/live/session-config.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import { coversTellingApart, coversVoiceprint } from '../../domain/speakers/voice-consent.js';
import type { Voiceprint } from '../../domain/speakers/voice-engine.js';
import type { ChannelSpec, InferenceStream } from '../../inference/port.js';
import type { HeardVoice, VoiceMode } from '../../inference/voices/voice-messages.js';
import { VoicedStream, type VoiceRole } from '../../inference/voices/voiced-stream.js';
import { SerialQueue } from '../../concurrency/serial-queue.js';
import { AgentVoice } from './agent-voice.js';
import { agentForgotten, agentFound, type NamedAgent, type nobody } from './identity-news.js';
import type { SavedVoices, StreamVoices } from './ports.js';
import { RecognizedPeople } from './recognized-people.js';
import { VoiceNames } from './voice-names.js';
import { defined } from '../../domain/defined.js';

export interface SessionVoicesOptions {
  readonly voices: StreamVoices;
  readonly orgId: string;
  readonly sessionId: string;
  readonly config: () => SessionConfig;
  readonly call: () => CallEngine;
  /** A voice was found to be the agent's. */
  readonly onAgent: (speaker: string) => void;
  readonly agentAnalysis: boolean;
  readonly saved: SavedVoices | undefined;
  readonly say: (bodies: readonly ServerBody[]) => void;
  readonly warn: (code: WarningCode, message: string, detail: Record<string, string>) => void;
  /** Whether the client was not told yet that people have to be enrolled again. */
  readonly isOutdatedNews: () => boolean;
  /** A deleted identity must not be in the next checkpoint. */
  readonly checkpointSoon: () => void;
  /** Removes what a new observer would receive. */
  readonly forgetTold: (speakers: readonly string[]) => void;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onFailed: (error: unknown) => void;
}

/** What is known of one voice of the call. */
interface Voice {
  newest: Voiceprint | undefined;
  role: VoiceRole;
  /** Whether the comparison is over: it is the agent's voice, or it was reported that it is nobody's. */
  settled: boolean;
}

/**
 * Who speaks in one live session. It listens next to the analysis, compares voices with the organization's
 * enrolled people, and resumes what is known of them. Without the consents it listens to nothing. When one is
 * withdrawn, it deletes everything.
 */
export class SessionVoices {
  private readonly options: SessionVoicesOptions;
  private readonly names: VoiceNames;
  private readonly voices = new Map<string, Voice>();
  private readonly people: RecognizedPeople;
  private readonly lost = new Set<number>();
  private readonly agentVoice: AgentVoice;
  private agent: (NamedAgent & { readonly voiceprint: Voiceprint }) | undefined;
  private stream: VoicedStream | undefined;
  private toldOutdated = false;
  /** Comparisons run one after the other, behind the stream. */
  private readonly comparisons: SerialQueue;
  /** Goes up when everything is deleted, so that an earlier comparison reports nothing. */
  private epoch = 0;

  constructor(options: SessionVoicesOptions) {
    this.options = options;
    const { saved, config, voices, orgId } = options;
    this.names = new VoiceNames(() => config().channels, saved?.heard);
    this.comparisons = new SerialQueue(options.onFailed);
    this.agentVoice = new AgentVoice(voices, orgId, config().channels[0]);
    this.people = new RecognizedPeople(saved?.people ?? [], {
      ...options,
      people: voices.people,
      unsay: (identities) => this.unsay(identities),
      onUnknown: (isCurrent) => this.tellOutdated(isCurrent),
    });
    if (saved !== undefined) this.takeUp(saved);
  }

  /** Adds the listener to this stream to a worker, when a consent allows it. */
  wrap(inner: InferenceStream, channels: readonly ChannelSpec[]): InferenceStream {
    const modes = channels.map((_, channel) => this.modeOf(channel));
    this.stream = undefined;
    this.names.startOver();
    if (modes.every((mode) => mode === undefined)) return inner;
    const { voices, after } = this.options;
    try {
      this.stream = new VoicedStream(inner, {
        after,
        channels: channels.map((spec, channel) => ({
          ...spec,
          ...(modes[channel] !== undefined && { voices: modes[channel] }),
        })),
        trackers: voices.trackers,
        voiceprints: this.mayRecognize,
        nameOf: (channel, speaker) => this.names.of(channel, speaker),
        onVoice: (channel, voice) => this.compare(channel, voice),
        onOverlap: (_channel, speakerIds, startMs, endMs) =>
          this.options.say([
            {
              kind: 'overlap',
              value: { speakerIds: [...speakerIds], startMs: Math.round(startMs), endMs: Math.round(endMs) },
            },
          ]),
        onRevised: (channel, spans, speakerOf) => {
          const { bodies, waiting } = this.options.call().reviseSpeakers(channel, spans, speakerOf);
          this.options.say(bodies);
          return waiting;
        },
        onLost: (channel) => this.onLost(channel),
        roleOf: (channel, speaker) => this.roleOf(channel, speaker),
      });
      return this.stream;
    } catch (error) {
      this.options.onFailed(error);
      this.options.warn('model_degraded', 'voices are not told apart: too many streams are listened to', {});
      return inner;
    }
  }

  /**
   * Follows a new or withdrawn consent, at once and without losing a sample.
   * @returns the stream to use from now on
   */
  rewrap(current: InferenceStream, channels: readonly ChannelSpec[]): InferenceStream {
    if (!this.mayRecognize) this.forgetAll();
    const inner = current instanceof VoicedStream ? current.unwrap() : current;
    return this.wrap(
      inner,
      channels.map((spec, channel) => ({ ...spec, firstSample: inner.nextSample(channel) })),
    );
  }

  /**
   * Learns how the agent of this call sounds.
   * @throws SessionFault when nothing can be recognized here; later faults come through `complain`
   */
  enrollAgent(order: EnrollAgent, complain: (fault: SessionFault) => void): void {
    if (!this.mayRecognize) {
      throw new SessionFault(
        'policy_blocked',
        'recognizing a voice needs a consent with the scope voiceprint',
        {
          param: 'consent.scope',
        },
      );
    }
    this.step(async (isCurrent) => {
      try {
        const { voiceprint, verified, evidenceSeconds, profileId, label } =
          await this.agentVoice.learn(order);
        if (!isCurrent()) return;
        if (voiceprint !== undefined) this.knowAgent({ voiceprint, profileId, label });
        const personId = profileId === undefined ? {} : { personId: profileId };
        this.options.say([{ kind: 'enroll_agent_ack', value: { ...personId, verified, evidenceSeconds } }]);
      } catch (error) {
        if (error instanceof SessionFault) complain(error);
        else {
          this.options.onFailed(error);
          complain(new SessionFault('model_unavailable', 'the voice could not be heard'));
        }
      }
    });
  }

  /** The people whom this session knows. */
  known(): readonly string[] {
    const agent = this.agent?.profileId;
    return [...this.people.all().map(({ person }) => person), ...(agent === undefined ? [] : [agent])];
  }

  /** These people were deleted: nothing of them stays in the session. */
  forget(gone: ReadonlySet<string>): void {
    this.people.forget(gone);
    if (this.agent?.profileId !== undefined && gone.has(this.agent.profileId)) this.forgetAgent();
    this.options.checkpointSoon();
  }

  private forgetAgent(): void {
    if (this.agent === undefined) return;
    this.agent = undefined;
    this.unsay(
      [...this.voices].flatMap(([name, { role }]) => (role === 'agent' ? [agentForgotten(name)] : [])),
    );
    // There is nobody left to compare with, so what waited for a comparison continues.
    this.stream?.reconsider();
  }

  /** Withdraws a reported identity, also for observers who join later. */
  private unsay(identities: readonly ReturnType<typeof nobody>[]): void {
    if (identities.length === 0) return;
    this.options.forgetTold(identities.map(({ value }) => value.speakerId));
    this.options.say(identities);
  }

  /** The consent was withdrawn: deletes all identities, also the earlier ones. */
  forgetAll(): void {
    this.epoch++;
    this.forget(new Set(this.known()));
    this.forgetAgent();
    this.agentVoice.wipe();
    this.voices.clear();
    this.stream = undefined;
    const { voices, orgId, sessionId } = this.options;
    this.comparisons.add(() => voices.people.unlink(orgId, sessionId));
  }

  /** The last turns have ended: tells which of them are another speaker's than was told. */
  lastRevisions(): void {
    this.stream?.tellRevised();
  }

  /** The call is over: what was learned of recognized people is kept for the next call. */
  async settle(): Promise<void> {
    this.agentVoice.wipe();
    const { voices, orgId, call } = this.options;
    if (this.mayRecognize) {
      for (const { speaker, person } of this.people.all()) {
        const baseline = call().baselineOf(speaker);
        const heard = this.voices.get(speaker)?.newest;
        this.comparisons.add(async () => {
          if (baseline !== undefined && baseline.updates > 0)
            await voices.people.keepBaseline(orgId, person, baseline);
          if (heard !== undefined) await voices.people.grow(orgId, person, heard);
        });
      }
    }
    await this.comparisons.settled();
  }

  /** Resolves when every comparison so far is done. */
  settled(): Promise<void> {
    return this.comparisons.settled();
  }

  snapshot(): SavedVoices | undefined {
    const { agent } = this;
    const people = this.people.all();
    if (people.length === 0 && agent === undefined && !this.names.anyTold) return undefined;
    return {
      people,
      heard: this.names.told(),
      ...(agent !== undefined && {
        agent:
          agent.profileId === undefined
            ? 'audio'
            : { profileId: agent.profileId, ...defined({ label: agent.label }) },
      }),
    };
  }

  private get mayRecognize(): boolean {
    return coversVoiceprint(this.options.config().consent?.scope);
  }

  private modeOf(channel: number): VoiceMode | undefined {
    const { channels, consent } = this.options.config();
    const spec = channels[channel];
    if (spec === undefined || !spec.analyse) return undefined;
    if (spec.mixed === true) return coversTellingApart(consent?.scope) ? 'mixed' : undefined;
    // An employee's own channel is declared and needs no recognition.
    return this.mayRecognize && spec.subject !== 'agent' ? 'one' : undefined;
  }

  private voiceOf(name: string): Voice {
    const known = this.voices.get(name);
    if (known !== undefined) return known;
    const fresh: Voice = { newest: undefined, role: 'unknown', settled: false };
    this.voices.set(name, fresh);
    return fresh;
  }

  /**
   * Decides what waits for a comparison. Only audio waits for which an agent is known and may not be
   * analyzed. A voice that was the agent's stays so for the rest of the call, even when the person's voice
   * data is deleted.
   */
  private roleOf(channel: number, speaker: number): VoiceRole {
    const { agentAnalysis, config, call } = this.options;
    if (agentAnalysis) return 'caller';
    const agents = call().agents();
    const name = this.names.of(channel, speaker);
    if (agents.includes(name)) return 'agent';
    const isMixed = config().channels[channel]?.mixed === true;
    // In this case any voice may be the agent's.
    if (isMixed && this.lost.has(channel) && (this.agent !== undefined || agents.length > 0)) return 'agent';
    return this.agent === undefined ? 'caller' : this.voiceOf(name).role;
  }

  private compare(channel: number, { speaker, voiceprint }: HeardVoice): void {
    if (!this.mayRecognize) return;
    const name = this.names.of(channel, speaker);
    const voice = this.voiceOf(name);
    voice.newest = voiceprint;
    this.step(async (isCurrent) => {
      await this.judgeAgent(name, voice);
      if (!isCurrent() || voice.role === 'agent' || voice.settled) return;
      voice.settled = (await this.people.compare(name, voiceprint, isCurrent)) === 'nobody';
    });
  }

  /** Reports once that a voice may be unknown only because its person has to be enrolled again. */
  private async tellOutdated(isCurrent: () => boolean): Promise<void> {
    if (this.toldOutdated) return;
    this.toldOutdated = true;
    const people = await this.options.voices.people.outdated(this.options.orgId);
    if (people === 0 || !isCurrent() || !this.options.isOutdatedNews()) return;
    this.options.warn(
      'model_degraded',
      'enrolled people are not compared: another model heard their voices, so enroll them again',
      {
        reason: 'enrollment_outdated',
        people: String(people),
      },
    );
  }

  private knowAgent(agent: NonNullable<typeof this.agent>): void {
    this.agent = agent;
    for (const [name, voice] of this.voices) {
      voice.role = 'unknown';
      this.comparisons.add(() => this.judgeAgent(name, voice));
    }
  }

  private async judgeAgent(name: string, voice: Voice): Promise<void> {
    const { agent } = this;
    if (agent === undefined || voice.newest === undefined || voice.role === 'agent') return;
    const voices = await this.options.voices.engine.comparison();
    const { logLikelihoodRatio } = voices.score(agent.voiceprint, voice.newest);
    if (logLikelihoodRatio < voices.thresholds.verify) voice.role = 'caller';
    else {
      voice.role = 'agent';
      voice.settled = true;
      this.options.call().treatAsAgent(name);
      this.options.onAgent(name);
      this.options.say([agentFound(name, agent, voice.newest.speechSeconds)]);
    }
    this.stream?.reconsider();
  }

  private onLost(channel: number): void {
    this.lost.add(channel);
    const detail = { channel: String(channel) };
    this.options.warn('model_degraded', 'voices of this channel are told apart no longer', detail);
  }

  /**
   * Restores the voices after another process. Its people may be gone, and the agent has to be learned again.
   */
  private takeUp({ agent }: SavedVoices): void {
    const { voices, orgId, say } = this.options;
    this.step(async (isCurrent) => {
      const gone = await voices.people.gone(this.known());
      if (isCurrent() && gone.length > 0) this.forget(new Set(gone));
      if (agent === undefined) return;
      const voiceprint = agent === 'audio' ? undefined : await voices.people.voiceOf(orgId, agent.profileId);
      if (!isCurrent()) return;
      if (typeof voiceprint === 'object' && agent !== 'audio') {
        this.knowAgent({ voiceprint, profileId: agent.profileId, label: agent.label });
        return;
      }
      // The voice of an agent who was enrolled only for this session was never saved. Any other agent was
      // deleted.
      if (agent !== 'audio') this.unsay(this.options.call().agents().map(agentForgotten));
      say([{ kind: 'enroll_agent_ack', value: { verified: false, evidenceSeconds: 0 } }]);
      if (voiceprint === 'enroll_again') await this.tellOutdated(isCurrent);
    });
  }

  private step(work: (isCurrent: () => boolean) => Promise<void>): void {
    const { epoch } = this;
    this.comparisons.add(() => work(() => this.epoch === epoch));
  }
}
