import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { choose } from '../shell/choose.js';
import { formatMoment } from '../shell/format.js';
import { LogPage } from './log-page.js';
import { t } from '../language/text.js';

interface LoggedRequest {
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly key_id: string | null;
  readonly key_name: string | null;
  readonly member_id: string | null;
}

const STATUSES = [
  { value: '', title: t('any') },
  { value: 'ok', title: t('worked') },
  { value: 'error', title: t('failed') },
  { value: 'client_error', title: t('refused (4xx)') },
  { value: 'server_error', title: t('the relay’s fault (5xx)') },
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Which requests there were in the last week: never what they said. */
export class RequestsView extends LogPage<LoggedRequest> {
  protected readonly place = '#log';
  protected readonly path = '/v1/requests';
  protected readonly heading = t('Requests');
  protected readonly filterNames = ['status', 'method', 'route', 'key_id', 'member_id'];

  protected read(answer: unknown): { rows: readonly LoggedRequest[]; next: string | null } {
    const { requests, next_cursor: cursor } = answer as {
      requests: readonly LoggedRequest[];
      next_cursor: string | null;
    };
    return { rows: requests, next: cursor === null ? null : `cursor=${encodeURIComponent(cursor)}` };
  }

  protected filters(asked: URLSearchParams): TemplateResult {
    return html`${choose(t('Result'), 'status', STATUSES, asked)}
      ${choose(
        t('Method'),
        'method',
        [{ value: '', title: t('any') }, ...METHODS.map((value) => ({ value, title: value }))],
        asked,
      )}
      <label class="grow"
        >${t('Route')}
        <input
          name="route"
          .value=${asked.get('route') ?? ''}
          placeholder="/v1/sessions/:id"
          autocomplete="off"
      /></label>
      ${['key_id', 'member_id'].map((name) =>
        asked.has(name)
          ? html`<input type="hidden" name=${name} .value=${asked.get(name) ?? ''} />`
          : nothing,
      )}`;
  }

  protected table(): TemplateResult {
    return html`<div class="card scroll" role="group" aria-label=${t('Requests')} tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${t('Time')}</th>
            <th scope="col">${t('Request')}</th>
            <th scope="col">${t('Status')}</th>
            <th scope="col">${t('Took')}</th>
            <th scope="col">${t('Who')}</th>
            <th scope="col">${t('Request id')}</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            this.rows,
            ({ id }) => id,
            (request) =>
              html`<tr>
                <td class="date">${formatMoment(request.at)}</td>
                <th scope="row">
                  <code
                    >${request.method}
                    <a href="#log?route=${encodeURIComponent(request.route)}">${request.route}</a></code
                  >
                </th>
                <td class="number">${request.status}</td>
                <td class="number">${Math.round(request.duration_ms)} ms</td>
                <td><a href=${byOf(request)}>${request.key_name ?? t('a former key')}</a></td>
                <td><code>${request.id}</code></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

/** What else the same key or member asked for. */
const byOf = ({ key_id: key, member_id: member }: LoggedRequest): string =>
  member === null
    ? `#log?key_id=${encodeURIComponent(key ?? '')}`
    : `#log?member_id=${encodeURIComponent(member)}`;
