import type { CallConfig, CallUpdate } from '../../domain/call/call-types.js';
import type { SessionConfig } from '../../domain/live/session-config.js';
import { defined } from '../../domain/defined.js';

/** The session's agreement as the configuration of the call analysis. */
export const callConfig = (sessionId: string, config: SessionConfig, agentAnalysis: boolean): CallConfig => ({
  sessionId,
  agentAnalysis,
  language: config.language,
  channels: config.channels.map(({ id, subject }) => ({ id, subject })),
  ...callOptions(config),
});

/** What `session.update` changes in the call analysis. */
export const callOptions = (config: SessionConfig): Required<CallUpdate> => {
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
      ...defined({ maxRateHz: outputs.maxRateHz }),
    },
  };
};
