/** Exports the element classes without registering them. `@undertone/widget/define` registers all of them. */
export { UndertoneCue, type CueSeverity } from './cue/cue.js';
export { CueFeedbackEvent, type CueFeedback } from './cue/cue-event.js';
export { UndertoneEmotion } from './emotion/emotion.js';
export { UndertoneEscalation } from './escalation/escalation.js';
export type { EscalationLevel } from './escalation/escalation-view.js';
export { UndertoneHistory } from './history/history.js';
export { UndertoneMeter } from './meter/meter.js';
export { UndertoneMood } from './mood/mood.js';
export type { MoodView } from './mood/mood-view.js';
export { UndertonePanel } from './panel/panel.js';
export { UndertoneMoodEvent, UndertoneStateEvent, type PanelMood } from './panel/panel-events.js';
export type { PanelSize } from './panel/panel-size.js';
export { UndertoneProsody } from './prosody/prosody.js';
export { UndertoneStatus } from './status/status.js';
export { UndertoneSummary } from './summary/summary.js';
export { UndertoneTurns } from './turns/turns.js';
export { UndertoneWarnings } from './warnings/warnings.js';
export type {
  ChannelLike,
  ConnectionName,
  CueAction,
  DeviceEventLike,
  ErrorEventLike,
  ProsodyEventLike,
  ProsodySummaryLike,
  SessionEventsLike,
  SessionLike,
  SessionStateLike,
  StateEventLike,
  StatsEventLike,
  TurnEventLike,
  TurnLike,
  VadEventLike,
} from './session/session-like.js';
export type { ActiveCue } from './state/cue-queue.js';
export type { HistoryPoint, TracePoint } from './state/speaker-state.js';
export type { Silence } from './state/lost-sound.js';
export type { TurnView } from './state/turn-list.js';
export type { ActiveWarning, WarningList } from './state/warning-list.js';
export type { StringKey, Strings } from './text/en.js';
export { registerStrings } from './text/strings.js';
