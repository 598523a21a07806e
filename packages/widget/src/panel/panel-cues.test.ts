import { describe, expect, it } from 'vitest';
import { widgetPages } from '../../test/widget-pages.js';

const widget = widgetPages();

describe('cue cards', () => {
  it('report once that they are shown, and every answer with the time it took', async () => {
    const page = await widget.heatedCall();
    const seen = page.evaluate(
      () =>
        new Promise((resolve) =>
          document.addEventListener('undertone-cue-feedback', (e) => resolve(e.detail.action), {
            once: true,
          }),
        ),
    );
    await page.getByRole('button', { name: 'Will do' }).click();
    expect(await seen).toBe('accepted');
    await page.getByRole('heading', { name: 'Slow down' }).waitFor({ state: 'detached' });
    const feedback = await page.evaluate(() => window.session.feedback);
    expect(feedback.map((entry) => entry.action)).toEqual(['shown', 'accepted']);
    expect(feedback[1]!.afterMs).toBeGreaterThan(0);
  });

  it.each([
    ['Later', 'snoozed'],
    ['Dismiss', 'dismissed'],
    ['Not useful', 'not_useful'],
  ])('disappear when the agent clicks "%s", which reports %s', async (name, action) => {
    const page = await widget.heatedCall();
    await page.getByRole('button', { name }).click();
    await page.getByRole('heading', { name: 'Slow down' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.session.feedback.at(-1)!.action)).toBe(action);
  });

  it('disappear when the call ends, and one that arrives later disappears when it is answered', async () => {
    const page = await widget.heatedCall();
    await page.evaluate(() => {
      window.session.sendFeedback = () => {
        throw new Error('the session is over');
      };
      window.session.enter({ kind: 'ended', reason: 'ended_by_client' });
    });
    const card = page.getByRole('heading', { name: 'Slow down' });
    await card.waitFor({ state: 'detached' });
    await page.evaluate(() =>
      window.session.emit('steering', window.widgetTest.steering({ cueId: 'cue_late' })),
    );
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await card.waitFor({ state: 'detached' });
  });

  it('disappear when a new cue supersedes them', async () => {
    const page = await widget.heatedCall();
    await page.evaluate(() => {
      const cue = { title: 'Mirror the calm', body: '', tips: [], severity: 'info', ttlMs: 30_000 };
      window.session.emit(
        'steering',
        window.widgetTest.steering({ cueId: 'cue_2', supersedes: 'cue_1', mode: 'mirror_calm', cue }),
      );
    });
    await page.getByRole('heading', { name: 'Mirror the calm' }).waitFor();
    expect(await page.locator('undertone-cue').count()).toBe(1);
  });

  it('name the agent when they are about the agent, and do not change the customer’s part', async () => {
    const page = await widget.heatedCall();
    const before = await page.locator('undertone-escalation').first().textContent();
    await page.evaluate(() => {
      const { ready, steering } = window.widgetTest;
      const channels = [{ subject: 'customer' as const }, { subject: 'agent' as const }];
      const policy = { agentAnalysis: true, retention: 'none' };
      window.session.emit('ready', ready({ channels, policy }));
      const cue = { title: 'Take a breath', body: '', tips: [], severity: 'notice', ttlMs: 30_000 };
      const about = { channel: 1, speakerId: 'agent' };
      window.session.emit('steering', steering({ cueId: 'cue_2', mode: 'agent_overheated', cue, ...about }));
    });
    const card = page.locator('undertone-cue').filter({ hasText: 'Take a breath' });
    await card.getByText('Agent', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Agent' }).getByText('Upset', { exact: true }).waitFor();
    const customers = page.getByRole('region', { name: 'Customer' }).locator('undertone-escalation');
    expect(await customers.textContent()).toBe(before);
    expect(
      await page.locator('undertone-cue').filter({ hasText: 'Slow down' }).getByText('Agent').count(),
    ).toBe(0);
  });

  it('are spoken when they arrive, even with the words of the last one, and not again when a newer one disappears', async () => {
    const page = await widget.heatedCall();
    const said = page.getByRole('alert').locator('p');
    expect(await said.allTextContents()).toEqual([expect.stringContaining('Slow down and name the problem')]);
    await page.evaluate(() => {
      const told: string[] = [];
      Object.assign(window, { told });
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node instanceof HTMLElement) told.push(node.textContent);
      }).observe(window.panel.shadowRoot!.querySelector('[role=alert]')!, { subtree: true, childList: true });
    });
    const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
    await page.evaluate(() =>
      window.session.emit('steering', window.widgetTest.steering({ cueId: 'cue_2', supersedes: 'cue_1' })),
    );
    await expect.poll(told).toEqual([expect.stringContaining('Slow down and name the problem')]);
    await page.evaluate(() => {
      const cue = { title: 'Another', body: '', tips: [], severity: 'info', ttlMs: 30_000 };
      window.session.emit('steering', window.widgetTest.steering({ cueId: 'cue_3', cue }));
    });
    await expect.poll(told).toHaveLength(2);
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await page.getByRole('heading', { name: 'Another' }).waitFor({ state: 'detached' });
    expect(await told()).toHaveLength(2);
  });

  it('stay while they have the focus, and the focus stays in the panel when they are superseded', async () => {
    const page = await widget.heatedCall();
    const card = page.getByRole('heading', { name: 'Slow down' });
    const later = (ms: number, observers: number) =>
      page.evaluate(
        ([by, count]) => {
          const now = performance.now.bind(performance);
          performance.now = () => now() + by;
          window.session.emit('presence', { observers: count });
        },
        [ms, observers] as const,
      );
    await page.getByRole('button', { name: 'Later' }).focus();
    await later(60_000, 2);
    await page.getByText('2 people').waitFor();
    await card.waitFor();
    await page.evaluate(() => {
      const cue = { title: 'Another', body: '', tips: [], severity: 'info', ttlMs: 30_000 };
      const steering = window.widgetTest.steering({ cueId: 'cue_2', supersedes: 'cue_1', cue });
      window.session.emit('steering', steering);
    });
    await card.waitFor({ state: 'detached' });
    const focused = () => page.evaluate(() => window.panel.shadowRoot!.activeElement?.className);
    expect(await focused()).toBe('cues');
    await later(60_000, 3);
    await page.getByRole('heading', { name: 'Another' }).waitFor({ state: 'detached' });
  });

  it('disappear when their time is over', async () => {
    const page = await widget.heatedCall();
    await page.evaluate(() => {
      const cue = { title: 'Short one', body: '', tips: [], severity: 'info', ttlMs: 300 };
      window.session.emit('steering', window.widgetTest.steering({ cueId: 'cue_2', cue }));
    });
    await page.getByRole('heading', { name: 'Short one' }).waitFor();
    await page.getByRole('heading', { name: 'Short one' }).waitFor({ state: 'detached' });
  });

  it('are spoken once in the assertive region, and the state in the polite region', async () => {
    const page = await widget.heatedCall();
    await page.evaluate(async () => {
      let changes = 0;
      const alert = window.panel.shadowRoot!.querySelector('[role=alert]')!;
      new MutationObserver(() => (changes += 1)).observe(alert, {
        subtree: true,
        characterData: true,
        childList: true,
      });
      for (let step = 0; step < 8; step += 1) {
        window.session.emit('directive', window.widgetTest.directive({ audioEndMs: 63_000 + step * 250 }));
        await new Promise((resolve) => setTimeout(resolve, 110));
      }
      Object.assign(window, { changes });
    });
    expect(await page.evaluate(() => (window as unknown as { changes: number }).changes)).toBe(0);
    expect(await page.getByRole('alert').textContent()).toContain('Slow down and name the problem');
    expect(await page.getByRole('status').textContent()).toContain('Connected');
  });

  it('leave nothing in the page when they are gone, however many there were', async () => {
    const page = await widget.heatedCall();
    const markers = () =>
      page.evaluate(() => {
        const all = document.createTreeWalker(window.panel.shadowRoot!, NodeFilter.SHOW_COMMENT);
        let count = 0;
        while (all.nextNode() !== null) count += 1;
        return count;
      });
    const answered = async (number: number) => {
      const title = `Cue ${number}`;
      await page.evaluate((name) => {
        const { steering } = window.widgetTest;
        const cue = { ...steering().cue!, title: name };
        window.session.emit('steering', steering({ cueId: name, cue }));
      }, title);
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).first().click();
      await page.getByRole('heading', { name: title, exact: true }).waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await answered(1);
    const before = await markers();
    for (const number of [2, 3, 4, 5]) await answered(number);
    expect(await markers()).toBe(before);
  });
});
