import type { AgentSteering } from '@undertone/protocol';
import type { PlacedLine } from './call-audio.js';
import type { CallKind } from './call-plan.js';
import type { Rehearsal, Told } from './rehearse.js';

export const SCORING = {
  /** A mode needs two updates and its result, so a report this long after a line still belongs to the line, ms. */
  graceMs: 1_000,
} as const;

/** What one call should have caused, and what it caused. Times in seconds. */
export interface CallScore {
  kind: CallKind;
  minutes: number;
  /** The audio in which the caller is calm, minutes. */
  calmMinutes: number;
  /** Changes of the caller's mode to `caller_escalating` while the caller is angry, and at any other time. */
  escalations: number;
  falseEscalations: number;
  /** From the first angry word to the first escalation. Only for a `flare`. */
  delayS?: number;
  /** Whether the caller was calming down, or back to normal, by the end of the call. */
  cooledDown: boolean;
  /** From the last angry word to the mode `mirror_calm` that stays. */
  coolingS?: number;
  /** Cues of an escalation at the right turns, and cues of trouble (an escalation, or a disheartened caller) at other turns. */
  cues: number;
  falseCues: number;
  /** Alerts of a high escalation risk from the first angry word on, and those before it (or in a call without anger). */
  alerts: number;
  falseAlerts: number;
  /** For calls with an angry agent: whether the agent's own mode said so. */
  agentOverheated: boolean;
}

type SteeringTold = Told & { body: { kind: 'agent_steering'; value: AgentSteering } };
const isSteering = (told: Told): told is SteeringTold => told.body.kind === 'agent_steering';

/** Compares what was reported with what was played. */
export const scoreCall = (
  kind: CallKind,
  lines: readonly PlacedLine[],
  durationMs: number,
  { told }: Rehearsal,
): CallScore => {
  const angry = lines.filter(({ role, tone }) => role === 'caller' && tone === 'angry');
  const onsetMs = angry[0]?.startMs ?? Infinity;
  const overMs = angry.at(-1)?.endMs ?? -Infinity;
  const right = ({ atMs }: Told) => atMs >= onsetMs && atMs <= overMs + SCORING.graceMs;
  const modes = told.filter(isSteering).filter(({ channel }) => channel === 0);
  const changed = modes.filter(({ body: { value } }) => value.mode !== value.previousMode);
  const escalations = changed.filter(({ body: { value } }) => value.mode === 'caller_escalating');
  const first = escalations.find(right);
  const last = changed.at(-1);
  const cooled = last !== undefined && last.body.value.mode !== 'caller_escalating' && last.atMs > overMs;
  const settled = changed.filter(({ body: { value } }) => value.mode === 'mirror_calm').at(-1);
  const cues = modes.filter(({ body: { value } }) => value.cue?.severity === 'warning').filter(right);
  const troubles = modes.filter(
    ({ body: { value } }) => value.cue !== undefined && value.cue.severity !== 'info',
  );
  const alerts = told.filter(
    ({ body }) => body.kind === 'alert' && body.value.alertType === 'escalation_risk_high',
  );
  return {
    kind,
    minutes: durationMs / 60_000,
    calmMinutes: (durationMs - Math.max(0, overMs - onsetMs)) / 60_000,
    escalations: escalations.filter(right).length,
    falseEscalations: escalations.filter((each) => !right(each)).length,
    ...(first === undefined ? {} : { delayS: (first.atMs - onsetMs) / 1000 }),
    cooledDown: cooled || escalations.length === 0,
    ...(cooled && settled !== undefined ? { coolingS: Math.max(0, settled.atMs - overMs) / 1000 } : {}),
    cues: cues.length,
    falseCues: troubles.length - cues.length,
    alerts: alerts.filter(({ atMs }) => atMs >= onsetMs).length,
    falseAlerts: alerts.filter(({ atMs }) => atMs < onsetMs).length,
    agentOverheated: told
      .filter(isSteering)
      .some(({ channel, body: { value } }) => channel === 1 && value.mode === 'agent_overheated'),
  };
};

