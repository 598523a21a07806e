// Generated from proto/realtime.proto by `npm run generate`. Do not edit.

/** What a client sends, told apart by `kind`: the `type` of the JSON form. */
export type ClientBody =
  | { kind: 'session.hello'; value: SessionHello }
  | { kind: 'audio'; value: AudioMessage }
  | { kind: 'audio.gap'; value: AudioGap }
  | { kind: 'audio.source'; value: AudioSource }
  | { kind: 'prosody.frames'; value: ProsodyFrames }
  | { kind: 'vad'; value: Vad }
  | { kind: 'transcript'; value: Transcript }
  | { kind: 'enroll_agent'; value: EnrollAgent }
  | { kind: 'session.update'; value: SessionUpdate }
  | { kind: 'pause'; value: Pause }
  | { kind: 'resume'; value: Resume }
  | { kind: 'turn.force_end'; value: TurnForceEnd }
  | { kind: 'flush'; value: Flush }
  | { kind: 'ping'; value: Ping }
  | { kind: 'steering.feedback'; value: SteeringFeedback }
  | { kind: 'correction'; value: Correction }
  | { kind: 'auth.refresh'; value: AuthRefresh }
  | { kind: 'session.end'; value: SessionEnd }
  | { kind: 'observe.subscribe'; value: ObserveSubscribe }
  | { kind: 'observe.unsubscribe'; value: ObserveUnsubscribe }
  | { kind: 'features'; value: Features };

/** One message of a client: the envelope (RT8, RT9) and one body. */
export interface ClientMessage {
  /** Per direction, starts at 1, continues across a resume. */
  seq: number;
  /** Highest server seq handled. */
  ack: number;
  /** Epoch of the session holder, 0 before session.ready. */
  generation: number;
  /** Samples captured so far on channel 0. */
  audioPos: number;
  /** Absent when the body is of a kind this version does not know. */
  body?: ClientBody;
}

/** What a relay sends, told apart by `kind`: the `type` of the JSON form. */
export type ServerBody =
  | { kind: 'session.ready'; value: SessionReady }
  | { kind: 'resumed'; value: Resumed }
  | { kind: 'audio.ack'; value: AudioAck }
  | { kind: 'turn.start'; value: TurnStart }
  | { kind: 'turn.update'; value: TurnUpdate }
  | { kind: 'turn.end'; value: TurnEnd }
  | { kind: 'directive'; value: Directive }
  | { kind: 'tone_shift'; value: ToneShift }
  | { kind: 'agent_steering'; value: AgentSteering }
  | { kind: 'session.prediction'; value: SessionPrediction }
  | { kind: 'kpi_predictions'; value: KpiPredictions }
  | { kind: 'alert'; value: Alert }
  | { kind: 'speaker_change'; value: SpeakerChange }
  | { kind: 'new_speaker'; value: NewSpeaker }
  | { kind: 'identity_resolved'; value: IdentityResolved }
  | { kind: 'overlap'; value: Overlap }
  | { kind: 'enroll_agent_ack'; value: EnrollAgentAck }
  | { kind: 'session.updated'; value: SessionUpdated }
  | { kind: 'paused'; value: Paused }
  | { kind: 'resumed_analysis'; value: ResumedAnalysis }
  | { kind: 'flushed'; value: Flushed }
  | { kind: 'warning'; value: Warning }
  | { kind: 'usage'; value: Usage }
  | { kind: 'stats'; value: Stats }
  | { kind: 'go_away'; value: GoAway }
  | { kind: 'snapshot'; value: Snapshot }
  | { kind: 'observer.joined'; value: ObserverJoined }
  | { kind: 'observer.left'; value: ObserverLeft }
  | { kind: 'error'; value: ErrorMessage }
  | { kind: 'session_end'; value: SessionEnded }
  | { kind: 'pong'; value: Pong }
  | { kind: 'corrected'; value: Corrected }
  | { kind: 'vocal_event'; value: VocalEvent }
  | { kind: 'utterance'; value: Utterance }
  | { kind: 'turn.revised'; value: TurnRevised };

/** One message of a relay: the envelope (RT8, RT9) and one body. */
export interface ServerMessage {
  /** Per direction, starts at 1, continues across a resume; 0 on messages that are not replayed. */
  seq: number;
  /** Highest client seq handled. */
  ack: number;
  /** Epoch of the session holder. */
  generation: number;
  /** Samples analysed so far on channel 0. */
  audioPos: number;
  /** On an observing stream: the session that the message is about. */
  observed?: string | undefined;
  /** Of the message in what that session tells; on a snapshot, of the last message it holds. */
  position?: number | undefined;
  /** Absent when the body is of a kind this version does not know. */
  body?: ServerBody;
}

/**
 * Who speaks on a channel. An `agent` is an employee at work and is not analyzed unless the organization's policy
 * allows it (RT17); `self` is the person who uses the page and needs `consent.basis` (RT18); `unknown` needs the
 * organization's declaration that no employees are recorded.
 */
export type Subject =
  | 'unspecified'
  | 'customer'
  | 'agent'
  | 'self'
  | 'unknown';

/**
 * How samples are written: 16-bit integers or 32-bit floats, little-endian; ITU-T G.711 μ-law or A-law, one byte a
 * sample (RT24). `opus` has its name reserved and is refused with `unsupported_audio_format` (RT15).
 */
export type Encoding =
  | 'unspecified'
  | 'pcm_s16le'
  | 'pcm_f32le'
  | 'mulaw'
  | 'alaw'
  | 'opus';

/**
 * What directives hold: `emotion` a label and its probabilities, `prosody` pitch, energy, rhythm and voice quality,
 * `vad` valence, arousal and dominance (not voice activity), `vertical` state and metrics, `prediction` what is
 * expected of the conversation.
 */
export type Feature =
  | 'unspecified'
  | 'emotion'
  | 'prosody'
  | 'vad'
  | 'vertical'
  | 'prediction';

/**
 * Whose voice activity begins and ends turns: the client's `vad` messages, the relay's own, or speech where either
 * finds it.
 */
export type VadMode =
  | 'unspecified'
  | 'client'
  | 'server'
  | 'both';

/** Speech began, speech ended, or what was told as speech was none. */
export type VadEvent =
  | 'unspecified'
  | 'start'
  | 'end'
  | 'misfire';

/**
 * Why samples will never come. `offline` and `backpressure` are losses, which the warning `audio_gap` repeats; for
 * the others there was nothing to hear.
 */
export type GapReason =
  | 'unspecified'
  | 'muted'
  | 'device_switch'
  | 'suspended'
  | 'offline'
  | 'backpressure'
  | 'privacy';

/**
 * Why analysis stops. During `payment_data` and `consent_withdrawn` words are dropped too; after `consent_withdrawn`
 * analysis goes on only when a `session.update` has given a new consent (RT36).
 */
export type PauseReason =
  | 'unspecified'
  | 'hold'
  | 'payment_data'
  | 'consent_withdrawn'
  | 'break';

