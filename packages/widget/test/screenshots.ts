/**
 * Draws the panel's three sizes in the middle of a recorded call, light and dark, in three languages, for the README and for a person to
 * look at. Usage: `node packages/widget/scripts/screenshots.mjs OUT_DIR`.
 */
import { mkdir, readFile } from 'node:fs/promises';
import type { AgentSteering, Directive } from '@undertone/protocol';
import { bundleForTest, launchBrowser, openWidgetPage } from './widget-page.js';

interface Variant {
  readonly name: string;
  readonly width: number;
  readonly size: 'strip' | 'card' | 'full';
  readonly scheme: 'light' | 'dark';
  readonly lang: string;
  readonly dir?: 'rtl';
  /** How much of the call has been played, or that it is over. */
  readonly until?: number | 'end';
}

const SIZES = [
  { size: 'strip', width: 320 },
  { size: 'card', width: 360 },
  { size: 'full', width: 360 },
] as const;

const VARIANTS: readonly Variant[] = [
  ...(['light', 'dark'] as const).flatMap((scheme) =>
    ['en', 'de', 'pl'].flatMap((lang) =>
      SIZES.map(({ size, width }) => ({ name: `${size}-${scheme}-${lang}`, size, width, scheme, lang })),
    ),
  ),
  { name: 'card-rtl', size: 'card', width: 360, scheme: 'dark', lang: 'en', dir: 'rtl' },
  { name: 'card-narrow', size: 'card', width: 240, scheme: 'light', lang: 'de' },
  { name: 'full-wide', size: 'full', width: 900, scheme: 'light', lang: 'es' },
  { name: 'card-after', size: 'card', width: 360, scheme: 'light', lang: 'en', until: 'end' },
  { name: 'strip-after', size: 'strip', width: 320, scheme: 'light', lang: 'en', until: 'end' },
  { name: 'card-calm', size: 'card', width: 360, scheme: 'light', lang: 'en', until: 0.25 },
];

type Recorded =
  | { readonly atMs: number; readonly kind: 'directive'; readonly value: Directive }
  | { readonly atMs: number; readonly kind: 'agent_steering'; readonly value: AgentSteering };

/** The relay tells cues in the language of the call. */
const inLanguage = (messages: readonly Recorded[], cues: readonly Recorded[] = []): readonly Recorded[] =>
  messages.map((message) =>
    message.kind === 'directive'
      ? message
      : (cues.find(({ atMs, kind }) => kind === message.kind && atMs === message.atMs) ?? message),
  );

/** A word that shows that the call is drawn, in its language; the strip says no more than the mood. */
const ANALYZED: Readonly<Record<string, RegExp>> = {
  en: /^\s*(Upset|Calm)\s*$/,
  de: /^\s*Aufgebracht\s*$/,
  pl: /^\s*Wzburzenie\s*$/,
  es: /^\s*Enfado\s*$/,
};
const ENDED: Readonly<Record<string, RegExp>> = { en: /Call ended/ };

/** Writes one PNG per variant into `outDir`. */
export const screenshots = async (outDir: string): Promise<void> => {
  await mkdir(outDir, { recursive: true });
  const files = await bundleForTest();
  const recorded = await readFile(new URL('sample-call.json', import.meta.url), 'utf8');
  const messages = JSON.parse(recorded) as readonly Recorded[];
  const cuesFile = await readFile(new URL('sample-cues.json', import.meta.url), 'utf8');
  const translated = JSON.parse(cuesFile) as Partial<Record<string, readonly Recorded[]>>;
  const browser = await launchBrowser();
  try {
    for (const variant of VARIANTS) {
      const { name, width, size, scheme, lang, dir = 'ltr', until = 'cue' } = variant;
      const markup = `<undertone-panel size="${size}"></undertone-panel>`;
      const opened = await openWidgetPage(browser, files, markup, {
        viewport: { width: width + 16, height: size === 'strip' ? 72 : 300 },
        colorScheme: scheme,
        // A card that fades in would be caught half there.
        reducedMotion: 'reduce',
        lang,
        dir,
      });
      // The picture shows the same moment however slow the machine is.
      await opened.page.clock.install({ time: 0 });
      await opened.page.clock.pauseAt(1_000);
      await opened.page.evaluate(
        ({ messages: all, until: stop }) => {
          const { ScriptedSession, ready, prosody } = window.widgetTest;
          const session = new ScriptedSession([
            { id: 'caller', subject: 'customer' },
            { id: 'agent', subject: 'agent' },
          ]);
          const panel = document.querySelector('undertone-panel');
          if (panel === null) throw new Error('the page holds no panel');
          panel.session = session;
          session.enter({ kind: 'live' });
          session.emit('ready', ready());
          const count = typeof stop === 'number' ? stop * all.length : all.length;
          let afterCue = 0;
          for (const { kind, value, atMs } of all.slice(0, count)) {
            if (kind === 'directive') session.emit('directive', value);
            else session.emit('steering', value);
            session.emit('prosody', prosody(atMs, 1));
            // A moment into the anger, with the cue on screen.
            if (panel.moods[0]?.kind === 'upset') afterCue += 1;
            if (stop === 'cue' && afterCue > 3) break;
          }
          session.emit('vad', { kind: 'start', channel: 0 });
          if (stop === 'end') session.enter({ kind: 'ended', reason: 'ended_by_client' });
          document.body.style.margin = '8px';
          document.querySelector('h1')?.remove();
          document.documentElement.style.colorScheme = 'light dark';
        },
        { messages: inLanguage(messages, translated[lang]), until },
      );
      // Drawings come ten times a second, and the texts of a language from a file of their own.
      const wanted = until === 'end' ? ENDED[lang] : ANALYZED[lang];
      const text = opened.page
        .locator('undertone-panel')
        .getByText(wanted ?? '')
        .first();
      const latest = Date.now() + 30_000;
      while (!(await text.isVisible())) {
        if (Date.now() > latest) throw new Error(`${name}: the call was not drawn`);
        await opened.page.clock.runFor(100);
      }
      await opened.page.screenshot({ path: `${outDir}/${name}.png`, fullPage: true });
      for (const problem of opened.problems) throw new Error(`${name}: ${problem}`);
      await opened.close();
    }
  } finally {
    await browser.close();
  }
};
