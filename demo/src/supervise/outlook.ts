import type { ObservedSession } from '@undertone/client/observe';
import type { PanelMood } from '@undertone/widget';
import type { Alert, Interval, SessionPrediction } from '@undertone/protocol';
import { element, textElement } from '../desk/element.js';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
const score = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** An alert, and when it was raised; undefined when that was before the supervisor came. */
interface Raised {
  readonly alert: Alert;
  readonly at: Date | undefined;
}

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

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
  private raised = new Map<string, Raised>();
  private stop: () => void = () => undefined;
  private isOver = false;

  /** @param tell announces an alert to a screen reader */
  constructor(private readonly tell: (news: string) => void) {}

  /** Follows a session and drops the one before. */
  follow(session: ObservedSession): void {
    this.clear();
    const stops = [
      session.on('snapshot', ({ prediction, alerts }) => {
        this.raised = new Map(alerts.map((alert) => [alert.alertId, { alert, at: undefined }]));
        this.draw(prediction);
      }),
      session.on('prediction', (prediction) => this.draw(prediction)),
      session.on('alert', (alert) => {
        this.raised.set(alert.alertId, { alert, at: new Date() });
        this.drawAlerts();
        this.tell(`Alert: ${alertName(alert)}.`);
      }),
    ];
    this.stop = () => stops.forEach((stop) => stop());
  }

  clear(): void {
    this.stop();
    this.stop = () => undefined;
    this.raised.clear();
    this.isOver = false;
    this.alerts.replaceChildren();
    this.predictions.replaceChildren();
    this.advice.replaceChildren();
    this.card.hidden = true;
  }

  /** The call is over: there is nothing to recommend any more. */
  end(): void {
    this.advice.replaceChildren();
    this.isOver = true;
  }

  /**
   * Shows what the panel beside it recommends. The prediction's own advice is about the call up to its last utterance, and would
   * contradict the mood of this moment.
   */
  recommend(mood: PanelMood | undefined): void {
    if (this.isOver || mood === undefined || mood.advice === '') this.advice.replaceChildren();
    else {
      const age = mood.age === '' ? '' : ` (${mood.age})`;
      this.advice.dataset['tone'] = mood.isDim ? 'none' : mood.tone;
      this.advice.replaceChildren(textElement('h3', `${mood.word}${age}`), textElement('p', mood.advice));
    }
  }

  private drawAlerts(): void {
    const newestFirst = [...this.raised.values()].reverse();
    this.alerts.replaceChildren(
      ...newestFirst.map(({ alert, at }) => {
        const item = document.createElement('li');
        // With its time: it says what was, and the mood beside it what is.
        item.append(
          textElement('b', alertName(alert)),
          textElement('p', at === undefined ? 'Earlier in this call' : `At ${clock.format(at)}`),
        );
        return item;
      }),
    );
  }

  private draw(prediction: SessionPrediction | undefined): void {
    this.card.hidden = false;
    this.drawAlerts();
    if (prediction === undefined) {
      this.predictions.replaceChildren();
      this.basis.textContent = 'Predictions come with the first words that were said to an end.';
      return;
    }
    this.predictions.replaceChildren(...linesOf(prediction).flatMap(drawLine));
    const { utterancesSeen, trajectory } = prediction;
    const seen = utterancesSeen === 1 ? '1 utterance' : `${utterancesSeen} utterances`;
    this.basis.textContent = `After ${seen}${trajectory === undefined ? '' : `, ${trajectory} over the call`}. What may come of it; in brackets, the likely range.`;
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
