// Generated from proto/realtime.proto by `npm run generate`. Do not edit.

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

export interface ClientMessage {
  seq: number;
  ack: number;
  generation: number;
  audioPos: number;
  /** Absent when the body is of a kind this version does not know. */
  body?: ClientBody;
}

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

export interface ServerMessage {
  seq: number;
  ack: number;
  generation: number;
  audioPos: number;
  observed?: string | undefined;
  position?: number | undefined;
  /** Absent when the body is of a kind this version does not know. */
  body?: ServerBody;
}

export type Subject =
  | 'unspecified'
  | 'customer'
  | 'agent'
  | 'self'
  | 'unknown';

export type Encoding =
  | 'unspecified'
  | 'pcm_s16le'
  | 'pcm_f32le'
  | 'mulaw'
  | 'alaw'
  | 'opus';

export type Feature =
  | 'unspecified'
  | 'emotion'
  | 'prosody'
  | 'vad'
  | 'vertical'
  | 'prediction';

export type VadMode =
  | 'unspecified'
  | 'client'
  | 'server'
  | 'both';

export type VadEvent =
  | 'unspecified'
  | 'start'
  | 'end'
  | 'misfire';

export type GapReason =
  | 'unspecified'
  | 'muted'
  | 'device_switch'
  | 'suspended'
  | 'offline'
  | 'backpressure'
  | 'privacy';

export type PauseReason =
  | 'unspecified'
  | 'hold'
  | 'payment_data'
  | 'consent_withdrawn'
  | 'break';

export type CueAction =
  | 'unspecified'
  | 'shown'
  | 'accepted'
  | 'dismissed'
  | 'snoozed'
  | 'not_useful';

export type Privacy =
  | 'unspecified'
  | 'features';

export type Provenance =
  | 'unspecified'
  | 'edge'
  | 'server'
  | 'fused';

export type SteeringMode =
  | 'unspecified'
  | 'normal'
  | 'caller_escalating'
  | 'mirror_calm'
  | 'agent_overheated';

export type GoAwayReason =
  | 'unspecified'
  | 'deploy'
  | 'max_duration'
  | 'rebalance';

export interface ClientInfo {
  sdk?: string | undefined;
  version?: string | undefined;
  runtime?: string | undefined;
}

export interface ResumeRequest {
  handle: string;
  lastServerSeq: number;
  nextSample: number[];
}

export interface Channel {
  id?: string | undefined;
  subject?: Subject | undefined;
  encoding?: Encoding | undefined;
  sampleRate?: number | undefined;
  frameMs?: number | undefined;
  mixed?: boolean | undefined;
}

export interface Outputs {
  intervalMs?: number | undefined;
  probabilities?: boolean | undefined;
  prosody?: boolean | undefined;
  maxRateHz?: number | undefined;
}

export interface VadConfig {
  mode?: VadMode | undefined;
}

export interface TurnConfig {
  endSilenceMs?: number | undefined;
}

export interface SteeringConfig {
  enabled?: boolean | undefined;
  alertBudget?: number | undefined;
}

export interface Consent {
  basis?: string | undefined;
  scope: string[];
  jurisdiction?: string | undefined;
  disclosedAt?: string | undefined;
}

export interface SessionHello {
  protocolVersion?: number | undefined;
  client?: ClientInfo | undefined;
  sessionId?: string | undefined;
  resume?: ResumeRequest | undefined;
  vertical?: string | undefined;
  source?: string | undefined;
  channels: Channel[];
  features: Feature[];
  outputs?: Outputs | undefined;
  vad?: VadConfig | undefined;
  turn?: TurnConfig | undefined;
  steering?: SteeringConfig | undefined;
  consent?: Consent | undefined;
  metadata: Record<string, string>;
  traceparent?: string | undefined;
  sampleRate?: number | undefined;
  token?: string | undefined;
  model?: string | undefined;
  line?: string | undefined;
  privacy?: Privacy | undefined;
  pageModel?: PageModel | undefined;
}

export interface PageModel {
  id: string;
  version?: string | undefined;
}

export interface AudioFlags {
  speech?: boolean | undefined;
  discontinuity?: boolean | undefined;
  muted?: boolean | undefined;
}

export interface AudioMessage {
  channel: number;
  firstSample: number;
  sampleCount: number;
  payload: Uint8Array;
  captureTsUs?: number | undefined;
  flags?: AudioFlags | undefined;
}