/**
 * What the agent did with a cue. `dismissed` and `not_useful` make cues of its type rarer, `accepted` more frequent
 * again, `snoozed` keeps the type away for five minutes (RT83).
 */
export type CueAction =
  | 'unspecified'
  | 'shown'
  | 'accepted'
  | 'dismissed'
  | 'snoozed'
  | 'not_useful';

/** `features`: the page hears, and no audio leaves it (RT115). */
export type Privacy =
  | 'unspecified'
  | 'features';

/**
 * Who heard what a directive tells: the page (`edge`, RT118) or the relay (`server`). No relay of this version sends
 * `fused`.
 */
export type Provenance =
  | 'unspecified'
  | 'edge'
  | 'server'
  | 'fused';

/**
 * How the agent, or an assistant's voice, should answer a speaker now. `caller_escalating` begins and `mirror_calm`
 * follows it as the caller cools, before `normal` (RT32). `agent_overheated` is about the agent's own voice (RT34).
 */
export type SteeringMode =
  | 'unspecified'
  | 'normal'
  | 'caller_escalating'
  | 'mirror_calm'
  | 'agent_overheated';

/**
 * Why the relay asks the client to leave: it is about to stop, the session is at its longest duration, or another
 * relay shall take it (no relay of this version asks for that).
 */
export type GoAwayReason =
  | 'unspecified'
  | 'deploy'
  | 'max_duration'
  | 'rebalance';

/** What streams, for the operator of the relay. */
export interface ClientInfo {
  /** Name of the library, at most 64 characters. */
  sdk?: string | undefined;
  /** Of the library, at most 64 characters. */
  version?: string | undefined;
  /** The browser or runtime, at most 256 characters. */
  runtime?: string | undefined;
}

/** Takes up a session whose socket dropped (RT42). */
export interface ResumeRequest {
  /** The `resumeHandle` of `session.ready`. */
  handle: string;
  /** Highest server seq handled; later messages are sent again. */
  lastServerSeq: number;
  /** Per channel, at the wire rate: the first sample that the client still holds un-acknowledged. */
  nextSample: number[];
}

/** One microphone, track or side of a call. All that a hello leaves out has a default (RT14). */
export interface Channel {
  /** Names its speaker in the results; at most 64 characters, `ch0` and `ch1` by default. */
  id?: string | undefined;
  /** Who speaks on it; by default what the organization's policy says, at first `customer`. */
  subject?: Subject | undefined;
  /** `pcm_s16le` by default. */
  encoding?: Encoding | undefined;
  /** Hz, 8,000 to 48,000; 16,000 by default. */
  sampleRate?: number | undefined;
  /** Length of the frames to come, 20 to 100 ms; 40 by default. */
  frameMs?: number | undefined;
  /** Several people share the channel; they are told apart by their voices (RT90). */
  mixed?: boolean | undefined;
}

/** How often results come and what is in them. */
export interface Outputs {
  /** Audio between two directives, 100 to 1,000 ms; 250 by default (RT27). */
  intervalMs?: number | undefined;
  /** Whether directives have `emotionProbabilities`; true by default. */
  probabilities?: boolean | undefined;
  /** Whether directives have `prosody`; true by default. */
  prosody?: boolean | undefined;
  /** At most so many directives per second of a channel's audio, 0.1 to 50; no limit by default. */
  maxRateHz?: number | undefined;
}

/** Whose voice activity counts. */
export interface VadConfig {
  /** `server` by default. */
  mode?: VadMode | undefined;
}

/** When a turn is over. */
export interface TurnConfig {
  /** Silence that ends a turn, 200 to 5,000 ms; 700 by default (RT30). */
  endSilenceMs?: number | undefined;
}

/** Whether and how often the agent is advised. */
export interface SteeringConfig {
  /** Without it no `agent_steering` and no `agentModulation` comes; true by default. */
  enabled?: boolean | undefined;
  /** Cues in 5 minutes, 0 to 20; it can lower the relay's limit of 3, not raise it (RT33). */
  alertBudget?: number | undefined;
}

/** What the people who are heard were told and agreed to. It is kept with the session. */
export interface Consent {
  /** The legal ground in the client's words, as "consent"; at most 64 characters; subject self needs it (RT18). */
  basis?: string | undefined;
  /**
   * At most 16 words, as "emotion"; `diarization`, `voiceprint` and `training` allow what they name (RT90 to RT96).
   */
  scope: string[];
  /** As "EU" or "US-CA", at most 64 characters. */
  jurisdiction?: string | undefined;
  /** When the people were told, ISO 8601. */
  disclosedAt?: string | undefined;
}

/**
 * Opens a session, or resumes one: the first message of a stream (RT13). What it asks for must be within what its
 * token claims (RT6).
 *
 * Sent by the client as `session.hello`.
 */
export interface SessionHello {
  /** 1, the only one; absent means the same. */
  protocolVersion?: number | undefined;
  /** What streams. */
  client?: ClientInfo | undefined;
  /** The organization's own name for the conversation, at most 128 characters (RT74). */
  sessionId?: string | undefined;
  /** Takes up a session instead of opening one; what was agreed on stays. */
  resume?: ResumeRequest | undefined;
  /** The rules that judge state and metrics, as "contact_center"; "general" by default. */
  vertical?: string | undefined;
  /** Where the audio comes from, in the client's words; at most 64 characters. */
  source?: string | undefined;
  /** 1 or 2 (RT15); or `sampleRate` alone. */
  channels: Channel[];
  /** Empty: all that the token allows. */
  features: Feature[];
  /** How often results come and what is in them. */
  outputs?: Outputs | undefined;
  /** Whose voice activity counts. */
  vad?: VadConfig | undefined;
  /** When a turn is over. */
  turn?: TurnConfig | undefined;
  /** Whether the agent is advised. */
  steering?: SteeringConfig | undefined;
  /** What people were told; without one comes the warning `consent_missing`. */
  consent?: Consent | undefined;
  /**
   * At most 32 texts of the client's own, names of at most 64 and values of at most 512 characters. `language` (BCP
   * 47) is that of cues and advice (RT33). A token's entries win over these.
   */
  metadata: Record<string, string>;
  /** W3C Trace Context; one that is not well formed is ignored. */
  traceparent?: string | undefined;
  /** Hz; shorthand for one channel of pcm_s16le. */
  sampleRate?: number | undefined;
  /** The credential, only where the upgrade carried none. */
  token?: string | undefined;
  /** One of the organization's own, `name` or `name@version`; absent: its default. */
  model?: string | undefined;
  /** A name for the microphone, trunk or queue that is heard; absent: the API key's. */
  line?: string | undefined;
  /** `features`: messages of that name come in place of `audio`. */
  privacy?: Privacy | undefined;
  /** What the page hears with; only with privacy `features`. */
  pageModel?: PageModel | undefined;
}

