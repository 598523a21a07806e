import type { VadMode } from '@undertone/protocol';
import { z } from 'zod';

/** The source of voice activity. */
export const activitySchema = z.strictObject({ server: z.boolean(), client: z.boolean() });
export type Activity = z.infer<typeof activitySchema>;

export type ActivitySource = keyof Activity;
export type ActivityKind = 'start' | 'end' | 'misfire';

export const freshActivity = (): Activity => ({ server: false, client: false });

/** The merged decision: one source alone or, with `both`, speech while either source finds it. An unset mode is the server's. */
export const isActive = (activity: Activity, mode: VadMode): boolean => {
  switch (mode) {
    case 'client':
      return activity.client;
    case 'both':
      return activity.client || activity.server;
    case 'server':
    case 'unspecified':
      return activity.server;
  }
};

/** Applies one source's event and returns the change of the merged decision; `undefined` if it did not change. */
export const mergeActivity = (
  activity: Activity,
  mode: VadMode,
  source: ActivitySource,
  kind: ActivityKind,
): { activity: Activity; kind: ActivityKind | undefined } => {
  const next = { ...activity, [source]: kind === 'start' };
  const before = isActive(activity, mode);
  const after = isActive(next, mode);
  if (before === after) return { activity: next, kind: undefined };
  return { activity: next, kind: after ? 'start' : kind === 'misfire' ? 'misfire' : 'end' };
};
