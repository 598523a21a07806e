import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { choose } from '../shell/choose.js';
import { formatMoment } from '../shell/format.js';
import { ACTION_WORDS, actorWords } from './audit-words.js';
import { LogPage } from './log-page.js';
import { t } from '../language/text.js';

interface AuditEntry {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly actor_name: string | null;
  readonly action: string;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** What was done to the organization, and by whom: for good. */
export class AuditView extends LogPage<AuditEntry> {
  protected readonly place = '#log/audit';
  protected readonly path = '/v1/audit';
  protected readonly heading = t('Audit log');
  protected readonly filterNames = ['action', 'actor'];

  protected read(answer: unknown): { rows: readonly AuditEntry[]; next: string | null } {
    const { entries, next_before: before } = answer as {
      entries: readonly AuditEntry[];
      next_before: number | null;
    };
    return { rows: entries, next: before === null ? null : `before=${before}` };
  }

  protected filters(asked: URLSearchParams): TemplateResult {
    const actions = Object.entries(ACTION_WORDS).map(([value, title]) => ({ value, title }));
    return html`${choose(t('What'), 'action', [{ value: '', title: t('anything') }, ...actions], asked)}
    ${
      asked.has('actor')
        ? html`<input type="hidden" name="actor" .value=${asked.get('actor') ?? ''} />
            <a href="#log/audit">${t('By anybody')}</a>`
        : nothing
    }`;
  }

  protected table(): TemplateResult {
    return html`<div class="card scroll" role="group" aria-label=${t('Audit log')} tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${t('Time')}</th>
            <th scope="col">${t('What')}</th>
            <th scope="col">${t('Who')}</th>
            <th scope="col">${t('Details')}</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            this.rows,
            ({ seq }) => seq,
            (entry) =>
              html`<tr>
                <td class="date">${formatMoment(entry.at)}</td>
                <th scope="row">${ACTION_WORDS[entry.action] ?? entry.action}</th>
                <td>
                  <a href="#log/audit?actor=${encodeURIComponent(entry.actor)}"
                    >${entry.actor_name ?? actorWords(entry.actor)}</a
                  >
                </td>
                <td class="address">${detailText(entry.detail)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

const detailText = (detail: AuditEntry['detail']): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value ?? 'none'}`)
    .join(', ');