export interface Features {
  channel: number;
  firstSample: number;
  sampleCount: number;
  speechMs: number;
  voiceChanges: VoiceChange[];
  prosody: Prosody;
  quality: Quality;
  rmsDb: number;
  peakDb: number;
  reading?: PageReading | undefined;
  notSpeechMs?: number | undefined;
  vocalSound?: VocalSound | undefined;
  modelFault?: string | undefined;
  inferenceMs?: number | undefined;
}

export interface VoiceChange {
  event: VadEvent;
  atMs: number;
}

export interface PageReading {
  probabilities: number[];
  uncertainBelow: number;
  evidenceMs: number;
  trust: number;
  valence: number;
  arousal: number;
  dominance: number;
  baseline?: KnownSpeech | undefined;
}

export interface VocalSound {
  kind: string;
  probability: number;
}

export interface AudioGap {
  channel: number;
  firstSample: number;
  sampleCount: number;
  reason: GapReason;
}

export interface AudioSource {
  channel: number;
  sampleRate?: number | undefined;
  echoCancellation?: boolean | undefined;
  noiseSuppression?: boolean | undefined;
  agc?: boolean | undefined;
  narrowband?: boolean | undefined;
}

export interface ProsodyFrames {
  channel: number;
  firstSample: number;
  hopMs: number;
  f0: number[];
  voiced: boolean[];
  energyDb: number[];
  speechRate?: number | undefined;
  pauseRate?: number | undefined;
  jitter?: number | undefined;
  shimmer?: number | undefined;
  hnr?: number | undefined;
  vadP: number[];
  extractorVersion?: string | undefined;
}

export interface Vad {
  channel: number;
  event: VadEvent;
  sample: number;
  probability?: number | undefined;
}

export interface Transcript {
  itemId: string;
  text: string;
  speakerId?: string | undefined;
  startMs: number;
  endMs: number;
  isFinal: boolean;
  language?: string | undefined;
}

export interface EnrollAgent {
  audio?: Uint8Array | undefined;
  profileId?: string | undefined;
  consentToken?: string | undefined;
  label?: string | undefined;
}

export interface SessionUpdate {
  vertical?: string | undefined;
  features: Feature[];
  outputs?: Outputs | undefined;
  vad?: VadConfig | undefined;
  turn?: TurnConfig | undefined;
  steering?: SteeringConfig | undefined;
  consent?: Consent | undefined;
  metadata: Record<string, string>;
  configRevision?: number | undefined;
}

export interface Pause {
  reason: PauseReason;
}

export interface Resume {
  reason?: PauseReason | undefined;
}

export interface TurnForceEnd {
  channel?: number | undefined;
}

export type Flush = Record<string, never>;

export interface Ping {
  tUs?: number | undefined;
}

export interface SteeringFeedback {
  cueId: string;
  action: CueAction;
  afterMs?: number | undefined;
}

export interface Correction {
  directiveId?: string | undefined;
  emotion?: string | undefined;
  valence?: number | undefined;
  arousal?: number | undefined;
  dominance?: number | undefined;
  turnId?: string | undefined;
}

export interface AuthRefresh {
  token: string;
}

export interface Outcome {
  csat?: number | undefined;
  escalated?: boolean | undefined;
  resolved?: boolean | undefined;
  churned?: boolean | undefined;
}

export interface SessionEnd {
  reason?: string | undefined;
  outcome?: Outcome | undefined;
}

export interface ObserveSubscribe {
  sessionIds: string[];
  fromSeq?: number | undefined;
  kinds: string[];
  maxRateHz?: number | undefined;
}

export interface ObserveUnsubscribe {
  sessionIds: string[];
}

export interface ModelInfo {
  id: string;
  version: string;
  labels: string[];
  calibration?: string | undefined;
}

export interface Limits {
  frameBytes: number;
  messageBytes: number;
  rate: number;
  sessionS: number;
  idleS: number;
}

export interface Quota {
  concurrentUsed: number;
  concurrentMax: number;
}

export interface WalletState {
  holdS: number;
  balanceS: number;
}

export interface Policy {
  agentAnalysis: boolean;
  retention: string;
}

export interface SessionReady {
  sessionId: string;
  resumeHandle: string;
  resumeWindowMs: number;
  generation: number;
  serverTime: string;
  model: ModelInfo;
  channels: Channel[];
  configRevision: number;
  limits: Limits;
  quota: Quota;
  wallet?: WalletState | undefined;
  policy: Policy;
  nextSample: number[];
  observers?: number | undefined;
  privacy?: Privacy | undefined;
}

export interface LostSpan {
  channel: number;
  firstSample: number;
  count: number;
}

export interface Resumed {
  generation: number;
  fromSeq: number;
  replayed: number;
  lost: LostSpan[];
}

