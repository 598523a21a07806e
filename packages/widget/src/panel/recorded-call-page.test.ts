/** The recorded call in the real page: after each message, no two parts on screen disagree. */
import { readFile } from 'node:fs/promises';
import {
  emotionsOf,
  levelOf,
  MOOD_KINDS,
  toneOf,
  type AgentSteering,
  type Directive,
} from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { widgetPages } from '../../test/widget-pages.js';
import { textsFor } from '../text/texts.js';

type Recorded =
  | { readonly atMs: number; readonly kind: 'directive'; readonly value: Directive }
  | { readonly atMs: number; readonly kind: 'agent_steering'; readonly value: AgentSteering };

const widget = widgetPages();

/** What the parts on screen said at one instant, read from the page. */
interface Instant {
  readonly told: string | undefined;
  readonly kind: string | undefined;
  readonly word: string | undefined;
  readonly tone: string | null | undefined;
  readonly escalation: string | null | undefined;
  readonly emotion: string | undefined;
  readonly cues: readonly string[];
  readonly strip: string | undefined;
  readonly watched: string | undefined;
}

/** Plays the call to a whole panel, a strip, and a supervisor's panel, and reads all three after each message. */
const play = async (messages: readonly Recorded[]): Promise<readonly Instant[]> => {
  const { page } = await widget.open(
    '<undertone-panel size="full"></undertone-panel><undertone-panel size="strip"></undertone-panel><undertone-panel size="card"></undertone-panel>',
    { viewport: { width: 380, height: 900 } },
  );
  return page.evaluate(async (all) => {
    const { ScriptedSession, ready } = window.widgetTest;
    const panels = [...document.querySelectorAll('undertone-panel')];
    const sessions = panels.map((panel, index) => {
      const session = Object.assign(new ScriptedSession(), { readOnly: index === 2 });
      panel.session = session;
      session.enter({ kind: 'live' });
      session.emit('ready', ready());
      return session;
    });
    const PARTS = 'undertone-mood, undertone-emotion, undertone-escalation, undertone-cue';
    const settle = async (element: Element): Promise<void> => {
      await (element as { updateComplete?: Promise<unknown> }).updateComplete;
      const parts = element.shadowRoot?.querySelectorAll(PARTS) ?? [];
      await Promise.all([...parts].map(settle));
    };
    const moodOf = (panel: Element) => {
      const element = panel.shadowRoot?.querySelector('undertone-mood');
      const mood = element?.shadowRoot?.querySelector<HTMLElement>('.mood');
      const word = mood?.querySelector<HTMLElement>('.word');
      return {
        kind: mood?.dataset['kind'],
        word: word?.textContent.trim(),
        tone: element?.getAttribute('tone'),
      };
    };
    /** What stands in an element itself, without the mark beside it. */
    const ownText = (element: Element | null | undefined) =>
      [...(element?.childNodes ?? [])]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent)
        .join('')
        .trim();
    const instants = [];
    for (const { kind, value } of all) {
      for (const session of sessions) {
        if (kind === 'directive') session.emit('directive', value);
        else session.emit('steering', value);
      }
      for (const panel of panels) {
        panel.requestUpdate();
        await settle(panel);
      }
      const [whole, strip, watched] = panels as [(typeof panels)[0], Element, Element];
      const root = whole.shadowRoot!;
      const name = root.querySelector('undertone-emotion')?.shadowRoot?.querySelector<HTMLElement>('.name');
      instants.push({
        ...moodOf(whole),
        told: whole.moods[0]?.kind,
        escalation: root.querySelector('undertone-escalation')?.getAttribute('level'),
        emotion: name?.dataset['mixed'] === undefined ? ownText(name) : undefined,
        cues: [...root.querySelectorAll('undertone-cue')].map((cue) => cue.cue?.mood ?? ''),
        strip: moodOf(strip).kind,
        watched: moodOf(watched).kind,
      });
    }
    return instants;
  }, messages);
};

describe('a recorded call in the page', () => {
  it(
    'shows one mood in every part of the panel, in the strip and to the supervisor, at each instant',
    { timeout: 120_000 },
    async () => {
      const file = new URL('../../test/sample-call.json', import.meta.url);
      const messages = JSON.parse(await readFile(file, 'utf8')) as Recorded[];
      const texts = textsFor('en');
      const instants = await play(messages);
      expect(instants).toHaveLength(messages.length);
      const disagreements: string[] = [];
      const shown = new Set<string>();
      let cues = 0;
      let emotions = 0;
      instants.forEach((instant, at) => {
        const kind = MOOD_KINDS.find((one) => one === instant.kind);
        const fail = (what: string) => disagreements.push(`${at}: ${what}: ${JSON.stringify(instant)}`);
        if (kind === undefined) {
          fail('no mood on screen');
          return;
        }
        shown.add(kind);
        if (instant.told !== kind) fail('event');
        if (instant.word !== texts.text(`mood.${kind}`)) fail('headline');
        if (instant.tone !== toneOf(kind)) fail('color');
        if (instant.escalation !== levelOf(kind)) fail('escalation');
        if (instant.strip !== kind || instant.watched !== kind) fail('another panel');
        const names = emotionsOf(kind).map((emotion) => texts.emotion(emotion));
        const { emotion } = instant;
        if (emotion !== undefined && emotion !== '' && !names.includes(emotion)) fail('emotion');
        if (emotion !== undefined && emotion !== '') emotions += 1;
        for (const mood of instant.cues) {
          cues += 1;
          if (mood !== kind) fail('cue');
        }
      });
      expect(disagreements).toEqual([]);
      expect([...shown]).toContain('upset');
      expect(cues).toBeGreaterThan(0);
      expect(emotions).toBeGreaterThan(0);
    },
  );
});