/** The reader that a page hears with, as the page names it. */
export interface PageModel {
  /** At most 64 characters. */
  id: string;
  /** At most 64 characters. */
  version?: string | undefined;
}

/** What the client knows of a frame. */
export interface AudioFlags {
  /** Its voice activity found speech; the relay listens for itself. */
  speech?: boolean | undefined;
  /** The first frame after a gap; the relay goes by `firstSample`. */
  discontinuity?: boolean | undefined;
  /** Only its length counts: nothing is analyzed or charged. */
  muted?: boolean | undefined;
}

/**
 * One frame of one channel, 20 to 100 ms of it, in order (RT19 to RT25). With the JSON form audio also comes as
 * binary messages of samples alone (RT52).
 *
 * Sent by the client as `audio`.
 */
export interface AudioMessage {
  /** Its place in the hello, from 0. */
  channel: number;
  /** At the wire rate. */
  firstSample: number;
  /** Must agree with the length of the payload (RT20). */
  sampleCount: number;
  /** Samples in the channel's encoding. */
  payload: Uint8Array;
  /** When it was captured, µs on the client's own clock; the relay makes no use of it. */
  captureTsUs?: number | undefined;
  /** What the client knows of it. */
  flags?: AudioFlags | undefined;
}

/**
 * What a page heard in a span of audio that it keeps to itself (privacy features, RT116).
 *
 * Sent by the client as `features`.
 */
export interface Features {
  /** Its place in the hello, from 0. */
  channel: number;
  /** At the channel's rate, as of audio. */
  firstSample: number;
  /** At most 1,000 ms of audio. */
  sampleCount: number;
  /** Speech in the span. */
  speechMs: number;
  /** In order of time; one may lie before the span, which voice activity finds late. */
  voiceChanges: VoiceChange[];
  /** Over the last seconds. */
  prosody: Prosody;
  /** Of the span. */
  quality: Quality;
  /** dBFS. */
  rmsDb: number;
  /** dBFS. */
  peakDb: number;
  /** Absent before any speech, and with notSpeechMs or modelFault. */
  reading?: PageReading | undefined;
  /** It is a sound other than speech, since so long. */
  notSpeechMs?: number | undefined;
  /** Only with notSpeechMs. */
  vocalSound?: VocalSound | undefined;
  /** One of `threw`, `non_finite` and `unavailable`. */
  modelFault?: string | undefined;
  /** What the page needed for it. */
  inferenceMs?: number | undefined;
}

/** Speech began or ended on a channel. */
export interface VoiceChange {
  /** `start` or `end`. */
  event: VadEvent;
  /** On the audio clock; at most 2,000 ms before the span. */
  atMs: number;
}

/** The emotion that a page's reader heard. It is not smoothed; the relay does that. */
export interface PageReading {
  /** Of the fourteen labels, in the order of `LABELS`; their sum is 1. */
  probabilities: number[];
  /** The model's floor, 0 to 1: below this probability a label means nothing. */
  uncertainBelow: number;
  /** Audio behind it since its stretch of speech began. */
  evidenceMs: number;
  /** From probability to confidence, 0 to 1. */
  trust: number;
  /** -1 to 1. */
  valence: number;
  /** -1 to 1. */
  arousal: number;
  /** -1 to 1. */
  dominance: number;
  /** Absent where nothing is learned. */
  baseline?: KnownSpeech | undefined;
}

/** A sound of the voice other than speech, as a page's model names it. */
export interface VocalSound {
  /** As "laugh" or "sigh", at most 32 characters. */
  kind: string;
  /** 0 to 1. */
  probability: number;
}

/**
 * Declares samples that will never come: the clock moves over them, they have no result and cost nothing (RT22).
 *
 * Sent by the client as `audio.gap`.
 */
export interface AudioGap {
  /** Its place in the hello, from 0. */
  channel: number;
  /** At the wire rate. */
  firstSample: number;
  /** How many. */
  sampleCount: number;
  /** Why they will never come. */
  reason: GapReason;
}

/**
 * What captures a channel's audio, after each change of device. The relay warns of what harms results
 * (`sample_rate_mismatch`, `narrowband_input`).
 *
 * Sent by the client as `audio.source`.
 */
export interface AudioSource {
  /** Its place in the hello, from 0. */
  channel: number;
  /** Hz, of the device. */
  sampleRate?: number | undefined;
  /** Whether the browser applies it. */
  echoCancellation?: boolean | undefined;
  /** Whether the browser applies it. */
  noiseSuppression?: boolean | undefined;
  /** Automatic gain control. */
  agc?: boolean | undefined;
  /** The device delivers telephone bandwidth. */
  narrowband?: boolean | undefined;
}

/**
 * Prosody that the client measured. The relay checks and counts it and measures for itself, so that it changes no
 * result.
 *
 * Sent by the client as `prosody.frames`.
 */
export interface ProsodyFrames {
  /** Its place in the hello, from 0. */
  channel: number;
  /** At the wire rate. */
  firstSample: number;
  /** From frame to frame, 1 to 100. */
  hopMs: number;
  /** Hz, 0 where unvoiced; at most 1,000 frames. */
  f0: number[];
  /** Empty, or as long as f0. */
  voiced: boolean[];
  /** dBFS; empty, or as long as f0. */
  energyDb: number[];
  /** Syllables per second. */
  speechRate?: number | undefined;
  /** Pauses per minute. */
  pauseRate?: number | undefined;
  /** Local, fraction. */
  jitter?: number | undefined;
  /** Local, fraction. */
  shimmer?: number | undefined;
  /** dB. */
  hnr?: number | undefined;
  /** Probability of speech, 0 to 1; empty, or as long as f0. */
  vadP: number[];
  /** Of the library that measured. */
  extractorVersion?: string | undefined;
}

/**
 * The client's own voice activity. It counts where `vad.mode` is `client` or `both`.
 *
 * Sent by the client as `vad`.
 */
export interface Vad {
  /** Its place in the hello, from 0. */
  channel: number;
  /** What the client found. */
  event: VadEvent;
  /** Where, at the wire rate. */
  sample: number;
  /** Of speech, 0 to 1; the relay makes no use of it. */
  probability?: number | undefined;
}

/**
 * Words of a turn, which come from the client because the relay transcribes nothing on a stream. Those that lie in no
 * turn of their speaker, within 1 s, are answered with the warning `transcript_out_of_range`.
 *
 * Sent by the client as `transcript`.
 */
export interface Transcript {
  /** The client's name for these words; the same again replaces them; at most 128 characters. */
  itemId: string;
  /** At most 4,000 characters. */
  text: string;
  /** Whose turn; absent: the turn that it shares most time with. */
  speakerId?: string | undefined;
  /** On the audio clock. */
  startMs: number;
  /** On the audio clock. */
  endMs: number;
  /** Of words that come after the end of their turn, only final ones are stored. */
  isFinal: boolean;
  /** BCP 47, at most 35 characters; the relay makes no use of it. */
  language?: string | undefined;
}

