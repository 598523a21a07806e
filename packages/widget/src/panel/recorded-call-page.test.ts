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

/** What one panel says at one instant, read from the page. A part that its size does not show is undefined or empty. */
interface Said {
  readonly kind: string | undefined;
  readonly word: string | undefined;
  readonly tone: string | null | undefined;
  readonly reason: string;
  readonly advice: string;
  readonly trend: string;
  /** The moods that each cue goes with. */
  readonly cues: readonly (readonly string[])[];
  /** Why the cues came, in words. */
  readonly why: string;
  readonly told: string;
  readonly escalation: string | null | undefined;
  /** The heading of the list of emotions, and what the list marks as leading. */
  readonly emotion: string | undefined;
  readonly leading: readonly string[];
  /** The words of the table of the voice, by measure. */
  readonly voice: Readonly<Record<string, string>>;
  /** Trends of the last minute, by line. */
  readonly minute: Readonly<Record<string, string>>;
  /** The emotions of the turns, newest first. */
  readonly turns: readonly string[];
}

/** The call at one instant: whole panel, strip, and a supervisor's card. */
type Instant = readonly [whole: Said, strip: Said, watched: Said];

/** The end of the call: the picture in words, for each panel. */
type Played = { readonly instants: readonly Instant[]; readonly ends: readonly string[] };

/** Plays the call to a whole panel, a strip, and a supervisor's panel, and reads all three after each message. */
const play = async (messages: readonly Recorded[]): Promise<Played> => {
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
    const settle = async (element: Element): Promise<void> => {
      await (element as { updateComplete?: Promise<unknown> }).updateComplete;
      const parts = [...(element.shadowRoot?.querySelectorAll('*') ?? [])];
      await Promise.all(parts.filter(({ localName }) => localName.startsWith('undertone-')).map(settle));
    };
    const part = (panel: Element, name: string) => panel.shadowRoot?.querySelector(`undertone-${name}`);
    const textOf = (root: ParentNode | null | undefined, selector: string) =>
      root?.querySelector(selector)?.textContent.trim() ?? '';
    /** What stands in an element itself, without the mark beside it. */
    const ownText = (element: Element | null | undefined) =>
      [...(element?.childNodes ?? [])]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent)
        .join('')
        .trim();
    const pairs = (rows: Iterable<Element>, name: string, word: string) =>
      Object.fromEntries([...rows].map((row) => [textOf(row, name), textOf(row, word)]));
    const read = (panel: (typeof panels)[0]) => {
      const element = part(panel, 'mood');
      const mood = element?.shadowRoot?.querySelector<HTMLElement>('.mood');
      const emotion = part(panel, 'emotion')?.shadowRoot;
      const turns = part(panel, 'turns')?.shadowRoot;
      const { word = '', advice = '' } = panel.moods[0] ?? {};
      return {
        kind: mood?.dataset['kind'],
        word: mood === null ? undefined : textOf(mood, '.word'),
        tone: element?.getAttribute('tone'),
        reason: textOf(mood, '.reason'),
        advice: textOf(mood, '.advice'),
        trend: mood?.querySelector('.trend svg')?.getAttribute('aria-label') ?? '',
        cues: [...(panel.shadowRoot?.querySelectorAll('undertone-cue') ?? [])].map(
          ({ cue }) => cue?.moods ?? [],
        ),
        why: [...(panel.shadowRoot?.querySelectorAll('undertone-cue') ?? [])]
          .map((cue) => textOf(cue.shadowRoot, '.why summary'))
          .join(),
        told: `${panel.moods[0]?.kind}: ${word}. ${advice}`,
        escalation: part(panel, 'escalation')?.getAttribute('level'),
        emotion: ownText(emotion?.querySelector('.name')),
        leading: [...(emotion?.querySelectorAll('.row[data-top] .label') ?? [])].map(ownText),
        voice: pairs(part(panel, 'prosody')?.shadowRoot?.querySelectorAll('.row') ?? [], 'dt', '.word'),
        minute: pairs(
          part(panel, 'history')?.shadowRoot?.querySelectorAll('.legend li') ?? [],
          'span',
          '.words',
        ),
        turns: [...(turns?.querySelectorAll('.head .muted') ?? [])].map((head) => head.textContent.trim()),
      };
    };
    const draw = async () => {
      for (const panel of panels) {
        panel.requestUpdate();
        await settle(panel);
      }
    };
    const instants = [];
    let turn: { turnId: string; speakerId: string; channel: number; startMs: number } | undefined;
    let heardMs = 0;
    const tellTurn = (endMs?: number) => {
      for (const session of sessions)
        if (turn !== undefined)
          session.emit('turn', { ...turn, endMs, phase: endMs === undefined ? 'start' : 'end' });
    };
    for (const { kind, value } of all) {
      // A pause ends the turn, as it does in the relay.
      if (kind === 'directive' && (turn === undefined || value.audioStartMs - heardMs > 800)) {
        tellTurn(heardMs);
        const { directiveId: turnId, speakerId, channel, audioStartMs: startMs } = value;
        turn = { turnId, speakerId, channel, startMs };
        tellTurn();
      }
      if (kind === 'directive') heardMs = value.audioEndMs;
      for (const session of sessions) {
        if (kind === 'directive') session.emit('directive', value);
        else session.emit('steering', value);
      }
      await draw();
      // The lists that are opened on demand are compared too.
      const lists = ['emotion', 'turns'].map((name) => part(panels[0]!, name) as { open?: boolean } | null);
      if (lists.some((list) => list?.open === false)) {
        for (const list of lists) Object.assign(list ?? {}, { open: true });
        await draw();
      }
      const [first, second, third] = panels.map(read);
      instants.push([first!, second!, third!] as const);
    }
    for (const session of sessions) session.enter({ kind: 'ended', reason: 'ended_by_client' });
    await draw();
    const ends = panels.map(
      (panel) =>
        part(panel, 'summary')?.shadowRoot?.querySelector('[role=img]')?.getAttribute('aria-label') ?? '',
    );
    return { instants, ends };
  }, messages);
};

