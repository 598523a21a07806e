import type { CallState } from './call-state.js';

/** Who speaks on a channel now: one of several people on a mixed channel, or the channel's own person. */
export const speakerOn = ({ channels, config }: CallState, index: number): string =>
  channels[index]?.speaker ?? config.channels[index]?.id ?? '';

/** An agent is an enrolled employee of this call, or a channel that is declared as the agent's. */
export const roleOn = (state: CallState, index: number): 'caller' | 'agent' =>
  state.config.channels[index]?.subject === 'agent' || (state.agents ?? []).includes(speakerOn(state, index))
    ? 'agent'
    : 'caller';

/** Invariant I8: an agent is not analyzed unless policy allows it, whatever arrives. */
export const mayAnalyze = (state: CallState, index: number): boolean =>
  roleOn(state, index) === 'caller' || state.config.agentAnalysis;

/** The speaker that speech is counted for: on an agent's channel everybody counts as the agent. */
export const countedAs = ({ config }: CallState, index: number, speakerId: string): string => {
  const channel = config.channels[index];
  return channel?.subject === 'agent' ? channel.id : speakerId;
};

/**
 * Whether somebody's emotions count for the summary of the call: a caller's do, an agent's only where every channel is an
 * agent's.
 * @param counted as {@link countedAs} names them
 */
export const isFelt = ({ agents = [], config }: CallState, counted: string): boolean => {
  if (config.channels.every(({ subject }) => subject === 'agent')) return true;
  const isDeclared = config.channels.some(({ id, subject }) => id === counted && subject === 'agent');
  return !isDeclared && !agents.includes(counted);
};
