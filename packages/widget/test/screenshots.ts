/**
 * Draws the panel with a scripted call in the color schemes, widths and directions that a person should look at.
 * Usage: `node packages/widget/scripts/screenshots.mjs OUT_DIR`; npx vite-node is not needed.
 */
import { mkdir } from 'node:fs/promises';
import { bundleForTest, launchBrowser, openWidgetPage } from './widget-page.js';

const VARIANTS = [
  { name: 'light', width: 360, scheme: 'light', lang: 'en', dir: 'ltr' },
  { name: 'dark', width: 360, scheme: 'dark', lang: 'en', dir: 'ltr' },
  { name: 'narrow', width: 240, scheme: 'light', lang: 'de', dir: 'ltr' },
  { name: 'wide', width: 900, scheme: 'light', lang: 'es', dir: 'ltr' },
  { name: 'mixed', width: 360, scheme: 'light', lang: 'en', dir: 'ltr' },
  { name: 'mixed-dark', width: 260, scheme: 'dark', lang: 'de', dir: 'ltr' },
  { name: 'rtl', width: 360, scheme: 'dark', lang: 'en', dir: 'rtl' },
] as const;

/** Writes one PNG per variant into `outDir`. */
export const screenshots = async (outDir: string): Promise<void> => {
  await mkdir(outDir, { recursive: true });
  const files = await bundleForTest();
  const browser = await launchBrowser();
  try {
    for (const variant of VARIANTS) {
      const opened = await openWidgetPage(browser, files, '<undertone-panel></undertone-panel>', {
        viewport: { width: variant.width + 16, height: 1000 },
        colorScheme: variant.scheme,
        lang: variant.lang,
        dir: variant.dir,
        deviceScaleFactor: 2,
      });
      await opened.page.evaluate(async (isMixed) => {
        const { ScriptedSession, directive, playCall, ready, steering } = window.widgetTest;
        const session = new ScriptedSession([
          { id: 'caller', subject: 'customer' },
          { id: 'agent', subject: 'agent' },
        ]);
        const panel = document.querySelector('undertone-panel');
        if (panel === null) throw new Error('no panel');
        panel.session = session;
        session.enter({ kind: 'live' });
        const channels = [{ id: 'room', subject: 'customer' as const, mixed: true }];
        session.emit('ready', ready(isMixed ? { channels } : {}));
        session.emit('warning', { code: 'low_snr', message: '', detail: {} });
        playCall(session, 62);
        session.emit('turn', {
          phase: 'end',
          turnId: 't',
          speakerId: 'spk_1',
          channel: 0,
          startMs: 41_000,
          endMs: 52_000,
        });
        session.emit(
          'directive',
          directive({ audioEndMs: 62_100, quality: { doubts: ['low_snr', 'little_voice'] } }),
        );
        session.emit('identity', {
          speakerId: 'spk_1',
          personId: 'spk_1',
          verified: true,
          evidenceSeconds: 6,
          label: 'Anna Bergström',
        });
        session.emit('vocalEvent', {
          speakerId: 'spk_1',
          channel: 0,
          event: 'laugh',
          startMs: 30_000,
          endMs: 31_200,
          probability: 0.9,
        });
        if (isMixed) {
          for (const [n, who] of ['room_s1', 'room_s2', 'room_s3', 'room_s1'].entries()) {
            const startMs = 52_000 + n * 2_500;
            const turn = { turnId: `m${n}`, speakerId: who, channel: 0, startMs };
            session.emit('turn', { phase: 'end', ...turn, endMs: startMs + 2_200 });
          }
          const evidence = { verified: true, evidenceSeconds: 6 };
          session.emit('identity', { speakerId: 'room_s2', subject: 'agent', ...evidence });
          session.emit('identity', { speakerId: 'room_s3', label: 'Anna Bergström', ...evidence });
          const quality = { doubts: ['little_voice' as const] };
          session.emit('directive', directive({ speakerId: 'room_s1', audioEndMs: 62_350, quality }));
        }
        session.emit('vad', { kind: 'start', channel: 0 });
        session.emit('steering', steering());
        const margin = document.body.style;
        margin.margin = '8px';
        document.querySelector('h1')?.remove();
        document.documentElement.style.colorScheme = 'light dark';
        await new Promise((resolve) => setTimeout(resolve, 700));
        const emotion = panel.shadowRoot?.querySelector('undertone-emotion');
        if (emotion) emotion.open = true;
        const turns = panel.shadowRoot?.querySelector('undertone-turns');
        if (turns) turns.open = true;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }, variant.name.startsWith('mixed'));
      await opened.page.screenshot({ path: `${outDir}/${variant.name}.png`, fullPage: true });
      for (const problem of opened.problems) throw new Error(`${variant.name}: ${problem}`);
      await opened.close();
    }
  } finally {
    await browser.close();
  }
};