/**
 * How this call's agent sounds: an enrolled person, or audio of the agent alone (RT94).
 *
 * Sent by the client as `enroll_agent`.
 */
export interface EnrollAgent {
  /** In the encoding and rate of channel 0; in as many messages as needed. */
  audio?: Uint8Array | undefined;
  /** The id of an enrolled person of the organization. */
  profileId?: string | undefined;
  /** The agent's own consent, in the organization's records; needed with audio; at most 256 characters. */
  consentToken?: string | undefined;
  /** The name that `identity_resolved` gives for the voice, at most 128 characters. */
  label?: string | undefined;
}

/**
 * Changes what it names and keeps the rest: everything of the hello but encodings, rates and channels (RT39). An
 * empty list or map counts as not named.
 *
 * Sent by the client as `session.update`.
 */
export interface SessionUpdate {
  /** The rules that judge state and metrics. */
  vertical?: string | undefined;
  /** What results hold from now on; replaces the list. */
  features: Feature[];
  /** Only what is given changes. */
  outputs?: Outputs | undefined;
  /** Whose voice activity counts. */
  vad?: VadConfig | undefined;
  /** When a turn is over. */
  turn?: TurnConfig | undefined;
  /** Only what is given changes. */
  steering?: SteeringConfig | undefined;
  /** Replaces the whole consent; to withdraw it, `pause` with `consent_withdrawn`. */
  consent?: Consent | undefined;
  /** Replaces all entries. */
  metadata: Record<string, string>;
  /** The revision that the client knows, or the next; another one is a `conflict`. */
  configRevision?: number | undefined;
}

/**
 * Stops analysis and charges with the next frame (RT36).
 *
 * Sent by the client as `pause`.
 */
export interface Pause {
  /** What is not to be heard. */
  reason: PauseReason;
}

/**
 * Ends a pause (RT36).
 *
 * Sent by the client as `resume`.
 */
export interface Resume {
  /** Changes nothing; a client may repeat what the pause was for. */
  reason?: PauseReason | undefined;
}

/**
 * Ends a turn without waiting for silence (RT30).
 *
 * Sent by the client as `turn.force_end`.
 */
export interface TurnForceEnd {
  /** Absent: every channel. */
  channel?: number | undefined;
}

/**
 * Asks for the results of all audio sent so far (RT37).
 *
 * Sent by the client as `flush`.
 */
export type Flush = Record<string, never>;

/**
 * Asks for a `pong`.
 *
 * Sent by the client as `ping`.
 */
export interface Ping {
  /** Any time of the client's, µs; it comes back in the `pong`. */
  tUs?: number | undefined;
}

/**
 * What the agent did with a cue (RT83).
 *
 * Sent by the client as `steering.feedback`.
 */
export interface SteeringFeedback {
  /** Of `agent_steering`. */
  cueId: string;
  /** What became of it. */
  action: CueAction;
  /** From the moment when it was shown. */
  afterMs?: number | undefined;
}

/**
 * A person's word on how somebody sounded: of one directive, or of a whole turn by exactly one of the two ids (RT59).
 * It needs an emotion or a dimension.
 *
 * Sent by the client as `correction`.
 */
export interface Correction {
  /** Of one of the newest 1,024 directives. */
  directiveId?: string | undefined;
  /** One of the fourteen labels. */
  emotion?: string | undefined;
  /** -1 to 1. */
  valence?: number | undefined;
  /** -1 to 1. */
  arousal?: number | undefined;
  /** -1 to 1. */
  dominance?: number | undefined;
  /** Of any turn of the session. */
  turnId?: string | undefined;
}

/**
 * Exchanges the credential of an open session before it expires (RT6). It is not answered unless it is refused.
 *
 * Sent by the client as `auth.refresh`.
 */
export interface AuthRefresh {
  /** For the same session, with the scope `stream.write`. */
  token: string;
}

/** How a conversation turned out, as far as the client knows. The organization's predictions learn from it. */
export interface Outcome {
  /** The customer's score, 1 to 5. */
  csat?: number | undefined;
  /** Somebody else had to take over. */
  escalated?: boolean | undefined;
  /** The matter is settled. */
  resolved?: boolean | undefined;
  /** The customer left. */
  churned?: boolean | undefined;
}

/**
 * Ends the session: `session_end` follows, then close 1000 (RT38).
 *
 * Sent by the client as `session.end`.
 */
export interface SessionEnd {
  /** In the client's words; the first 64 characters come back in `session_end`. */
  reason?: string | undefined;
  /** How it turned out, as far as that is known. */
  outcome?: Outcome | undefined;
}

/**
 * Watches live sessions (RT62 to RT70). The same again for a session changes what is told of it.
 *
 * Sent by the client as `observe.subscribe`.
 */
export interface ObserveSubscribe {
  /** At most 20 on a stream; empty: the session that the token names. */
  sessionIds: string[];
  /** The first position wanted, by an observer that was here before; only with one session. */
  fromSeq?: number | undefined;
  /** Types of messages; empty: all. */
  kinds: string[];
  /** Of the directives of each channel, 0.1 to 50. */
  maxRateHz?: number | undefined;
}

/**
 * Stops watching.
 *
 * Sent by the client as `observe.unsubscribe`.
 */
export interface ObserveUnsubscribe {
  /** Empty: every session. */
  sessionIds: string[];
}

/** The reader of a session. */
export interface ModelInfo {
  /** The relay's own, or the name of a model of the organization. */
  id: string;
  /** Of the weights. */
  version: string;
  /** That directives can have. */
  labels: string[];
  /** How its probabilities were scaled, as "temperature 1.3" (Guo et al. 2017); absent where that is not known. */
  calibration?: string | undefined;
}

/** What the relay accepts from this client. */
export interface Limits {
  /** Payload of one frame. */
  frameBytes: number;
  /** One WebSocket message (RT11). */
  messageBytes: number;
  /** Times real time, live. */
  rate: number;
  /** Longest session, as the token has it. */
  sessionS: number;
  /** Without audio, the relay closes (RT40). */
  idleS: number;
}

/** The organization's open streams and how many its plan allows at once. */
export interface Quota {
  /** This stream included. */
  concurrentUsed: number;
  /** Of the plan. */
  concurrentMax: number;
}

/** The organization's credits; a credit pays for a second of audio of one channel (RT53). */
export interface WalletState {
  /** Reserved for this session. */
  holdS: number;
  /** All that is left, what is reserved included. */
  balanceS: number;
}

/** The organization's rules that touch this session. */
export interface Policy {
  /** Whether an agent's voice may be analyzed. */
  agentAnalysis: boolean;
  /** Of audio: "none", it is never stored. */
  retention: string;
}

/**
 * Answers a hello: what was agreed on, and where audio goes on (RT16).
 *
 * Sent by the relay as `session.ready`.
 */
