import { t } from '../language/text.js';
import { spelledOut } from './words.js';

type Words = Readonly<Record<string, string>>;

/** A name that a later relay may have is spelled out. */
const among =
  (words: Words) =>
  (name: string): string =>
    Object.hasOwn(words, name) ? (words[name] ?? name) : spelledOut(name).toLowerCase();

/** How far the training of a model is. */
export const jobStateWord = among({
  queued: t('queued'),
  preparing: t('preparing'),
  training: t('training'),
  evaluating: t('evaluating'),
  completed: t('completed'),
  failed: t('failed'),
  cancelled: t('cancelled'),
});

export const webhookStateWord = among({
  active: t('active'),
  failing: t('failing'),
  disabled: t('disabled'),
});

export const deliveryStateWord = among({
  pending: t('pending'),
  delivered: t('delivered'),
  failed: t('failed'),
  cancelled: t('cancelled'),
});

/** How the consent to being recognized was given. */
export const consentMethodWord = among({
  written: t('written'),
  digital: t('digital'),
  spoken: t('spoken'),
  recorded_call: t('recorded call'),
});

/** What predictions changed because of. */
export const changeWord = among({
  outcome: t('outcome'),
  rollback: t('rollback'),
});

/** What is predicted of a call. */
const TARGETS: Words = {
  escalation_risk: t('Escalation risk'),
  churn_risk: t('Churn risk'),
  resolution_probability: t('Resolution probability'),
  predicted_csat: t('Predicted CSAT'),
};
export const targetWord = (name: string): string =>
  Object.hasOwn(TARGETS, name) ? (TARGETS[name] ?? name) : spelledOut(name);
