import type { CallState } from './call-state.js';

/** Who speaks on a channel now: a voice of a mixed one, or whoever the channel was made for. */
export const speakerOn = ({ channels, config }: CallState, index: number): string =>
  channels[index]?.speaker ?? config.channels[index]?.id ?? '';

/** An agent is the employee who was enrolled at the start of the call, or the side of the call that is declared as such. */
export const roleOn = (state: CallState, index: number): 'caller' | 'agent' =>
  state.config.channels[index]?.subject === 'agent' || (state.agents ?? []).includes(speakerOn(state, index))
    ? 'agent'
    : 'caller';

/** HARDENING.md, I8: an agent is not analyzed unless policy allows it, whatever arrives. */
export const mayAnalyze = (state: CallState, index: number): boolean =>
  roleOn(state, index) === 'caller' || state.config.agentAnalysis;

/** Whose speech it counts as: on a channel that was made for an agent everybody is one. */
export const countedAs = ({ config }: CallState, index: number, speakerId: string): string => {
  const channel = config.channels[index];
  return channel?.subject === 'agent' ? channel.id : speakerId;
};

/**
 * Whether somebody's emotions are what the call felt like: a caller's are, an agent's only where no channel could have heard
 * anybody else.
 * @param counted as {@link countedAs} names them
 */
export const isFelt = ({ agents = [], config }: CallState, counted: string): boolean => {
  if (config.channels.every(({ subject }) => subject === 'agent')) return true;
  const isDeclared = config.channels.some(({ id, subject }) => id === counted && subject === 'agent');
  return !isDeclared && !agents.includes(counted);
};
