/** The console's pages of people and models: enrolling by voice, and training from labeled recordings, in a real browser. */
import { syntheticSpeaker } from '@undertone/speaker/synthetic-speaker';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblemsOf } from '../support/accessibility.js';
import { openPage, recordingFile, signInto, useConsole } from '../support/console-page.js';
import type { RelayProcess } from '../support/relay-process.js';
import { synthesizeVoice } from '../support/voices.js';

const workspace = useConsole();
let relay: RelayProcess;
let page: Page;
beforeEach(() => {
  ({ relay, page } = workspace.now());
});

const signIn = (key = relay.key) => signInto(page, key);
const open = (title: string) => openPage(page, title);
const accessibilityProblems = () => accessibilityProblemsOf(page);

describe('the console’s people and models', () => {
  it('enrolls a person with consent, renames, enrolls again and deletes them', async () => {
    await signIn();
    await open('People');
    await page.getByLabel('Name').fill('Ada');
    await page
      .getByLabel('Recording')
      .setInputFiles(recordingFile(syntheticSpeaker({ f0Hz: 180, tractScale: 1.1 }, 14, 1)));
    await page.getByLabel('On', { exact: true }).fill('2026-01-02');
    await page.getByLabel('Where the record is').fill('Contract 7');
    await page.getByRole('checkbox', { name: /^Calls may add to it/ }).check();
    await page.getByRole('button', { name: 'Enroll' }).click();
    const ada = page.getByRole('listitem', { name: 'Ada' });
    await ada.getByText('written, Contract 7').waitFor();
    await ada.getByText('heard in one mood only: add a recording of another mood').waitFor();
    const consents = async () => {
      const { json } = await relay.request('GET', '/v1/voice/speakers');
      const { speakers } = json as { speakers: readonly { consent: { scope: readonly string[] } }[] };
      return speakers.map(({ consent }) => consent.scope);
    };
    expect(await consents()).toEqual([['voiceprint', 'voiceprint_growth']]);
    await page.getByRole('button', { name: 'Rename Ada' }).click();
    const isFocused = page.locator(':focus');
    await page.getByLabel('New name').and(isFocused).fill('Ada L.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Ada L.' }).waitFor();
    await page.getByRole('button', { name: 'Rename Ada L.' }).and(isFocused).waitFor();
    await page.getByRole('button', { name: 'Enroll again Ada L.' }).click();
    const again = page.getByRole('form', { name: 'Enroll Ada L. again' });
    await again
      .getByLabel('Recording')
      .setInputFiles(recordingFile(syntheticSpeaker({ f0Hz: 180, tractScale: 1.1 }, 14, 2)));
    expect(await again.getByRole('radio', { name: /^joins those before/ }).isChecked()).toBe(true);
    await again.getByLabel('On', { exact: true }).fill('2026-02-03');
    await again.getByLabel('Where the record is').fill('Contract 8');
    expect(await accessibilityProblems()).toEqual([]);
    await again.getByRole('button', { name: 'Save recording' }).click();
    await page.getByRole('listitem', { name: 'Ada L.' }).getByText('written, Contract 8').waitFor();
    // Both recordings count: 14 seconds each.
    await page.getByText(/, 2\d\.\d s of speech/).waitFor();
    expect(await consents()).toEqual([['voiceprint']]);
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Consent withdrawn Ada L.' }).click();
    await page.getByText('Nobody is enrolled').waitFor();
  });

  it('says of somebody who is enrolled under two names whom they sound like, until one of both is gone', async () => {
    await signIn();
    await open('People');
    const enroll = async (name: string) => {
      await page.getByLabel('Name').fill(name);
      await page
        .getByLabel('Recording')
        .setInputFiles(recordingFile(syntheticSpeaker({ f0Hz: 180, tractScale: 1.1 }, 14, 1)));
      await page.getByLabel('On', { exact: true }).fill('2026-01-02');
      await page.getByLabel('Where the record is').fill(`Contract of ${name}`);
      await page.getByRole('button', { name: 'Enroll', exact: true }).click();
      await page.getByRole('listitem', { name }).waitFor();
    };
    await enroll('Ada');
    const twice = page.getByText('While both are enrolled, often neither is recognized');
    expect(await twice.count()).toBe(0);
    await enroll('Countess');
    const countess = page.getByRole('listitem', { name: 'Countess' });
    await countess
      .getByRole('definition')
      .filter({ hasText: /Ada\s*\.\s+While both/ })
      .waitFor();
    await page
      .getByText('Countess was enrolled. Countess sounds like somebody else who is enrolled')
      .waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Delete Ada' }).click();
    await twice.waitFor({ state: 'detached' });
    await countess.waitFor();
    await page.getByRole('button', { name: 'Delete Countess' }).click();
    await page.getByText('Nobody is enrolled').waitFor();
  });

  it('keeps recordings with their label when a label above them is removed', async () => {
    await signIn();
    await open('Models');
    await page.getByRole('button', { name: 'Another label' }).click();
    await page.getByLabel('Label', { exact: true }).nth(2).fill('sad');
    for (const [index, name] of ['neutral', 'angry', 'sad'].entries()) {
      await page
        .getByLabel('Recordings')
        .nth(index)
        .setInputFiles(recordingFile(new Float32Array(160), name));
    }
    await page.getByRole('button', { name: 'Remove label neutral' }).click();
    const rows = page.locator('ut-models form .row').filter({ has: page.getByLabel('Recordings') });
    const kept = await rows.evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll('input')].map(({ value, files }) => files?.[0]?.name ?? value),
      ),
    );
    expect(kept).toEqual([
      ['angry', 'angry'],
      ['sad', 'sad'],
    ]);
  });

  it('trains a model from labeled recordings and shows how good it is', async () => {
    await signIn();
    await open('Models');
    await page.getByLabel('Name').fill('Loud and soft');
    for (const [index, manner] of (['sad', 'angry'] as const).entries()) {
      await page.getByLabel('Label', { exact: true }).nth(index).fill(manner);
      const files = Array.from({ length: 12 }, (_, take) =>
        recordingFile(synthesizeVoice(manner, 1.5, take), `${manner}-${take}.wav`),
      );
      await page.getByLabel('Recordings').nth(index).setInputFiles(files);
    }
    await page.getByRole('button', { name: 'Train' }).click();
    await page.getByRole('link', { name: 'Loud and soft' }).click();
    await page.getByRole('heading', { name: 'How good it is' }).waitFor({ timeout: 120_000 });
    for (const table of [/recordings that it never heard/u, /other people’s speech/iu]) {
      const gains = page.getByRole('group', { name: table });
      await gains.getByRole('row', { name: /^sad \d+ % \d+ %/ }).waitFor();
    }
    expect(await page.locator('.confusion tbody tr').count()).toBe(2);
    expect(await accessibilityProblems()).toEqual([]);
    await open('Models');
    // Nothing is used until its owner has seen what it gains and loses, and says where.
    await page.getByRole('button', { name: 'Use Loud and soft@1' }).click();
    const question = page.getByRole('region', { name: 'Use Loud and soft@1?' });
    await question.getByText(/On your recordings that it never heard: .*(Gains|Loses)/).waitFor();
    await question.getByText(/On other people’s speech: .*(Gains|Loses)/).waitFor();
    await question.getByText(/Your samples lack neutral, .*: those stay the base model’s/).waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    const button = question.getByRole('button', { name: 'Use it' });
    await button.click();
    expect(await question.getByLabel('Use it for').evaluate((select) => select.matches(':invalid'))).toBe(
      true,
    );
    await question.getByLabel('Use it for').selectOption('Sales only');
    await button.click();
    await page.getByText('in use for Sales').waitFor();
    await page.getByRole('button', { name: 'Back, Sales to the model before Loud and soft@1' }).click();
    await page.getByText('in use for Sales').waitFor({ state: 'detached' });
    await page.getByText('in use', { exact: true }).waitFor();
  }, 180_000);
});