export interface SessionReady {
  /** The client's, or one that the relay made. */
  sessionId: string;
  /** A secret: whoever has it and a credential takes the session up. */
  resumeHandle: string;
  /** How long a session without a socket waits for its client. */
  resumeWindowMs: number;
  /** One more with each resume. */
  generation: number;
  /** ISO 8601. */
  serverTime: string;
  /** That reads it. */
  model: ModelInfo;
  /** The audio that was accepted. */
  channels: Channel[];
  /** Of what was agreed on; each `session.update` adds one. */
  configRevision: number;
  /** Of this session. */
  limits: Limits;
  /** Of the organization. */
  quota: Quota;
  /** Absent where nothing is charged. */
  wallet?: WalletState | undefined;
  /** Of the organization. */
  policy: Policy;
  /** Per channel, at the wire rate: where the relay expects audio to go on. */
  nextSample: number[];
  /** Who watch this session now. */
  observers?: number | undefined;
  /** `features`: audio is refused. */
  privacy?: Privacy | undefined;
}

/** Audio that nobody has any more. */
export interface LostSpan {
  /** Its place in the hello, from 0. */
  channel: number;
  /** At the wire rate. */
  firstSample: number;
  /** Samples. */
  count: number;
}

/**
 * Comes before the messages that a client missed (RT43), or an observer (RT64).
 *
 * Sent by the relay as `resumed`.
 */
export interface Resumed {
  /** Of the session from now on. */
  generation: number;
  /** Of the first message that is sent again; for an observer, its position. */
  fromSeq: number;
  /** How many messages are sent again. */
  replayed: number;
  /** Audio that will have no result (RT45). */
  lost: LostSpan[];
}

/**
 * All audio of a channel up to here has its results; the client need not keep it (RT29).
 *
 * Sent by the relay as `audio.ack`.
 */
export interface AudioAck {
  /** Its place in the hello, from 0. */
  channel: number;
  /** At the wire rate, exclusive. */
  throughSample: number;
  /** How long the oldest audio without a result has waited at the relay. */
  lagMs: number;
}

/**
 * Somebody began to speak (RT30).
 *
 * Sent by the relay as `turn.start`.
 */
export interface TurnStart {
  /** Names the turn in all later messages. */
  turnId: string;
  /** The channel's id, or on a mixed channel that of a voice (RT90). */
  speakerId: string;
  /** Its place in the hello, from 0. */
  channel: number;
  /** On the audio clock. */
  startMs: number;
}

/**
 * Words of a turn, or what a turn sounded like as a whole (RT103).
 *
 * Sent by the relay as `turn.update`.
 */
export interface TurnUpdate {
  /** Names the turn in all later messages. */
  turnId: string;
  /** The channel's id, or on a mixed channel that of a voice (RT90). */
  speakerId: string;
  /** Its place in the hello, from 0. */
  channel: number;
  /** On the audio clock. */
  startMs: number;
  /** Absent while it goes on. */
  endMs?: number | undefined;
  /** All its words so far, from `transcript`. */
  text?: string | undefined;
  /** Of the turn as a whole; only where it is told or revised. */
  emotion?: string | undefined;
  /** The emotion is the full reader's, which heard the whole utterance. */
  revised?: boolean | undefined;
}

/**
 * A turn is over (RT30).
 *
 * Sent by the relay as `turn.end`.
 */
export interface TurnEnd {
  /** Names the turn in all later messages. */
  turnId: string;
  /** The channel's id, or on a mixed channel that of a voice (RT90). */
  speakerId: string;
  /** Its place in the hello, from 0. */
  channel: number;
  /** On the audio clock. */
  startMs: number;
  /** Where the speech ended, not the silence after it. */
  endMs: number;
  /** All its words so far, from `transcript`. */
  text?: string | undefined;
}

/**
 * A turn that has ended is another speaker's than was told (RT120).
 *
 * Sent by the relay as `turn.revised`.
 */
export interface TurnRevised {
  /** Names the turn in all later messages. */
  turnId: string;
  /** Whose it is now. */
  speakerId: string;
  /** Who it was told to be until now. */
  previousSpeakerId: string;
  /** Its place in the hello, from 0. */
  channel: number;
  /** On the audio clock. */
  startMs: number;
  /** On the audio clock. */
  endMs: number;
  /** Of this turn's speaker: 1, 2, ... */
  revision: number;
}

/** Fundamental frequency (F0) over voiced frames. */
export interface Pitch {
  /** Hz. */
  mean?: number | undefined;
  /** Hz. */
  std?: number | undefined;
  /** Hz. */
  min?: number | undefined;
  /** Hz. */
  max?: number | undefined;
  /** Hz, from min to max. */
  range?: number | undefined;
}

/** Level over frames of speech. */
export interface Energy {
  /** dBFS. */
  mean?: number | undefined;
  /** dB. */
  std?: number | undefined;
}

/** Tempo and pauses. */
export interface Rhythm {
  /** Syllables per second of turns, their pauses included. */
  speechRate?: number | undefined;
  /** Pauses per minute of turns; the silence between two turns is none. */
  pauseRate?: number | undefined;
  /** Seconds. */
  averagePauseDuration?: number | undefined;
}

/** How regular the voice's vibration is. */
export interface VoiceQuality {
  /** Local, fraction. */
  jitter?: number | undefined;
  /** Local, fraction. */
  shimmer?: number | undefined;
  /** dB. */
  hnr?: number | undefined;
}

/** How the last seconds were spoken. What cannot be measured is absent, never 0. */
export interface Prosody {
  /** How high. */
  pitch: Pitch;
  /** How loud. */
  energy: Energy;
  /** How fast. */
  rhythm: Rhythm;
  /** How steady. */
  voiceQuality: VoiceQuality;
}

/** What the audio is worth as evidence. */
export interface Quality {
  /** Speech over background; absent until both were heard. */
  snrDb?: number | undefined;
  /** Share of samples at full scale, 0 to 1. */
  clipping?: number | undefined;
  /** Voiced speech in the span. */
  voicedMs?: number | undefined;
  /** Probability that it is no speech, 0 to 1. */
  outOfDomain?: number | undefined;
  /** Telephone bandwidth. */
  narrowband?: boolean | undefined;
  /** Why confidence was lowered: "out_of_domain", "low_snr", "clipping", "little_voice". */
  doubts: string[];
}

/** Hints for a synthetic voice that answers. */
export interface Tts {
  /** Times the usual, 0.88 to 1. */
  speed?: number | undefined;
  /** -1 to 0. */
  pitchShiftSemitones?: number | undefined;
  /** The label to sound like, "content" or "neutral". */
  emotion?: string | undefined;
  /** 0 to 1. */
  targetIntensity?: number | undefined;
  /** Silence before the answer. */
  prePauseMs?: number | undefined;
}

/** How the person or voice that answers a speaker should sound. */
export interface AgentModulation {
  /** Of the speaker who is answered. */
  mode: SteeringMode;
  /** How strongly it applies: 0 in normal, else 0.3 to 1. */
  intensity: number;
  /** For a synthetic voice. */
  tts: Tts;
  /** For a language model that answers, in the session's language. */
  systemPromptFragment?: string | undefined;
}

