/** Trusted Types in Chromium: neither demo nor console nor reference turns text into markup or code, and all still work. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signInto } from '../support/console-page.js';
import { useRelayAndBrowser } from '../support/relay-and-browser.js';

const rig = useRelayAndBrowser();

/** Opens a page that remembers what its policy refused. */
const open = async (path: string): Promise<{ page: Page; refused: string[] }> => {
  const page = await rig.browser.newPage();
  const refused: string[] = [];
  await page.exposeFunction('noteRefusal', (text: string) => refused.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      (window as unknown as { noteRefusal(text: string): void }).noteRefusal(
        `${event.violatedDirective} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
      );
    });
  });
  page.on('pageerror', (error) => refused.push(error.message));
  await page.goto(`${rig.relay.url}${path}`, { waitUntil: 'commit' });
  return { page, refused };
};

/** What an attacker who can write into the page’s text would need. */
const tryMarkup = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const attempts: Record<string, () => unknown> = {
      innerHTML: () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
      worker: () => new Worker('/evil.js'),
      script: () => (document.createElement('script').src = '/evil.js'),
    };
    return Object.entries(attempts).flatMap(([name, attempt]) => {
      try {
        attempt();
        return [name];
      } catch (error) {
        return error instanceof TypeError ? [] : [`${name}: ${String(error)}`];
      }
    });
  });

describe('Trusted Types', () => {
  it('hold in the demo, whose call begins with its workers', async () => {
    const { page, refused } = await open('/');
    await page.locator('undertone-panel').first().waitFor({ state: 'attached' });
    expect(refused).toEqual([]);
    expect(await tryMarkup(page)).toEqual([]);
    await page.close();
  });

  it('hold in the console, signed in', async () => {
    const { page, refused } = await open('/console/');
    await signInto(page, rig.relay.key);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(refused).toEqual([]);
    expect(await tryMarkup(page)).toEqual([]);
    await page.close();
  });

  it('hold in the reference, whose descriptions are shown all the same', async () => {
    const { page, refused } = await open('/docs');
    // It is a long page: the renderer needs seconds, and more on a busy machine.
    await page.locator('.renderedMarkdown p').first().waitFor({ timeout: 90_000 });
    expect(await page.locator('.renderedMarkdown code').count()).toBeGreaterThan(0);
    expect(refused).toEqual([]);
    expect(await tryMarkup(page)).toEqual([]);
    // What looks like text and is not.
    const sly = [
      '<a href="javascript:alert(1)">x</a>',
      '<a href="https://a" onclick="alert(1)">x</a>',
      '<p onclick="alert(1)">x</p>',
      '<<p>img src=x onerror=alert(1)>',
      '<!--<p>--><svg onload=alert(1)>',
    ];
    const passed = await page.evaluate(
      (texts) =>
        texts.filter((text) => {
          try {
            document.createElement('div').innerHTML = text;
            return true;
          } catch {
            return false;
          }
        }),
      sly,
    );
    expect(passed).toEqual([]);
    await page.close();
  }, 120_000);
});
