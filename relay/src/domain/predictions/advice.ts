import type { RecommendedAction, RecommendedTone } from './advice-names.js';
import type { FeatureName } from './features.js';
import type { Prediction, TargetPrediction } from './predictor.js';
import type { Target } from './models/prior.js';
import { textsFor } from './texts/catalog.js';

interface Bounds {
  atLeast?: number;
  atMost?: number;
}
interface Rule<T> {
  advise: T;
  targets?: Partial<Record<Target, Bounds>>;
  features?: Partial<Record<FeatureName, Bounds>>;
}

/** The first rule that holds is used. The last always holds. */
const TONE_RULES: readonly Rule<RecommendedTone>[] = [
  { advise: 'calm_and_slow', features: { heat: { atLeast: 0.25 } } },
  { advise: 'calm_and_slow', targets: { escalation_risk: { atLeast: 0.5 } } },
  { advise: 'empathetic', features: { recent: { atMost: -0.15 } } },
  { advise: 'warm_and_steady', features: { recovery: { atLeast: 0.25 } } },
  { advise: 'friendly', features: { recent: { atLeast: 0.2 } } },
  { advise: 'clear' },
];

/** The rules that hold are used, in this order, at most {@link MAXIMUM_ACTIONS}; `keep_going` when none holds. */
const ACTION_RULES: readonly Rule<RecommendedAction>[] = [
  { advise: 'involve_supervisor', targets: { escalation_risk: { atLeast: 0.75 } } },
  { advise: 'acknowledge', features: { recent: { atMost: -0.15 } } },
  { advise: 'let_finish', features: { interruptions: { atLeast: 0.2 } } },
  { advise: 'next_step', targets: { escalation_risk: { atLeast: 0.4 } } },
  { advise: 'ask_what_matters', targets: { resolution_probability: { atMost: 0.45 } } },
  { advise: 'make_an_offer', targets: { churn_risk: { atLeast: 0.5 } } },
  { advise: 'explain_the_wait', features: { silence: { atLeast: 0.4 } } },
  { advise: 'confirm_and_close', targets: { resolution_probability: { atLeast: 0.75 } } },
];
const MAXIMUM_ACTIONS = 3;

export interface Advice {
  tone: RecommendedTone;
  actions: RecommendedAction[];
}

/** What the agent or an answering voice could do now. By fixed rules, not learned. */
export const adviseOn = (prediction: Prediction): Advice => {
  const actions = ACTION_RULES.filter((rule) => holds(rule, prediction))
    .map(({ advise }) => advise)
    .slice(0, MAXIMUM_ACTIONS);
  return {
    tone: TONE_RULES.find((rule) => holds(rule, prediction))?.advise ?? 'clear',
    actions: actions.length === 0 ? ['keep_going'] : actions,
  };
};

const holds = <T>({ targets = {}, features = {} }: Rule<T>, prediction: Prediction): boolean => {
  const within = (value: number, { atLeast = -Infinity, atMost = Infinity }: Bounds) =>
    value >= atLeast && value <= atMost;
  return (
    Object.entries(targets).every(([name, bounds]) =>
      within(prediction.targets[name as Target].value, bounds),
    ) &&
    Object.entries(features).every(([name, bounds]) =>
      within(prediction.features[name as FeatureName], bounds),
    )
  );
};

/** Texts in the language of the session. */
export const actionText = (action: RecommendedAction, language: string): string =>
  textsFor(language).actions[action];

/** A factor in plain words. They say what was heard, not in which direction it counts. */
const factorText = (feature: FeatureName, value: number, language: string): string => {
  const { above, below } = textsFor(language).factors[feature];
  return value >= 0 ? above : below;
};

export interface ExplainedFactor {
  name: FeatureName;
  contribution: number;
  direction: 'raises' | 'lowers';
  explanation: string;
}

/** The factors of one target, each with an explanation. */
export const explain = (
  { factors }: TargetPrediction,
  features: Prediction['features'],
  language: string,
): ExplainedFactor[] =>
  factors.map(({ feature, contribution, direction }) => ({
    name: feature,
    contribution,
    direction,
    explanation: factorText(feature, features[feature], language),
  }));
