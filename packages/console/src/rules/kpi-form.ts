import { html, nothing, type TemplateResult } from 'lit';
import type { Kpi } from './rule.js';
import { t } from '../language/text.js';

interface KpiForm {
  readonly kind: Kpi['kind'];
  readonly busy: boolean;
  readonly choose: (kind: Kpi['kind']) => void;
  readonly submit: (event: SubmitEvent) => void;
}

const KINDS: readonly { readonly value: Kpi['kind']; readonly title: string }[] = [
  { value: 'binary', title: t('yes or no') },
  { value: 'scalar', title: t('a number') },
  { value: 'categorical', title: t('one of several') },
];

export const kpiForm = ({ kind, busy, choose, submit }: KpiForm): TemplateResult =>
  html`<form class="row" aria-label=${t('New KPI')} @submit=${submit}>
    <label
      >${t('Name')}
      <input name="name" required pattern="[a-z][a-z0-9_]{0,39}" placeholder="sold_upgrade" />
    </label>
    <label class="grow">${t('Description')} <input name="description" maxlength="200" /></label>
    <label
      >${t('It is')}
      <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as Kpi['kind'])}>
        ${KINDS.map(
          ({ value, title }) => html`<option value=${value} ?selected=${value === kind}>${title}</option>`,
        )}
      </select></label
    >
    ${
      kind === 'scalar'
        ? html`<label>${t('From')} <input name="min" type="number" step="any" required /></label>
            <label>${t('To')} <input name="max" type="number" step="any" required /></label>`
        : nothing
    }
    ${
      kind === 'categorical'
        ? html`<label class="grow"
            >${t('Categories, with commas')}
            <input name="categories" required placeholder=${t('sold, called back, lost')}
          /></label>`
        : html`<label
            >${t('Good is')}
            <select name="direction">
              <option value="higher_is_better">${kind === 'binary' ? 'yes' : 'more'}</option>
              <option value="lower_is_better">${kind === 'binary' ? 'no' : 'less'}</option>
              <option value="neutral">${t('neither')}</option>
            </select></label
          >`
    }
    <button class="main" aria-disabled=${busy}>${t('Define KPI')}</button>
  </form>`;

export const readKpi = (form: HTMLFormElement, kind: Kpi['kind']): Kpi => {
  const fields = new FormData(form);
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const described = text('description') === '' ? {} : { description: text('description') };
  const named = { name: text('name'), ...described };
  if (kind === 'categorical') {
    const categories = text('categories')
      .split(',')
      .map((category) => category.trim());
    return { kind, ...named, categories: categories.filter((category) => category !== '') };
  }
  const direction = text('direction') as 'higher_is_better' | 'lower_is_better' | 'neutral';
  return kind === 'binary'
    ? { kind, ...named, direction }
    : { kind, ...named, direction, min: Number(text('min')), max: Number(text('max')) };
};
