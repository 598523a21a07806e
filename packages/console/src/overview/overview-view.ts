import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { formatNumber } from '../shell/format.js';
import { View } from '../shell/view.js';
import { emotionWord, hueOf, hueOfMood, moodWord, percent } from '../words/words.js';
import type { Series } from './bar-chart.js';
import { csvLink, csvOf } from './csv.js';
import {
  lastDays,
  loadOverview,
  type OverviewData,
  type Period,
  type Range,
  startsOf,
} from './overview-data.js';
import { outcomeLines } from './outcome-words.js';
import { locale } from '../language/language.js';
import { t } from '../language/text.js';

const RANGES = [
  { days: 7, title: t('Last 7 days') },
  { days: 30, title: t('Last 30 days') },
  { days: 90, title: t('Last 90 days') },
  { days: 365, title: t('Last year') },
] as const;

const day = new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The whole house by day and week. */
export class OverviewView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    data: { state: true },
    days: { state: true },
    by: { state: true },
  };

  declare private data: OverviewData | undefined;
  declare private days: number;
  declare private by: Range['by'];

  constructor() {
    super();
    this.data = undefined;
    this.days = 30;
    this.by = 'day';
  }

  private get range(): Range {
    return { ...lastDays(this.days, Date.now()), by: this.by };
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    this.data = await loadOverview(this.range, this.rights.may('GET /v1/usage'), signal);
  }

  protected override render(): TemplateResult {
    return html`
      <h1 tabindex="-1">${t('Overview')}</h1>
      ${this.problems()}
      <form
        class="card row"
        aria-label=${t('Range')}
        @change=${this.choose}
        @submit=${(event: Event) => event.preventDefault()}
      >
        <label
          >${t('Range')}
          <select name="days">
            ${RANGES.map(
              ({ days, title }) =>
                html`<option value=${days} ?selected=${days === this.days}>${title}</option>`,
            )}
          </select></label
        >
        <label
          >${t('By')}
          <select name="by">
            <option value="day" ?selected=${this.by === 'day'}>${t('Day')}</option>
            <option value="week" ?selected=${this.by === 'week'}>${t('Week')}</option>
          </select></label
        >
        <p class="quiet">
          ${t('Days are in UTC. Calls that go on are not counted yet. Nothing here is by agent.')}
        </p>
      </form>
      ${this.data === undefined ? nothing : this.picture(this.data)}
    `;
  }

  private picture({ periods, credits }: OverviewData): TemplateResult {
    const starts = startsOf(this.range);
    const at = new Map(periods.map((period) => [period.start, period]));
    const of = (read: (period: Period) => number): readonly number[] =>
      starts.map((start) => {
        const period = at.get(start);
        return period === undefined ? 0 : read(period);
      });
    const labels = starts.map((start) => day.format(new Date(`${start}T00:00:00Z`)));
    const chart = (heading: string, file: string, series: readonly Series[], unit = ''): TemplateResult =>
      html`<ut-bars
        .heading=${heading}
        .file=${file}
        .periods=${labels}
        .series=${series}
        .unit=${unit}
      ></ut-bars>`;
    return html`
      ${this.totals(periods, credits)}
      <div class="charts">
        ${chart(t('Calls'), 'calls', [{ title: t('Calls'), kind: 'plain', values: of(({ calls }) => calls) }])}
        ${chart(t('Minutes'), 'minutes', [{ title: t('Minutes'), kind: 'plain', values: of(({ minutes }) => minutes) }], t(' min'))}
        ${chart(
          t('How customers sounded'),
          'moods',
          longestFirst(periods.map(({ moods }) => moods)).map((mood) => ({
            title: moodWord(mood),
            kind: `${hueOfMood(mood)} ${mood}`,
            values: of(({ moods }) => moods[mood] ?? 0),
          })),
          t(' min'),
        )}
        ${chart(
          t('Emotions in their speech'),
          'emotions',
          longestFirst(periods.map(({ emotions }) => emotions)).map((label) => ({
            title: emotionWord(label),
            kind: `${hueOf(label)} ${label}`,
            values: of(({ emotions }) => emotions[label] ?? 0),
          })),
          t(' min'),
        )}
        ${chart(t('Escalations'), 'escalations', [
          { title: t('Calmed'), kind: 'pleased', values: of(({ calmed }) => calmed) },
          {
            title: t('Not calmed'),
            kind: 'upset',
            values: of(({ escalations, calmed }) => escalations - calmed),
          },
        ])}
        ${chart(t('Cues to agents'), 'cues', [
          { title: t('Taken up'), kind: 'pleased', values: of(({ cues }) => cues.accepted) },
          { title: t('Dismissed'), kind: 'tense', values: of(({ cues }) => cues.dismissed) },
          { title: t('Not useful'), kind: 'upset', values: of(({ cues }) => cues.not_useful) },
          {
            title: t('Without an answer'),
            kind: 'unsure',
            values: of(({ cues }) => cues.given - cues.accepted - cues.dismissed - cues.not_useful),
          },
        ])}
        ${
          credits === undefined
            ? nothing
            : chart(t('Cost'), 'cost', [
                {
                  title: t('Credits'),
                  kind: 'plain',
                  values: starts.map((start) => credits.get(start) ?? 0),
                },
              ])
        }
      </div>
      ${this.outcomes(periods)}
    `;
  }

  private totals(periods: readonly Period[], credits: OverviewData['credits']): TemplateResult {
    const sum = (read: (period: Period) => number): number =>
      periods.reduce((total, period) => total + read(period), 0);
    const escalations = sum(({ escalations: of }) => of);
    const given = sum(({ cues }) => cues.given);
    const share = (part: number, whole: number): string => (whole === 0 ? '–' : percent(part / whole));
    const spent = [...(credits?.values() ?? [])].reduce((total, of) => total + of, 0);
    const figures = [
      [t('Calls'), formatNumber(sum(({ calls }) => calls))],
      [t('Minutes'), formatNumber(sum(({ minutes }) => minutes))],
      [t('Escalations'), formatNumber(escalations)],
      [
        t('Of them calmed'),
        share(
          sum(({ calmed }) => calmed),
          escalations,
        ),
      ],
      [t('Cues'), formatNumber(given)],
      [
        t('Taken up'),
        share(
          sum(({ cues }) => cues.accepted),
          given,
        ),
      ],
      ...(credits === undefined ? [] : [[t('Credits'), formatNumber(spent)] as const]),
    ];
    return html`<dl class="card figures">
      ${figures.map(
        ([title, value]) =>
          html`<div>
            <dt>${title}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`;
  }

  private outcomes(periods: readonly Period[]): TemplateResult {
    const lines = outcomeLines(periods);
    return html`<section class="card" aria-labelledby="came-title">
      <h2 id="came-title">${t('What was expected, and what came')}</h2>
      ${
        lines.length === 0
          ? html`<p class="quiet">
              ${t('No outcome is known in these days. Say how a call ended on its page, or with this request:')}
              <code>POST /v1/sessions/{id}/outcome</code>
            </p>`
          : html`<div class="scroll" role="group" aria-labelledby="came-title" tabindex="0">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">${t('Outcome')}</th>
                      <th scope="col">${t('Calls with one')}</th>
                      <th scope="col">${t('Expected')}</th>
                      <th scope="col">${t('Came')}</th>
                      <th scope="col">${t('In words')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${lines.map(
                      ({ title, calls, expected, came, verdict }) =>
                        html`<tr>
                          <th scope="row">${title}</th>
                          <td class="number">${formatNumber(calls)}</td>
                          <td class="number">${expected}</td>
                          <td class="number">${came}</td>
                          <td>${verdict}</td>
                        </tr>`,
                    )}
                  </tbody>
                </table>
              </div>
              ${csvLink(
                'outcomes',
                'outcomes',
                csvOf(
                  ['outcome', 'calls', 'expected', 'came', 'in words'],
                  lines.map(({ title, calls, expected, came, verdict }) => [
                    title,
                    calls,
                    expected,
                    came,
                    verdict,
                  ]),
                ),
              )}`
      }
    </section>`;
  }

  private readonly choose = (event: Event): void => {
    const form = new FormData(event.currentTarget as HTMLFormElement);
    this.days = Number(form.get('days'));
    this.by = form.get('by') === 'week' ? 'week' : 'day';
    void this.reload().then((arrived) => {
      if (arrived) this.announce(t('The overview is up to date'));
    });
  };
}

/** The names of what lasted, the longest first. */
const longestFirst = <Name extends string>(
  lasted: readonly Readonly<Partial<Record<Name, number>>>[],
): readonly Name[] => {
  const minutes = new Map<Name, number>();
  for (const each of lasted)
    for (const [name, more] of Object.entries(each) as [Name, number][])
      minutes.set(name, (minutes.get(name) ?? 0) + more);
  return [...minutes].sort((a, b) => b[1] - a[1]).map(([name]) => name);
};