/** Seconds of speech that were known of the line and of this voice when the label was judged (RT102). */
export interface KnownSpeech {
  /** Over all calls on this line. */
  lineSeconds: number;
  /** Of this voice. */
  voiceSeconds: number;
}

/** How long a result took, from the arrival of its last audio. */
export interface Latency {
  /** All but the model: waiting, decoding, measuring. */
  queueMs: number;
  /** In the model. */
  inferenceMs: number;
  /** From the arrival of its last audio. */
  totalMs: number;
}

/**
 * How a speaker sounds now: the result of a span of audio (RT27, RT28). What the session did not ask for, and what is
 * not known, is absent.
 *
 * Sent by the relay as `directive`.
 */
export interface Directive {
  /** For a `correction`. */
  directiveId: string;
  /** 1: a directive is not revised, a turn is (`turn.update`). */
  revision: number;
  /** Who heard it. */
  provenance: Provenance;
  /** The channel's id, or on a mixed channel that of a voice (RT90). */
  speakerId: string;
  /** Its place in the hello, from 0. */
  channel: number;
  /** The end of the channel's last directive, or the beginning of the speech. */
  audioStartMs: number;
  /** Up to where it was heard, on the audio clock. */
  audioEndMs: number;
  /** One of the 14 labels, or "uncertain". */
  emotion?: string | undefined;
  /** 0 to 1; 0 where the sound is not speech (RT80). */
  confidence?: number | undefined;
  /** All 14 labels, with a sum of 1; empty without an emotion. */
  emotionProbabilities: Record<string, number>;
  /** -1 unpleasant to 1 pleasant. */
  valence?: number | undefined;
  /** -1 calm to 1 excited. */
  arousal?: number | undefined;
  /** -1 submissive to 1 dominant. */
  dominance?: number | undefined;
  /** 0 to 1 each: engagement, stress, certainty, intensity, escalation. */
  signals: Record<string, number>;
  /** Of the last seconds. */
  prosody?: Prosody | undefined;
  /** The vertical's word for it; only for callers. */
  state?: string | undefined;
  /** The vertical's numbers, named as over REST (RT100); only for callers. */
  metrics: Record<string, number>;
  /** What the audio is worth as evidence. */
  quality: Quality;
  /** How to answer the speaker now; with steering enabled. */
  agentModulation?: AgentModulation | undefined;
  /** The mode of `agentModulation`. */
  modulationMode?: SteeringMode | undefined;
  /** How long it took. */
  latency: Latency;
  /** Whether the span holds speech. */
  speech: boolean;
  /** Absent where nothing is learned. */
  baseline?: KnownSpeech | undefined;
}

/**
 * A sound of the voice that is no speech is over; it is never an emotion (RT81).
 *
 * Sent by the relay as `vocal_event`.
 */
export interface VocalEvent {
  /** The channel's id, or on a mixed channel that of a voice (RT90). */
  speakerId: string;
  /** Its place in the hello, from 0. */
  channel: number;
  /** As the model names it: "laugh", "sigh", "groan" … */
  event: string;
  /** On the audio clock. */
  startMs: number;
  /** On the audio clock. */
  endMs: number;
  /** Mean over the event. */
  probability: number;
}

/** How a speaker usually sounds. */
export interface Baseline {
  /** Readings behind it. */
  n: number;
  /** Mean, -1 to 1. */
  valence: number;
  /** Mean, -1 to 1. */
  arousal: number;
}

/**
 * A speaker's tone has left its usual, or is back: once each (RT31). Found by a cumulative sum (CUSUM, Page 1954) of
 * the deviations.
 *
 * Sent by the relay as `tone_shift`.
 */
export interface ToneShift {
  /** The channel's id, or on a mixed channel that of a voice (RT90). */
  speakerId: string;
  /** Where it began. */
  onsetMs: number;
  /** Where it was certain. */
  commitMs: number;
  /** From the onset until now. */
  durationMs: number;
  /** In standard deviations of the speaker's own baseline. */
  magnitude: number;
  /** "escalating", "deescalating", "brightening", "darkening". */
  direction: string;
  /** That it is measured against. */
  baseline: Baseline;
  /** False: it has begun; true: it is over. */
  resolved: boolean;
}

/** A short advice to show to the agent, in the session's language. */
export interface Cue {
  /** A few words. */
  title: string;
  /** One or two sentences. */
  body: string;
  /** Things to do or say. */
  tips: string[];
  /** "info", "notice", "warning". */
  severity: string;
  /** How long to show it. */
  ttlMs: number;
}

/**
 * The steering mode of a speaker has changed, or there is a cue to give (RT32, RT33).
 *
 * Sent by the relay as `agent_steering`.
 */
export interface AgentSteering {
  /** For `steering.feedback`. */
  cueId: string;
  /** The cue that is still shown and that this one replaces. */
  supersedes?: string | undefined;
  /** The same as mode where only a cue is given. */
  previousMode: SteeringMode;
  /** Of the speaker from now on. */
  mode: SteeringMode;
  /** How strongly it applies: 0 in normal, else 0.3 to 1. */
  intensity: number;
  /**
   * A code: escalation_above_baseline, escalation_high, calming_down, back_to_normal, agent_above_baseline; and,
   * without a change of mode, mode_continues or caller_disheartened.
   */
  reason: string;
  /** What was heard, in people's words and the session's language. */
  evidence: string[];
  /** Absent when the session's cue budget is spent. */
  cue?: Cue | undefined;
  /** For a synthetic voice that answers. */
  tts?: Tts | undefined;
  /** For a language model that answers, in the session's language. */
  systemPrompt?: string | undefined;
  /** On the audio clock. */
  timestampMs: number;
  /** Whose voice it speaks of; absent from relays of before. */
  speakerId?: string | undefined;
  /** That it speaks of; absent from relays of before. */
  channel?: number | undefined;
}

/** Where a predicted value lies with a probability of 0.8. */
export interface Interval {
  /** In the unit of the value. */
  low: number;
  /** In the unit of the value. */
  high: number;
}

/** What moves a prediction away from that of an ordinary conversation. */
export interface ImpactFactor {
  /** What was heard, in the session's language. */
  name: string;
  /** In the prediction's own unit: log-odds, points of the score, valence. */
  weight: number;
  /** The prediction it moves, by its name over REST: "escalation_risk", "churn_risk", … */
  target: string;
}

/**
 * What is expected of the conversation, after each turn.
 *
 * Sent by the relay as `session.prediction`.
 */
