import type { ModelChoice } from '../../domain/fine-tune/tuned-models.js';
import type { SessionConfig } from '../../domain/live/session-config.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import { asSessionFault } from './as-session-fault.js';
import type { StreamDependencies } from '../ports.js';

/**
 * Chooses the customer's model for a session: the one that its hello or token asked for, or the default of
 * its vertical. The session keeps the version it began with, even when another becomes the default.
 * @throws SessionFault `validation_error` naming `model` when the name is unknown, `conflict` when the model
 * does not fit
 */
export const chooseModel = async (
  { models }: Pick<StreamDependencies, 'models'>,
  orgId: string,
  config: SessionConfig,
): Promise<ModelChoice | undefined> => {
  if (config.privacy === 'features') return undefined;
  try {
    const choice = await models?.choose(orgId, config.model, config.vertical);
    if (choice !== undefined) config.model = choice.name;
    return choice;
  } catch (error) {
    throw asSessionFault(error, 'model', { validation_error: 'model is not a model of this organization' });
  }
};

/**
 * The model of a session that comes back from the store. If the model was deleted meanwhile, the session
 * continues with the base model, because a call must go on.
 */
export const chooseModelAgain = async (
  deps: Pick<StreamDependencies, 'models' | 'log'>,
  orgId: string,
  config: SessionConfig,
): Promise<ModelChoice | undefined> => {
  if (config.model === undefined) return undefined;
  try {
    return await chooseModel(deps, orgId, config);
  } catch (error) {
    if (!(error instanceof SessionFault)) throw error;
    deps.log.warn({ orgId, code: error.code }, 'a session goes on without its model');
    return undefined;
  }
};