export interface AudioAck {
  channel: number;
  throughSample: number;
  lagMs: number;
}

export interface TurnStart {
  turnId: string;
  speakerId: string;
  channel: number;
  startMs: number;
}

export interface TurnUpdate {
  turnId: string;
  speakerId: string;
  channel: number;
  startMs: number;
  endMs?: number | undefined;
  text?: string | undefined;
  emotion?: string | undefined;
  revised?: boolean | undefined;
}

export interface TurnEnd {
  turnId: string;
  speakerId: string;
  channel: number;
  startMs: number;
  endMs: number;
  text?: string | undefined;
}

export interface TurnRevised {
  turnId: string;
  speakerId: string;
  previousSpeakerId: string;
  channel: number;
  startMs: number;
  endMs: number;
  revision: number;
}

export interface Pitch {
  mean?: number | undefined;
  std?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  range?: number | undefined;
}

export interface Energy {
  mean?: number | undefined;
  std?: number | undefined;
}

export interface Rhythm {
  speechRate?: number | undefined;
  pauseRate?: number | undefined;
  averagePauseDuration?: number | undefined;
}

export interface VoiceQuality {
  jitter?: number | undefined;
  shimmer?: number | undefined;
  hnr?: number | undefined;
}

export interface Prosody {
  pitch: Pitch;
  energy: Energy;
  rhythm: Rhythm;
  voiceQuality: VoiceQuality;
}

export interface Quality {
  snrDb?: number | undefined;
  clipping?: number | undefined;
  voicedMs?: number | undefined;
  outOfDomain?: number | undefined;
  narrowband?: boolean | undefined;
  doubts: string[];
}

export interface Tts {
  speed?: number | undefined;
  pitchShiftSemitones?: number | undefined;
  emotion?: string | undefined;
  targetIntensity?: number | undefined;
  prePauseMs?: number | undefined;
}

export interface AgentModulation {
  mode: SteeringMode;
  intensity: number;
  tts: Tts;
  systemPromptFragment?: string | undefined;
}

export interface KnownSpeech {
  lineSeconds: number;
  voiceSeconds: number;
}

export interface Latency {
  queueMs: number;
  inferenceMs: number;
  totalMs: number;
}

export interface Directive {
  directiveId: string;
  revision: number;
  provenance: Provenance;
  speakerId: string;
  channel: number;
  audioStartMs: number;
  audioEndMs: number;
  emotion?: string | undefined;
  confidence?: number | undefined;
  emotionProbabilities: Record<string, number>;
  valence?: number | undefined;
  arousal?: number | undefined;
  dominance?: number | undefined;
  signals: Record<string, number>;
  prosody?: Prosody | undefined;
  state?: string | undefined;
  metrics: Record<string, number>;
  quality: Quality;
  agentModulation?: AgentModulation | undefined;
  modulationMode?: SteeringMode | undefined;
  latency: Latency;
  speech: boolean;
  baseline?: KnownSpeech | undefined;
}

export interface VocalEvent {
  speakerId: string;
  channel: number;
  event: string;
  startMs: number;
  endMs: number;
  probability: number;
}

export interface Baseline {
  n: number;
  valence: number;
  arousal: number;
}

export interface ToneShift {
  speakerId: string;
  onsetMs: number;
  commitMs: number;
  durationMs: number;
  magnitude: number;
  direction: string;
  baseline: Baseline;
  resolved: boolean;
}

export interface Cue {
  title: string;
  body: string;
  tips: string[];
  severity: string;
  ttlMs: number;
}

export interface AgentSteering {
  cueId: string;
  supersedes?: string | undefined;
  previousMode: SteeringMode;
  mode: SteeringMode;
  intensity: number;
  reason: string;
  evidence: string[];
  cue?: Cue | undefined;
  tts?: Tts | undefined;
  systemPrompt?: string | undefined;
  timestampMs: number;
  speakerId?: string | undefined;
  channel?: number | undefined;
}

export interface Interval {
  low: number;
  high: number;
}

export interface ImpactFactor {
  name: string;
  weight: number;
  target: string;
}

export interface SessionPrediction {
  horizonS: number;
  escalationRisk?: number | undefined;
  churnRisk?: number | undefined;
  resolutionProbability?: number | undefined;
  predictedCsat?: number | undefined;
  sentimentForecast?: number | undefined;
  intervals: Record<string, Interval>;
  trajectory?: string | undefined;
  impactFactors: ImpactFactor[];
  recommendedTone?: string | undefined;
  recommendedActions: string[];
  utterancesSeen: number;
}