const texts = textsFor('en');
/** A reason in words, and the word of the table that it must stand beside. */
const REASONS = {
  louder: ['Loudness', 'louder'],
  faster: ['Pace', 'faster'],
  'in a higher voice': ['Pitch', 'higher'],
  quieter: ['Loudness', 'quieter'],
  slower: ['Pace', 'slower'],
  'in a lower voice': ['Pitch', 'lower'],
} as const;
const HEATED = ['louder', 'faster', 'in a higher voice'] as const;

/** What contradicts what at one instant, in words; empty when all parts say the same. */
const disagreements = ([whole, strip, watched]: Instant): readonly string[] => {
  const kind = MOOD_KINDS.find((one) => one === whole.kind);
  if (kind === undefined) return ['no mood on screen'];
  const word = texts.text(`mood.${kind}`);
  const found: string[] = [];
  const must = (isSo: boolean, what: string): void => {
    if (!isSo) found.push(what);
  };
  for (const said of [whole, strip, watched]) {
    must(said.kind === kind && said.word === word, 'headline');
    must(said.tone === toneOf(kind), 'color');
    must(said.told.startsWith(`${kind}: ${word}.`), 'event, which supervision follows');
    must(said.told === whole.told, 'recommendation told');
    must(said.advice === '' || said.told.endsWith(said.advice), 'recommendation');
    must(said.trend === whole.trend, 'trend');
    must(
      said.cues.every((moods) => moods.includes(kind)),
      'cue',
    );
  }
  must(watched.reason === whole.reason, 'reason in another size');
  must(whole.escalation === levelOf(kind), 'escalation');
  const names = emotionsOf(kind).map((emotion) => texts.emotion(emotion));
  must(whole.emotion === '' || names.includes(whole.emotion ?? ''), 'emotion');
  must(whole.leading.length === 0 || whole.leading.join() === whole.emotion, 'leading of the list');
  for (const [reason, [measure, inTable]] of Object.entries(REASONS)) {
    const isTold = whole.reason.toLowerCase().includes(reason);
    must(!whole.why.toLowerCase().includes(reason) || whole.voice[measure] === inTable, 'why of the cue');
    must(!isTold || whole.voice[measure] === inTable, `reason without the table: ${reason}`);
    const explains = (kind === 'upset' || kind === 'tense') && HEATED.some((one) => one === reason);
    must(!explains || isTold || whole.voice[measure] !== inTable, `table without the reason: ${reason}`);
  }
  const { Valence: valence, Energy: energy } = whole.minute;
  must(!(whole.trend.endsWith('rising') && energy === 'falling' && valence === 'rising'), 'minute');
  must(!(whole.trend.endsWith('falling') && energy === 'rising' && valence === 'falling'), 'minute');
  return found;
};

describe('a recorded call in the page', () => {
  it(
    'says one thing in every part of all three sizes and to the supervisor, at each instant and after the call',
    { timeout: 120_000 },
    async () => {
      const file = new URL('../../test/sample-call.json', import.meta.url);
      const messages = JSON.parse(await readFile(file, 'utf8')) as Recorded[];
      const { instants, ends } = await play(messages);
      expect(instants).toHaveLength(messages.length);
      const all = instants.flatMap((instant, at) =>
        disagreements(instant).map((what) => `${at}: ${what}: ${JSON.stringify(instant)}`),
      );
      expect(all).toEqual([]);
      // A turn ends with what was told when it ended.
      instants.slice(1).forEach(([{ turns }], before) => {
        const [said] = instants[before]!;
        if (turns.length === said.turns.length) return;
        const ended = turns[1] ?? '';
        const named = emotionsOf(MOOD_KINDS.find((kind) => kind === said.kind)!);
        expect(['', ...named.map((emotion) => texts.emotion(emotion))]).toContain(ended);
      });
      // Each part was there to be compared.
      const whole = instants.map(([first]) => first);
      expect(whole.map(({ kind }) => kind)).toContain('upset');
      expect(whole.some(({ cues }) => cues.length > 0)).toBe(true);
      expect(whole.some(({ leading }) => leading.length > 0)).toBe(true);
      expect(whole.some(({ reason }) => reason !== '')).toBe(true);
      expect(whole.at(-1)?.turns.some((emotion) => emotion !== '')).toBe(true);
      expect(whole.some(({ voice }) => voice['Pitch'] === 'as before')).toBe(true);
      // The picture has the moods that were shown, and ends with the last.
      const last = texts.text(`mood.${MOOD_KINDS.find((kind) => kind === whole.at(-1)?.kind)!}`);
      for (const picture of ends) {
        expect(picture).toContain(`At the end: ${last}.`);
        for (const kind of ['calm', 'upset', 'calming'] as const)
          expect(picture.includes(texts.text(`mood.${kind}`))).toBe(whole.some((said) => said.kind === kind));
      }
    },
  );
});