export interface SessionPrediction {
  /** Of the sentiment forecast; the others are about the whole conversation. */
  horizonS: number;
  /** 0 to 1: that somebody else has to take over. */
  escalationRisk?: number | undefined;
  /** 0 to 1: that the customer leaves. */
  churnRisk?: number | undefined;
  /** 0 to 1: that the matter is settled. */
  resolutionProbability?: number | undefined;
  /** The customer's score, 1 to 5. */
  predictedCsat?: number | undefined;
  /** Valence of the next horizonS, -1 to 1. */
  sentimentForecast?: number | undefined;
  /** By the names of the predictions over REST: "escalation_risk", … */
  intervals: Record<string, Interval>;
  /** Of valence so far: "declining", "stable" or "improving". */
  trajectory?: string | undefined;
  /** At most three for each prediction, the strongest first. */
  impactFactors: ImpactFactor[];
  /** "calm_and_slow", "empathetic", "warm_and_steady", "friendly" or "clear". */
  recommendedTone?: string | undefined;
  /** In the session's language. */
  recommendedActions: string[];
  /** Of callers; with 0 it is what the organization's ordinary call is like. */
  utterancesSeen: number;
}

/** What is expected of one KPI. */
export interface KpiValue {
  /** In the KPI's unit; 1 or 0 of a yes or no, the place in its list of a category. */
  value: number;
  /** 0 to 1. */
  confidence: number;
}

/**
 * What is expected of the KPIs that the organization defined, after each turn.
 *
 * Sent by the relay as `kpi_predictions`.
 */
export interface KpiPredictions {
  /** By name. */
  kpis: Record<string, KpiValue>;
}

/**
 * A value went over (or under) the threshold of a rule of the organization. Once, until it is back.
 *
 * Sent by the relay as `alert`.
 */
export interface Alert {
  /** To acknowledge it over REST. */
  alertId: string;
  /** The rule's own name for it, or its metric, as "escalation_risk_high". */
  alertType: string;
  /** In the metric's unit. */
  threshold: number;
  /** In the metric's unit. */
  value: number;
  /** In the session's language, or as the rule has it. */
  recommendedAction?: string | undefined;
  /** Of the rule that raised it. */
  ruleId?: string | undefined;
}

/**
 * Another person speaks on a mixed channel (RT90).
 *
 * Sent by the relay as `speaker_change`.
 */
export interface SpeakerChange {
  /** Its place in the hello, from 0. */
  channel: number;
  /** Absent: nobody spoke before. */
  fromSpeakerId?: string | undefined;
  /** Who speaks now. */
  speakerId: string;
  /** On the audio clock. */
  atMs: number;
}

/**
 * A voice is heard for the first time on a mixed channel (RT90).
 *
 * Sent by the relay as `new_speaker`.
 */
export interface NewSpeaker {
  /** Its place in the hello, from 0. */
  channel: number;
  /** Its name from now on: `<channel id>_s1`, `_s2`, … */
  speakerId: string;
  /** On the audio clock. */
  atMs: number;
}

/**
 * Whose voice it is, as far as the organization's enrolled people are concerned (RT91 to RT95).
 *
 * Sent by the relay as `identity_resolved`.
 */
export interface IdentityResolved {
  /** The voice. */
  speakerId: string;
  /** The enrolled person; absent: nobody known. */
  personId?: string | undefined;
  /** Whether the voice is taken for that person's. */
  verified: boolean;
  /** Speech that was compared. */
  evidenceSeconds: number;
  /** The person's name, as the organization wrote it. */
  label?: string | undefined;
  /** `agent`: the voice of this call's agent; what was read of it before does not count. */
  subject?: Subject | undefined;
  /** Natural logarithm: how much likelier this person's voice than another's. */
  logLikelihoodRatio?: number | undefined;
  /** With more speech, it is no longer taken for this person's. */
  previousPersonId?: string | undefined;
}

/**
 * Two channels spoke at once for 250 ms or more; told when the later of the two stretches ends.
 *
 * Sent by the relay as `overlap`.
 */
export interface Overlap {
  /** Of both. */
  speakerIds: string[];
  /** On the audio clock. */
  startMs: number;
  /** On the audio clock. */
  endMs: number;
}

/**
 * Answers `enroll_agent` (RT94).
 *
 * Sent by the relay as `enroll_agent_ack`.
 */
export interface EnrollAgentAck {
  /** The `profileId` that was named. */
  personId?: string | undefined;
  /** The voice is known well enough. */
  verified: boolean;
  /** Speech so far. */
  evidenceSeconds: number;
}

/**
 * Answers `session.update` (RT39).
 *
 * Sent by the relay as `session.updated`.
 */
export interface SessionUpdated {
  /** Of what is agreed on now. */
  configRevision: number;
}

/**
 * Confirms a `pause`: from here on nothing is analyzed or charged (RT36).
 *
 * Sent by the relay as `paused`.
 */
export interface Paused {
  /** As the `pause` had it. */
  reason: PauseReason;
  /** On the audio clock. */
  atMs: number;
}

/**
 * Confirms a `resume` (RT36).
 *
 * Sent by the relay as `resumed_analysis`.
 */
export interface ResumedAnalysis {
  /** On the audio clock. */
  atMs: number;
  /** Audio of channel 0 that came during the pause. */
  discardedMs: number;
}

/**
 * A correction was taken, of the directive or turn that it named (RT60, RT79).
 *
 * Sent by the relay as `corrected`.
 */
export interface Corrected {
  /** Absent where a turn was named. */
  directiveId?: string | undefined;
  /** Or the id of an `utterance`. */
  turnId: string;
  /** One of the fourteen labels. */
  emotion?: string | undefined;
  /** -1 to 1. */
  valence?: number | undefined;
  /** -1 to 1. */
  arousal?: number | undefined;
  /** -1 to 1. */
  dominance?: number | undefined;
}

/**
 * Answers `flush`: all results up to here have been sent (RT37).
 *
 * Sent by the relay as `flushed`.
 */
export interface Flushed {
  /** Per channel, at the wire rate, exclusive. */
  throughSample: number[];
}

/**
 * Something harms the results or is about to end the session. A warning ends none itself (RT122 lists all).
 *
 * Sent by the relay as `warning`.
 */
export interface Warning {
  /** One of `WARNING_CODES`, or one of docs/migrating.md. */
  code: string;
  /** For people. */
  message: string;
  /** Mostly with `channel`. */
  detail: Record<string, string>;
}

/**
 * What the session has taken and cost so far, every 10 s; in `session_end` it is the receipt (RT54).
 *
 * Sent by the relay as `usage`.
 */
export interface Usage {
  /** Audio, all channels together. */
  receivedMs: number;
  /** Audio with a result, all channels together. */
  processedMs: number;
  /** Charged so far, rounded; microCredits has it exactly. */
  billedMs?: number | undefined;
  /** The organization's wallet. */
  balanceMs?: number | undefined;
  /** Credits that a second of this session costs. */
  rate?: number | undefined;
  /** Charged so far; a million of them pay for a second of audio. */
  microCredits?: number | undefined;
}

/**
 * How the link and the relay keep up, every 10 s.
 *
 * Sent by the relay as `stats`.
 */
