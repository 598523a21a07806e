import type { ConversationState } from './conversation-state.js';

/** Who speaks on a channel now: a voice of a mixed one, or whoever the channel was made for. */
export const speakerOn = ({ channels, config }: ConversationState, index: number): string =>
  channels[index]?.speaker ?? config.channels[index]?.id ?? '';

/** An agent is the employee who was enrolled at the start of the call, or the side of the call that is declared as such. */
export const roleOn = (state: ConversationState, index: number): 'caller' | 'agent' =>
  state.config.channels[index]?.subject === 'agent' || (state.agents ?? []).includes(speakerOn(state, index))
    ? 'agent'
    : 'caller';

/** HARDENING.md, I8: an agent is not analyzed unless policy allows it, whatever arrives. */
export const mayAnalyze = (state: ConversationState, index: number): boolean =>
  roleOn(state, index) === 'caller' || state.config.agentAnalysis;

/** Whether a caller is heard at all: an agent's emotions count only where none is. */
export const hasCaller = (state: ConversationState): boolean =>
  state.config.channels.some((_, index) => roleOn(state, index) === 'caller');
