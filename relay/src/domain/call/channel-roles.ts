import type { CallState } from './call-state.js';

/** Who speaks on a channel now: one of several people on a mixed channel, or the channel's own person. */
export const speakerOn = ({ channels, config }: CallState, index: number): string =>
  channels[index]?.speaker ?? config.channels[index]?.id ?? '';

/** An agent is a speaker marked as an employee, or anybody on a channel declared as the agent's. */
export const roleOn = (state: CallState, index: number): 'caller' | 'agent' =>
  state.config.channels[index]?.subject === 'agent' || (state.agents ?? []).includes(speakerOn(state, index))
    ? 'agent'
    : 'caller';

/** Invariant I8: an agent is never analyzed unless policy allows it. */
export const mayAnalyze = (state: CallState, index: number): boolean =>
  roleOn(state, index) === 'caller' || state.config.agentAnalysis;

/** The speaker that speech counts for. On an agent's channel everybody counts as the agent. */
export const countedAs = ({ config }: CallState, index: number, speakerId: string): string => {
  const channel = config.channels[index];
  return channel?.subject === 'agent' ? channel.id : speakerId;
};

/**
 * Whether a speaker's emotions count for the summary of the call. A caller's do; an agent's only when every channel is an
 * agent's.
 * @param counted a name from {@link countedAs}
 */
export const isFelt = ({ agents = [], config }: CallState, counted: string): boolean => {
  if (config.channels.every(({ subject }) => subject === 'agent')) return true;
  const isDeclared = config.channels.some(({ id, subject }) => id === counted && subject === 'agent');
  return !isDeclared && !agents.includes(counted);
};