export interface Stats {
  /** Round trip of the newest ping (RT71). */
  rttMs?: number | undefined;
  /** From the arrival of audio to its result, median. */
  lagP50Ms?: number | undefined;
  /** The same, 95th percentile. */
  lagP95Ms?: number | undefined;
  /** Messages that wait for this reader. */
  queue?: number | undefined;
  /** Messages that a newer one replaced, as this reader was slow (RT48). */
  dropped?: number | undefined;
}

/**
 * The client will be disconnected (RT41).
 *
 * Sent by the relay as `go_away`.
 */
export interface GoAway {
  /** Why. */
  reason: GoAwayReason;
  /** From now. */
  deadlineMs: number;
  /** Whether to connect again and resume. */
  resume: boolean;
  /** When to connect again. */
  retryAfterMs?: number | undefined;
}

/**
 * The state of a session: for an observer (RT63), and for a client whose session another relay took up (RT58). From
 * `state` on it is for observers alone, who have seen nothing before.
 *
 * Sent by the relay as `snapshot`.
 */
export interface Snapshot {
  /** That it is of. */
  sessionId: string;
  /** By channel, oldest first: two a second of the last minute without details, then the newest. */
  directives: Directive[];
  /** Per channel. */
  modes: SteeringMode[];
  /** That are being spoken. */
  openTurns: TurnStart[];
  /** The cue that is shown now. */
  cue?: AgentSteering | undefined;
  /** Whether analysis is off. */
  paused: boolean;
  /** "live", "paused", "detached" (its client is away) or "ending". */
  state?: string | undefined;
  /** The audio that was agreed on. */
  channels: Channel[];
  /** The newest that have ended, oldest first. */
  turns: TurnSummary[];
  /** The newest. */
  prediction?: SessionPrediction | undefined;
  /** The newest. */
  kpis?: KpiPredictions | undefined;
  /** Oldest first. */
  alerts: Alert[];
  /** That are not resolved. */
  toneShifts: ToneShift[];
  /** Who the voices were recognized as. */
  identities: IdentityResolved[];
  /** Who watch now, this one included. */
  observers?: number | undefined;
  /** The rules that judge state and metrics. */
  vertical?: string | undefined;
  /** On the audio clock of channel 0. */
  audioMs?: number | undefined;
  /** That reads the session. */
  model?: ModelInfo | undefined;
  /** Of the organization. */
  policy?: Policy | undefined;
  /** The newest that came over other routes since the stream began, oldest first. */
  utterances: Utterance[];
}

/**
 * Somebody watches this session from now on (RT65).
 *
 * Sent by the relay as `observer.joined`.
 */
export interface ObserverJoined {
  /** As the observer's token says, else "observer". */
  role: string;
  /** Who watch now, this one included. */
  count: number;
}

/**
 * Somebody no longer watches this session (RT65).
 *
 * Sent by the relay as `observer.left`.
 */
export interface ObserverLeft {
  /** As the observer's token says, else "observer". */
  role: string;
  /** Who watch now. */
  count: number;
}

/**
 * A request was refused, or the connection is about to close (RT12).
 *
 * Sent by the relay as `error`.
 */
export interface ErrorMessage {
  /** One of `ERROR_CODES`; a code keeps its meaning. */
  code: string;
  /** For people. */
  message: string;
  /** The relay closes after it. */
  fatal: boolean;
  /** The same may succeed later. */
  retryable: boolean;
  /** How long to wait before. */
  retryAfterMs?: number | undefined;
  /** Seq of the message that it is about. */
  refSeq?: number | undefined;
  /** The field that is wrong, as "channels[0].sample_rate". */
  param?: string | undefined;
  /** Not sent by a relay of this version. */
  requestId?: string | undefined;
  /** With session_elsewhere: the address of the relay that holds the session. */
  relay?: string | undefined;
}

/** A turn that has ended. */
export interface TurnSummary {
  /** Names the turn in all later messages. */
  turnId: string;
  /** The channel's id, or on a mixed channel that of a voice (RT90). */
  speakerId: string;
  /** Its place in the hello, from 0. */
  channel: number;
  /** On the audio clock. */
  startMs: number;
  /** On the audio clock. */
  endMs: number;
  /** Its words, from `transcript`. */
  text?: string | undefined;
  /** One of the 14 labels, or "uncertain"; absent where hardly anything was said. */
  emotion?: string | undefined;
  /** The emotion is the full reader's, which heard the whole utterance. */
  revised?: boolean | undefined;
}

/**
 * An utterance that came into the conversation over REST or as an upload (RT78).
 *
 * Sent by the relay as `utterance`.
 */
export interface Utterance {
  /** The client's own, or one that the relay made. */
  utteranceId: string;
  /** As the conversation has it over REST. */
  speakerId: string;
  /** "caller" or "agent". */
  role: string;
  /** "audio", "result" or "transcript". */
  source: string;
  /** On the session's audio clock; negative: before its first sample. */
  startMs: number;
  /** On the session's audio clock. */
  endMs: number;
  /** Absent where nobody analyzed it. */
  emotion?: string | undefined;
  /** 0 to 1. */
  confidence?: number | undefined;
  /** -1 to 1. */
  valence?: number | undefined;
  /** -1 to 1. */
  arousal?: number | undefined;
}

/** What was said, as far as words were given. */
export interface SessionTranscript {
  /** In the order in which they began. */
  turns: TurnSummary[];
}

/** How the callers sounded over the whole conversation (RT77). */
export interface SessionSummary {
  /** The label that held for the longest time. */
  dominantEmotion?: string | undefined;
  /** The highest after any turn, 0 to 1. */
  peakEscalationRisk?: number | undefined;
  /** Mean valence of the second half minus that of the first, -2 to 2. */
  sentimentChange?: number | undefined;
  /** Of this stream's speech, -1 to 1. */
  meanValence?: number | undefined;
  /** Of this stream's speech, -1 to 1. */
  meanArousal?: number | undefined;
}

/**
 * The last message about a session: what became of it, and the receipt (RT38, RT77).
 *
 * Sent by the relay as `session_end`.
 */
export interface SessionEnded {
  /** The client's own word for it, "normal", or what else ended it. */
  reason: string;
  /** Of the whole conversation: from its first second to the end of its longest channel. */
  durationS: number;
  /** Of everybody. */
  utteranceCount: number;
  /** Every turn of the stream, the newest 5,000. */
  transcript: SessionTranscript;
  /** One label per turn of callers. */
  emotionTrajectory: string[];
  /** The last of them. */
  finalEmotion?: string | undefined;
  /** The last ones, of the whole conversation. */
  predictions?: SessionPrediction | undefined;
  /** Of how callers sounded. */
  summary: SessionSummary;
  /** Means over all speech of callers. */
  prosodySummary?: Prosody | undefined;
  /** The receipt (RT54). */
  usage: Usage;
}

/**
 * Answers `ping`.
 *
 * Sent by the relay as `pong`.
 */
export interface Pong {
  /** As the `ping` had it. */
  tUs?: number | undefined;
  /** The relay's wall clock, µs since 1970. */
  serverTUs: number;
}
