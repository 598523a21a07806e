import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { SessionListItem } from '@undertone/sdk';
import { call } from '../api/call.js';
import { formatDate, formatNumber } from '../shell/format.js';
import { View } from '../shell/view.js';

interface SessionPage {
  readonly sessions: readonly SessionListItem[];
  readonly next_cursor: string | null;
}

/** Conversations, newest first, in pages. */
export class SessionsView extends View {
  static override properties: PropertyDeclarations = {
    ...View.properties,
    sessions: { state: true },
    cursor: { state: true },
  };

  declare private sessions: readonly SessionListItem[];
  declare private cursor: string | null;

  constructor() {
    super();
    this.sessions = [];
    this.cursor = null;
  }

  protected override async load(signal: AbortSignal): Promise<void> {
    const page = await call<SessionPage>('GET', '/v1/sessions?limit=50', undefined, signal);
    this.sessions = page.sessions;
    this.cursor = page.next_cursor;
  }

  protected override render(): TemplateResult {
    return html`
      <div class="row">
        <h1 class="grow" tabindex="-1">Sessions</h1>
        <button type="button" aria-disabled=${this.busy} @click=${this.refresh}>Refresh</button>
      </div>
      ${this.problems()} ${this.sessions.length === 0 ? this.empty() : this.table()}
      ${
        this.cursor === null
          ? nothing
          : html`<button type="button" aria-disabled=${this.busy} @click=${this.more}>Show more</button>`
      }
    `;
  }

  private empty(): TemplateResult | typeof nothing {
    return this.loaded
      ? html`<p class="card quiet">
          No conversation yet. A live stream makes one, so does <code>POST /v1/sessions</code>, and so does an
          analysis with a <code>session_id</code>.
        </p>`
      : nothing;
  }

  private table(): TemplateResult {
    return html`<div class="card scroll" role="group" aria-label="Conversations" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Session</th>
            <th scope="col">State</th>
            <th scope="col">Vertical</th>
            <th scope="col">Utterances</th>
            <th scope="col">Began</th>
            <th scope="col">Last heard</th>
          </tr>
        </thead>
        <tbody>
          ${this.sessions.map(
            (session) =>
              html`<tr>
                <th scope="row">
                  <a href="#sessions/${encodeURIComponent(session.id)}"><code>${session.id}</code></a>
                </th>
                <td><span class="badge ${session.state}">${session.state}</span></td>
                <td>${session.vertical}</td>
                <td class="number">${formatNumber(session.utterance_count)}</td>
                <td class="date">${formatDate(session.created_at)}</td>
                <td class="date">${formatDate(session.updated_at)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  private readonly refresh = (): void => {
    void this.run(async () => {
      if (await this.reload()) this.announce('The list is up to date');
    });
  };

  private readonly more = (): void => {
    void this.run(async () => {
      if (this.cursor === null) return;
      const query = new URLSearchParams({ limit: '50', cursor: this.cursor });
      const page = await call<SessionPage>('GET', `/v1/sessions?${query}`);
      this.sessions = [...this.sessions, ...page.sessions];
      this.cursor = page.next_cursor;
    });
  };
}
