import type { AgentSteering } from '@undertone/protocol';
import { mayCue, recordCue, type CueBudget } from './cue-budget.js';
import { CUE_TRAITS, evidenceLine, type CueCatalog, type CueType } from '../cues/catalog.js';
import { modulationIntensity, ttsFor } from './modulation.js';
import type { Mode, ModeChange, SteeringReason } from './steering.js';
import type { SpeakerReading } from '../emotion/speaker-state.js';

/** The cue to give when a mode begins. Back to normal needs no cue. */
const CUE_OF_MODE: Readonly<Record<Mode, CueType | undefined>> = {
  normal: undefined,
  caller_escalating: 'escalation',
  mirror_calm: 'calming',
  agent_overheated: 'agent_overheated',
};

/** Smaller deviations get no line of evidence. In standard deviations. */
const EVIDENCE_Z = 1;

export interface SteeringMoment {
  /** Whose voice the message is about, and the channel it was heard on. */
  speakerId: string;
  channel: number;
  atMs: number;
  reading: SpeakerReading;
  catalog: CueCatalog;
  alertBudget: number | undefined;
  newCueId: () => string;
}

export interface Announcement {
  budget: CueBudget;
  message: AgentSteering;
}

/** The message about a change of mode. It is always sent, but its cue only if the budget allows it. */
export const announceMode = (budget: CueBudget, change: ModeChange, moment: SteeringMoment): Announcement =>
  compose(budget, change, CUE_OF_MODE[change.mode], moment);

/** Whether a mode's cue may be given later if the budget does not allow it now. Good news is not worth giving late. */
export const isWorthWaiting = (mode: Mode): boolean => {
  const type = CUE_OF_MODE[mode];
  return type !== undefined && CUE_TRAITS[type].severity !== 'info';
};

/** The late cue of a mode that began without one; undefined while the budget still does not allow it. */
export const announceLate = (
  budget: CueBudget,
  mode: Mode,
  moment: SteeringMoment,
): Announcement | undefined => {
  const type = CUE_OF_MODE[mode];
  if (type === undefined || !mayCue(budget, type, moment.atMs, moment.alertBudget)) return undefined;
  return compose(budget, { previous: mode, mode, reason: 'mode_continues' }, type, moment);
};

/** A cue about a tone that got darker, without a change of mode; undefined when the budget does not allow it. */
export const announceLowTone = (
  budget: CueBudget,
  mode: Mode,
  moment: SteeringMoment,
): Announcement | undefined => {
  if (!mayCue(budget, 'caller_low', moment.atMs, moment.alertBudget)) return undefined;
  return compose(budget, { previous: mode, mode, reason: 'caller_disheartened' }, 'caller_low', moment);
};

const compose = (
  budget: CueBudget,
  { previous, mode, reason }: { previous: Mode; mode: Mode; reason: SteeringReason },
  type: CueType | undefined,
  { speakerId, channel, atMs, reading, catalog, alertBudget, newCueId }: SteeringMoment,
): Announcement => {
  const intensity = modulationIntensity(mode, reading.signals.escalation);
  const cueId = newCueId();
  const message: AgentSteering = {
    cueId,
    previousMode: previous,
    mode,
    intensity,
    reason,
    evidence: evidenceFor({ mode, reason }, reading, catalog),
    tts: ttsFor(mode, intensity),
    systemPrompt: catalog.prompts[mode],
    timestampMs: Math.round(atMs),
    speakerId,
    channel,
  };
  if (type === undefined || !mayCue(budget, type, atMs, alertBudget)) return { budget, message };
  const recorded = recordCue(budget, cueId, type, atMs);
  const { title, body, tips } = catalog.cues[type];
  const cue = { title, body, tips: [...tips], ...CUE_TRAITS[type] };
  const { supersedes } = recorded;
  return {
    budget: recorded.budget,
    message: { ...message, cue, ...(supersedes === undefined ? {} : { supersedes }) },
  };
};

/** Why the message came: only what speaks for it. Pitch and loudness decide nothing here, so they are no evidence. */
const evidenceFor = (
  { mode, reason }: Pick<ModeChange, 'mode' | 'reason'>,
  { z, signals }: SpeakerReading,
  catalog: CueCatalog,
): string[] => {
  const percent = Math.round(100 * signals.escalation);
  const darker = z.valence <= -EVIDENCE_Z ? [evidenceLine(catalog, 'valenceBelow', -z.valence)] : [];
  if (reason === 'caller_disheartened') return darker;
  if (mode === 'mirror_calm' || mode === 'normal') return [evidenceLine(catalog, 'cooled', percent)];
  const agitated = z.arousal >= EVIDENCE_Z ? [evidenceLine(catalog, 'arousalAbove', z.arousal)] : [];
  return [evidenceLine(catalog, 'escalation', percent), ...agitated, ...darker];
};
