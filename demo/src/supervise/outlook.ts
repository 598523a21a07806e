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

/** The predictions for the watched call, and its alerts. */
export class Outlook {
  private readonly card = element('outlook', HTMLElement);
  private readonly alerts = element('alerts', HTMLUListElement);
  private readonly predictions = element('predictions', HTMLDListElement);
  private readonly advice = element('advice', HTMLElement);
  private readonly basis = element('outlook-basis', HTMLElement);
  private raised = new Map<string, Alert>();
  /** The recommended actions on screen. An alert does not repeat them. */
  private recommended: readonly string[] = [];
  private stop: () => void = () => undefined;

  /** @param tell announces an alert to a screen reader */
  constructor(private readonly tell: (news: string) => void) {}

  /** Follows a session and drops the one before. */
  follow(session: ObservedSession): void {
    this.clear();
    const stops = [
      session.on('snapshot', ({ prediction, alerts }) => {
        this.raised = new Map(alerts.map((alert) => [alert.alertId, alert]));
        this.draw(prediction);
      }),
      session.on('prediction', (prediction) => this.draw(prediction)),
      session.on('alert', (alert) => {
        this.raised.set(alert.alertId, alert);
        this.drawAlerts();
        this.tell(`Alert: ${alertName(alert)}. ${alert.recommendedAction ?? ''}`);
      }),
    ];
    this.stop = () => stops.forEach((stop) => stop());
  }

  clear(): void {
    this.stop();
    this.stop = () => undefined;
    this.raised.clear();
    this.alerts.replaceChildren();
    this.predictions.replaceChildren();
    this.card.hidden = true;
  }

  private drawAlerts(): void {
    const newestFirst = [...this.raised.values()].reverse();
    this.alerts.replaceChildren(
      ...newestFirst.map((alert) => {
        const item = document.createElement('li');
        item.append(textElement('b', alertName(alert)));
        const { recommendedAction: action } = alert;
        if (action !== undefined && !this.recommended.includes(action)) item.append(textElement('p', action));
        return item;
      }),
    );
  }

  private draw(prediction: SessionPrediction | undefined): void {
    this.card.hidden = false;
    this.recommended = prediction?.recommendedActions ?? [];
    this.drawAlerts();
    if (prediction === undefined) {
      this.predictions.replaceChildren();
      this.advice.replaceChildren();
      this.basis.textContent = 'Predictions come with the first words that were said to an end.';
      return;
    }
    this.predictions.replaceChildren(...linesOf(prediction).flatMap(drawLine));
    const { recommendedTone, recommendedActions, utterancesSeen, trajectory } = prediction;
    const actions = document.createElement('ul');
    actions.append(...recommendedActions.map((action) => textElement('li', action)));
    this.advice.replaceChildren(
      textElement('h3', 'Recommended'),
      ...(recommendedTone === undefined ? [] : [textElement('p', `Tone: ${words(recommendedTone)}`)]),
      actions,
    );
    const seen = utterancesSeen === 1 ? '1 utterance' : `${utterancesSeen} utterances`;
    this.basis.textContent = `After ${seen}${trajectory === undefined ? '' : `, ${trajectory}`}. In brackets: the likely range.`;
  }
}

const linesOf = (prediction: SessionPrediction): readonly Line[] => {
  const { intervals } = prediction;
  return [
    {
      name: 'Escalation risk',
      value: prediction.escalationRisk,
      interval: intervals['escalation_risk'],
      format: percent,
    },
    { name: 'Churn risk', value: prediction.churnRisk, interval: intervals['churn_risk'], format: percent },
    {
      name: 'Resolution',
      value: prediction.resolutionProbability,
      interval: intervals['resolution_probability'],
      format: percent,
    },
    {
      name: 'CSAT, 1 to 5',
      value: prediction.predictedCsat,
      interval: intervals['predicted_csat'],
      format: score,
    },
  ];
};

const drawLine = ({ name, value, interval, format }: Line): readonly HTMLElement[] => {
  if (value === undefined) return [];
  const said = textElement('dd', format.format(value));
  if (interval !== undefined) {
    const range = textElement('span', ` (${format.format(interval.low)} to ${format.format(interval.high)})`);
    range.className = 'quiet';
    said.append(range);
  }
  return [textElement('dt', name), said];
};

/** Turns a name of an alert type or tone, such as `escalation_risk_high`, into words. An organization may have its own names. */
const words = (name: string): string => name.replaceAll('_', ' ').replace('csat', 'CSAT');

const alertName = ({ alertType }: Alert): string => {
  const name = words(alertType);
  return name.charAt(0).toUpperCase() + name.slice(1);
};
