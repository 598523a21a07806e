import type { ObservedSession } from '@undertone/client/observe';
import type { Alert, Interval, SessionPrediction } from '@undertone/protocol';
import { element, textElement } from '../desk/element.js';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
const score = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

interface Line {
  readonly name: string;
  readonly value: number | undefined;
  readonly interval: Interval | undefined;
  readonly format: Intl.NumberFormat;
}

/** What is expected of the watched call, and the alerts it raised. */
export class Outlook {
  readonly #card = element('outlook', HTMLElement);
  readonly #alerts = element('alerts', HTMLUListElement);
  readonly #predictions = element('predictions', HTMLDListElement);
  readonly #advice = element('advice', HTMLElement);
  readonly #basis = element('outlook-basis', HTMLElement);
  #raised = new Map<string, Alert>();
  #stop: () => void = () => undefined;

  /** @param tell says an alert to whoever does not see it */
  constructor(private readonly tell: (news: string) => void) {}

  /** Follows a session; the one before is forgotten. */
  follow(session: ObservedSession): void {
    this.clear();
    const stops = [
      session.on('snapshot', ({ prediction, alerts }) => {
        this.#raised = new Map(alerts.map((alert) => [alert.alertId, alert]));
        this.#drawAlerts();
        this.#draw(prediction);
      }),
      session.on('prediction', (prediction) => this.#draw(prediction)),
      session.on('alert', (alert) => {
        this.#raised.set(alert.alertId, alert);
        this.#drawAlerts();
        this.tell(`Alert: ${alertName(alert)}. ${alert.recommendedAction ?? ''}`);
      }),
    ];
    this.#stop = () => stops.forEach((stop) => stop());
  }

  clear(): void {
    this.#stop();
    this.#stop = () => undefined;
    this.#raised.clear();
    this.#alerts.replaceChildren();
    this.#predictions.replaceChildren();
    this.#card.hidden = true;
  }

  #drawAlerts(): void {
    const newestFirst = [...this.#raised.values()].reverse();
    this.#alerts.replaceChildren(
      ...newestFirst.map((alert) => {
        const item = document.createElement('li');
        item.append(textElement('b', alertName(alert)));
        if (alert.recommendedAction !== undefined) item.append(textElement('p', alert.recommendedAction));
        return item;
      }),
    );
  }

  #draw(prediction: SessionPrediction | undefined): void {
    this.#card.hidden = false;
    if (prediction === undefined) {
      this.#predictions.replaceChildren();
      this.#advice.replaceChildren();
      this.#basis.textContent = 'Predictions come with the first words that were said to an end.';
      return;
    }
    this.#predictions.replaceChildren(...linesOf(prediction).flatMap(drawLine));
    const { recommendedTone, recommendedActions, utterancesSeen, trajectory } = prediction;
    const actions = document.createElement('ul');
    actions.append(...recommendedActions.map((action) => textElement('li', action)));
    this.#advice.replaceChildren(
      ...(recommendedTone === undefined ? [] : [textElement('p', recommendedTone)]),
      actions,
    );
    const seen = utterancesSeen === 1 ? '1 utterance' : `${utterancesSeen} utterances`;
    this.#basis.textContent = `After ${seen}${trajectory === undefined ? '' : `, ${trajectory}`}. In brackets: the likely range.`;
  }
}

const linesOf = (prediction: SessionPrediction): readonly Line[] => {
  const { intervals } = prediction;
  return [
    {
      name: 'Escalation',
      value: prediction.escalationRisk,
      interval: intervals['escalation_risk'],
      format: percent,
    },
    { name: 'Leaves us', value: prediction.churnRisk, interval: intervals['churn_risk'], format: percent },
    {
      name: 'Resolved',
      value: prediction.resolutionProbability,
      interval: intervals['resolution_probability'],
      format: percent,
    },
    {
      name: 'Score, 1 to 5',
      value: prediction.predictedCsat,
      interval: intervals['predicted_csat'],
      format: score,
    },
  ];
};

function drawLine({ name, value, interval, format }: Line): readonly HTMLElement[] {
  if (value === undefined) return [];
  const said = textElement('dd', format.format(value));
  if (interval !== undefined) {
    const range = textElement('span', ` (${format.format(interval.low)} to ${format.format(interval.high)})`);
    range.className = 'quiet';
    said.append(range);
  }
  return [textElement('dt', name), said];
}

/** `escalation_risk_high` as words; an organization names its own alerts. */
const alertName = ({ alertType }: Alert): string => {
  const words = alertType.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
