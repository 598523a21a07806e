import type { ConversationConfig, ConversationUpdate } from '../domain/conversation-types.js';
import type { SessionConfig } from '../domain/session-config.js';

/** The session's agreement in the words of the conversation. */
export const conversationConfig = (
  sessionId: string,
  config: SessionConfig,
  agentAnalysis: boolean,
): ConversationConfig => ({
  sessionId,
  agentAnalysis,
  language: config.language,
  channels: config.channels.map(({ id, subject }) => ({ id, subject })),
  ...conversationOptions(config),
});

/** What `session.update` changes in a conversation. */
export const conversationOptions = (config: SessionConfig): Required<ConversationUpdate> => {
  const { vertical, features, outputs, vadMode, endSilenceMs, steering } = config;
  return {
    vertical,
    features,
    vadMode,
    endSilenceMs,
    steering,
    outputs: {
      probabilities: outputs.probabilities,
      prosody: outputs.prosody,
      ...(outputs.maxRateHz !== undefined && { maxRateHz: outputs.maxRateHz }),
    },
  };
};
