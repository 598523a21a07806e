import { describe, expect, it } from 'vitest';
import { ModelVersionError, parsePredictorVersion } from './model-schema.js';
import { exampleOf, learn, predict, type Example } from '../predictor.js';
import { priorModel } from './prior.js';
import { ANGRY, CALM, callerOnly, EVEN } from '../testing/utterances.js';
import { trajectoryOf } from '../trajectory.js';
import {
  CrossOrganizationError,
  firstVersion,
  learnVersion,
  relearnVersion,
  rollBack,
  type Lesson,
} from './versions.js';

const AT = '2026-11-21T10:00:00.000Z';
const call = trajectoryOf(callerOnly(CALM, EVEN, ANGRY));
const lesson = (sessionId: string, csat: number, organizationId = 'org_a'): Lesson<Example> => ({
  organizationId,
  sessionId,
  example: exampleOf(call, { csat, escalated: csat < 3 }),
});
const first = () => firstVersion('org_a', priorModel(), AT);
const taught = (...lessons: Lesson<Example>[]) =>
  lessons.reduce((head, next) => learnVersion(head, next, learn, AT), first());

describe('the versions of a learned model', () => {
  it('form a chain where each names its parent and its cause, and none changes', () => {
    const one = taught(lesson('ses_1', 2));
    const frozen = JSON.stringify(one);
    const two = learnVersion(one, lesson('ses_2', 5), learn, AT);
    expect(two).toMatchObject({
      version: 2,
      parent: 1,
      outcomes: 2,
      change: { kind: 'outcome', sessionId: 'ses_2' },
    });
    expect(JSON.stringify(one)).toBe(frozen);
    expect(two.model).not.toEqual(one.model);
  });

  it('go back to the model of an earlier version with a new version', () => {
    const one = taught(lesson('ses_1', 2));
    const three = learnVersion(
      learnVersion(one, lesson('ses_2', 5), learn, AT),
      lesson('ses_3', 5),
      learn,
      AT,
    );
    const back = rollBack(three, one, AT);
    expect(back).toMatchObject({ version: 4, parent: 3, outcomes: 1, change: { kind: 'rollback', to: 1 } });
    expect(predict(back.model, call, 'live')).toEqual(predict(one.model, call, 'live'));
    const prior = rollBack(back, first(), AT);
    expect(predict(prior.model, call, 'live')).toEqual(predict(priorModel(), call, 'live'));
  });

  it('include a model that was learned again as one more version', () => {
    const wrong = taught(lesson('ses_1', 1), lesson('ses_2', 4));
    const { model, outcomes } = taught(lesson('ses_1', 5), lesson('ses_2', 4));
    const corrected = relearnVersion(wrong, { model, outcomes, sessionId: 'ses_1', createdAt: AT });
    expect(corrected).toMatchObject({
      version: 3,
      parent: 2,
      outcomes: 2,
      change: { kind: 'relearned', sessionId: 'ses_1', outcomes: 2 },
      model,
    });
  });

  it('never cross organizations', () => {
    const other = firstVersion('org_b', priorModel(), AT);
    expect(() => learnVersion(other, lesson('ses_1', 2), learn, AT)).toThrow(CrossOrganizationError);
    expect(() => rollBack(other, taught(lesson('ses_1', 2)), AT)).toThrow(CrossOrganizationError);
    taught(lesson('ses_1', 1));
    expect(other.model).toEqual(priorModel());
  });

  it('survive storage as JSON, but are rejected when damaged or of another schema', () => {
    const version = taught(lesson('ses_1', 2));
    const stored: unknown = JSON.parse(JSON.stringify(version));
    expect(parsePredictorVersion(stored)).toEqual(version);
    expect(() => parsePredictorVersion({ ...version, schema: 2 })).toThrow(ModelVersionError);
    expect(() => parsePredictorVersion({ ...version, model: {} })).toThrow(ModelVersionError);
    expect(() => parsePredictorVersion(null)).toThrow(ModelVersionError);
  });
});
