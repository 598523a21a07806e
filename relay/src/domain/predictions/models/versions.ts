import { z } from 'zod';

/** Why a version exists. */
export const changeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('prior') }),
  z.strictObject({ kind: z.literal('outcome'), sessionId: z.string() }),
  /** An outcome was corrected or withdrawn, so the model was learned again without the old outcome. */
  z.strictObject({ kind: z.literal('relearned'), sessionId: z.string(), outcomes: z.number().int().min(0) }),
  z.strictObject({ kind: z.literal('rollback'), to: z.number().int().min(0) }),
]);
export type Change = z.infer<typeof changeSchema>;

/**
 * One immutable state of an organization's learned model. Versions form a chain: each names its parent, none ever changes,
 * and a rollback makes a new version. So every prediction can be traced to the version that made it.
 */
export interface ModelVersion<M> {
  schema: 1;
  organizationId: string;
  /** 0 is the prior, the same for every organization. */
  version: number;
  parent: number | null;
  change: Change;
  /** ISO 8601, from the caller. */
  createdAt: string;
  /** Outcomes behind the model. */
  outcomes: number;
  model: M;
}

/**
 * A model would learn from another organization's data, or roll back to it. This is a bug, never a client's mistake.
 */
export class CrossOrganizationError extends Error {
  override readonly name = 'CrossOrganizationError';
  readonly code = 'cross_organization';
  readonly retryable = false;

  constructor(
    readonly owner: string,
    readonly other: string,
  ) {
    super('a model may not take anything of another organization');
  }
}

export const firstVersion = <M>(organizationId: string, prior: M, createdAt: string): ModelVersion<M> => ({
  schema: 1,
  organizationId,
  version: 0,
  parent: null,
  change: { kind: 'prior' },
  createdAt,
  outcomes: 0,
  model: prior,
});

/** An example to learn from, with its organization. */
export interface Lesson<E> {
  organizationId: string;
  sessionId: string;
  example: E;
}

/** The version after one more outcome. @throws CrossOrganizationError */
export const learnVersion = <M, E>(
  head: ModelVersion<M>,
  lesson: Lesson<E>,
  learn: (model: M, example: E) => M,
  createdAt: string,
): ModelVersion<M> =>
  follow(sameOwner(head, lesson.organizationId), {
    change: { kind: 'outcome', sessionId: lesson.sessionId },
    createdAt,
    outcomes: head.outcomes + 1,
    model: learn(head.model, lesson.example),
  });

/** The version with the model learned again after the outcome of a session was corrected or withdrawn. */
export const relearnVersion = <M>(
  head: ModelVersion<M>,
  learned: { model: M; outcomes: number; sessionId: string; createdAt: string },
): ModelVersion<M> => {
  const { model, outcomes, sessionId, createdAt } = learned;
  return follow(head, { change: { kind: 'relearned', sessionId, outcomes }, createdAt, outcomes, model });
};

/**
 * A new version with the model of an earlier version. The versions between them stay.
 * @throws CrossOrganizationError
 */
export const rollBack = <M>(
  head: ModelVersion<M>,
  target: ModelVersion<M>,
  createdAt: string,
): ModelVersion<M> =>
  follow(sameOwner(head, target.organizationId), {
    change: { kind: 'rollback', to: target.version },
    createdAt,
    outcomes: target.outcomes,
    model: target.model,
  });

const sameOwner = <M>(head: ModelVersion<M>, other: string): ModelVersion<M> => {
  if (head.organizationId !== other) throw new CrossOrganizationError(head.organizationId, other);
  return head;
};

const follow = <M>(
  head: ModelVersion<M>,
  next: Pick<ModelVersion<M>, 'change' | 'createdAt' | 'outcomes' | 'model'>,
): ModelVersion<M> => ({
  schema: 1,
  organizationId: head.organizationId,
  version: head.version + 1,
  parent: head.version,
  ...next,
});