/**
 * Everything reported about the caller's voice, without ids and processing times, which differ between two runs of the
 * same audio. Cues are left out, because the agent reads all cues of a call and they share one budget. Modes are included.
 */
export const callerTrace = ({ told }: Rehearsal): string => {
  const own = told.flatMap(({ channel, body, atMs }): object[] => {
    if (channel !== 0) return [];
    if (body.kind === 'directive') return [{ atMs, ...without(body.value, ['latency', 'directiveId']) }];
    if (body.kind === 'tone_shift') return [{ atMs, ...body.value }];
    if (body.kind !== 'agent_steering' || body.value.mode === body.value.previousMode) return [];
    return [{ atMs, ...without(body.value, ['cue', 'cueId', 'supersedes']) }];
  });
  return JSON.stringify(own);
};

const without = <T extends object>(value: T, names: readonly (keyof T & string)[]): Partial<T> => {
  const kept = Object.entries(value).filter(([name]) => !names.some((each) => each === name));
  return Object.fromEntries(kept) as Partial<T>;
};

/** Figures over many calls. Shares count only the calls that should have had the event. */
export interface SteeringFigures {
  calls: number;
  /** Audio of all calls, minutes. */
  minutes: number;
  flares: number;
  detected: number;
  /** Detected once, and at no other time. */
  once: number;
  delayMedianS: number;
  delayP90S: number;
  cooledDown: number;
  coolingMedianS: number;
  calmMinutes: number;
  falseEscalationsPerMinute: number;
  falseCuesPerMinute: number;
  cuedOnce: number;
  alerted: number;
  alertedOnce: number;
  falseAlerts: number;
  angryAgents: number;
  agentsOverheated: number;
}

export const figuresOf = (scores: readonly CallScore[]): SteeringFigures => {
  const flares = scores.filter(({ kind }) => kind === 'flare');
  const agents = scores.filter(({ kind }) => kind === 'angry_agent');
  const share = (list: readonly CallScore[], has: (score: CallScore) => boolean) =>
    list.length === 0 ? NaN : list.filter(has).length / list.length;
  const calmMinutes = sum(scores, ({ calmMinutes: minutes }) => minutes);
  const delays = flares.flatMap(({ delayS }) => delayS ?? []);
  return {
    calls: scores.length,
    minutes: sum(scores, ({ minutes }) => minutes),
    flares: flares.length,
    detected: share(flares, ({ escalations }) => escalations > 0),
    once: share(flares, ({ escalations, falseEscalations }) => escalations === 1 && falseEscalations === 0),
    delayMedianS: quantile(delays, 0.5),
    delayP90S: quantile(delays, 0.9),
    cooledDown: share(flares, ({ cooledDown }) => cooledDown),
    coolingMedianS: quantile(
      flares.flatMap(({ coolingS }) => coolingS ?? []),
      0.5,
    ),
    calmMinutes,
    falseEscalationsPerMinute: sum(scores, ({ falseEscalations }) => falseEscalations) / calmMinutes,
    falseCuesPerMinute: sum(scores, ({ falseCues }) => falseCues) / calmMinutes,
    cuedOnce: share(flares, ({ cues }) => cues === 1),
    alerted: share(flares, ({ alerts }) => alerts > 0),
    alertedOnce: share(flares, ({ alerts, falseAlerts }) => alerts === 1 && falseAlerts === 0),
    falseAlerts: share(scores, ({ falseAlerts }) => falseAlerts > 0),
    angryAgents: agents.length,
    agentsOverheated: share(agents, ({ agentOverheated }) => agentOverheated),
  };
};

const sum = (scores: readonly CallScore[], of: (score: CallScore) => number) =>
  scores.reduce((total, score) => total + of(score), 0);

/** The smallest value that at least this share of the values does not exceed. NaN if there are no values. */
const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
};
