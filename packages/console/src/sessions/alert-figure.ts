import type { Session } from '@undertone/sdk';
import { t } from '../language/text.js';
import { isShare } from '../rules/rule.js';
import { decimal } from '../shell/format.js';
import { percent } from '../words/words.js';

type Alert = Pick<Session['alerts'][number], 'alert_type' | 'value' | 'threshold'>;

/** What an alert was raised at: a share as a percentage, a score as it is. Its type begins with the figure's name. */
export const alertFigure = ({ alert_type: type, value, threshold }: Alert): string => {
  const shown = (figure: number): string =>
    isShare(type.replace(/_(high|low)$/, '')) ? percent(figure) : decimal(figure, 2);
  return t('{value}, the threshold is {threshold}', { value: shown(value), threshold: shown(threshold) });
};