export interface KpiValue {
  value: number;
  confidence: number;
}

export interface KpiPredictions {
  kpis: Record<string, KpiValue>;
}

export interface Alert {
  alertId: string;
  alertType: string;
  threshold: number;
  value: number;
  recommendedAction?: string | undefined;
  ruleId?: string | undefined;
}

export interface SpeakerChange {
  channel: number;
  fromSpeakerId?: string | undefined;
  speakerId: string;
  atMs: number;
}

export interface NewSpeaker {
  channel: number;
  speakerId: string;
  atMs: number;
}

export interface IdentityResolved {
  speakerId: string;
  personId?: string | undefined;
  verified: boolean;
  evidenceSeconds: number;
  label?: string | undefined;
  subject?: Subject | undefined;
  logLikelihoodRatio?: number | undefined;
  previousPersonId?: string | undefined;
}

export interface Overlap {
  speakerIds: string[];
  startMs: number;
  endMs: number;
}

export interface EnrollAgentAck {
  personId?: string | undefined;
  verified: boolean;
  evidenceSeconds: number;
}

export interface SessionUpdated {
  configRevision: number;
}

export interface Paused {
  reason: PauseReason;
  atMs: number;
}

export interface ResumedAnalysis {
  atMs: number;
  discardedMs: number;
}

export interface Corrected {
  directiveId?: string | undefined;
  turnId: string;
  emotion?: string | undefined;
  valence?: number | undefined;
  arousal?: number | undefined;
  dominance?: number | undefined;
}

export interface Flushed {
  throughSample: number[];
}

export interface Warning {
  code: string;
  message: string;
  detail: Record<string, string>;
}

export interface Usage {
  receivedMs: number;
  processedMs: number;
  billedMs?: number | undefined;
  balanceMs?: number | undefined;
  rate?: number | undefined;
  microCredits?: number | undefined;
}

export interface Stats {
  rttMs?: number | undefined;
  lagP50Ms?: number | undefined;
  lagP95Ms?: number | undefined;
  queue?: number | undefined;
  dropped?: number | undefined;
}

export interface GoAway {
  reason: GoAwayReason;
  deadlineMs: number;
  resume: boolean;
  retryAfterMs?: number | undefined;
}

export interface Snapshot {
  sessionId: string;
  directives: Directive[];
  modes: SteeringMode[];
  openTurns: TurnStart[];
  cue?: AgentSteering | undefined;
  paused: boolean;
  state?: string | undefined;
  channels: Channel[];
  turns: TurnSummary[];
  prediction?: SessionPrediction | undefined;
  kpis?: KpiPredictions | undefined;
  alerts: Alert[];
  toneShifts: ToneShift[];
  identities: IdentityResolved[];
  observers?: number | undefined;
  vertical?: string | undefined;
  audioMs?: number | undefined;
  model?: ModelInfo | undefined;
  policy?: Policy | undefined;
  utterances: Utterance[];
}

export interface ObserverJoined {
  role: string;
  count: number;
}

export interface ObserverLeft {
  role: string;
  count: number;
}

export interface ErrorMessage {
  code: string;
  message: string;
  fatal: boolean;
  retryable: boolean;
  retryAfterMs?: number | undefined;
  refSeq?: number | undefined;
  param?: string | undefined;
  requestId?: string | undefined;
  relay?: string | undefined;
}

export interface TurnSummary {
  turnId: string;
  speakerId: string;
  channel: number;
  startMs: number;
  endMs: number;
  text?: string | undefined;
  emotion?: string | undefined;
  revised?: boolean | undefined;
}

export interface Utterance {
  utteranceId: string;
  speakerId: string;
  role: string;
  source: string;
  startMs: number;
  endMs: number;
  emotion?: string | undefined;
  confidence?: number | undefined;
  valence?: number | undefined;
  arousal?: number | undefined;
}

export interface SessionTranscript {
  turns: TurnSummary[];
}

export interface SessionSummary {
  dominantEmotion?: string | undefined;
  peakEscalationRisk?: number | undefined;
  sentimentChange?: number | undefined;
  meanValence?: number | undefined;
  meanArousal?: number | undefined;
}

export interface SessionEnded {
  reason: string;
  durationS: number;
  utteranceCount: number;
  transcript: SessionTranscript;
  emotionTrajectory: string[];
  finalEmotion?: string | undefined;
  predictions?: SessionPrediction | undefined;
  summary: SessionSummary;
  prosodySummary?: Prosody | undefined;
  usage: Usage;
}

export interface Pong {
  tUs?: number | undefined;
  serverTUs: number;
}
