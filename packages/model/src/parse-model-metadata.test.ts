import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { derivedLabels, type EmotionLabel, ModelContractError, parseModelMetadata } from './index.js';

const shipped = readFileSync(new URL('../models/undertone-emotion.json', import.meta.url), 'utf8');
type Editable = Record<string, unknown> & { classes: Record<string, unknown>[] };
const edited = (change: (metadata: Editable) => void): unknown => {
  const metadata = JSON.parse(shipped) as Editable;
  change(metadata);
  return metadata;
};

describe('model metadata', () => {
  it('of the shipped model has what a relay needs: sizes, classes, calibration and license', () => {
    const metadata = parseModelMetadata(shipped);
    expect(metadata).toMatchObject({ sampleRateHz: 16_000, granularitySamples: 800 });
    expect((0.25 * metadata.sampleRateHz) % metadata.granularitySamples).toBe(0);
    expect(metadata.license).toMatchObject({ weights: 'CC BY-NC-SA 4.0', nonCommercial: true });
    expect(metadata.training.corpora.map(({ name }) => name)).toContain('ravdess');
  });

  it('flags as derived exactly the labels that are not the name of a class', () => {
    const { classes } = JSON.parse(shipped) as {
      classes: { labels: { label: EmotionLabel; derived: boolean }[] }[];
    };
    const flagged = classes.flatMap(({ labels }) => labels.filter(({ derived }) => derived));
    const derived = derivedLabels(parseModelMetadata(shipped));
    expect(new Set(flagged.map(({ label }) => label))).toEqual(derived);
    expect(derived.size).toBe(7);
  });

  it('may lack a domain', () => {
    expect(parseModelMetadata(edited((m) => delete m.domain))).not.toHaveProperty('domain');
  });

  it('ignores fields it does not know', () => {
    expect(parseModelMetadata(edited((m) => (m.extra = 1)))).not.toHaveProperty('extra');
  });

  it.each<[string, (metadata: Editable) => void]>([
    ['format', (m) => (m.format = 'other')],
    ['id', (m) => (m.id = '')],
    ['sampleRateHz', (m) => (m.sampleRateHz = 16_000.5)],
    ['granularitySamples', (m) => (m.granularitySamples = 0)],
    ['maxSamplesPerCall', (m) => (m.maxSamplesPerCall = 801)],
    ['stateSize', (m) => (m.stateSize = '5369')],
    ['stateHistory', (m) => (m.stateHistory = { start: m.stateSize, size: 1 })],
    ['stateHistory', (m) => (m.stateHistory = { start: 1, size: Number(m.stateSize) })],
    ['stateHistory.size', (m) => (m.stateHistory = { start: 1, size: 0 })],
    ['temperature', (m) => (m.temperature = 0)],
    ['uncertainBelow', (m) => (m.uncertainBelow = 1.1)],
    ['vadBeyondClasses', (m) => (m.vadBeyondClasses = -0.1)],
    ['classes', (m) => (m.classes = [])],
    ['classes', (m) => (m.classes = [m.classes[0] ?? {}, m.classes[0] ?? {}])],
    [
      'classes[1].labels[0].label',
      (m) => ((m.classes[1] ?? {}).labels = [{ label: 'bored', share: 1, direction: [0, 0, 0] }]),
    ],
    [
      'classes[0].labels[0].derived',
      (m) =>
        ((m.classes[0] ?? {}).labels = [{ label: 'neutral', share: 1, direction: [0, 0, 0], derived: true }]),
    ],
    [
      'classes[0].labels',
      (m) => ((m.classes[0] ?? {}).labels = [{ label: 'sad', share: 0.5, direction: [0, 0, 0] }]),
    ],
    ['classes[0].coordinates', (m) => ((m.classes[0] ?? {}).coordinates = [0, 2, 0])],
    ['license', (m) => (m.license = null)],
    ['license.nonCommercial', (m) => (m.license = { weights: 'x', notice: 'y' })],
    ['domain', (m) => (m.domain = 3)],
    [
      'domain.classes',
      (m) => (m.domain = { classes: [{ name: 'music', kind: 'sound' }], outOfDomainAbove: 1 }),
    ],
    ['domain.classes[0].kind', (m) => (m.domain = { classes: [{ name: 'a', kind: 'b' }] })],
    [
      'domain.outOfDomainAbove',
      (m) => (m.domain = { classes: [{ name: 'speech', kind: 'speech' }], outOfDomainAbove: 2 }),
    ],
    [
      'training.corpora[0].clips',
      (m) => (m.training = { corpora: [{ name: 'a', language: 'b', license: 'c', clips: -1 }] }),
    ],
  ])('names the field where %s is wrong', (field, change) => {
    const attempt = (): unknown => parseModelMetadata(edited(change));
    expect(attempt).toThrow(ModelContractError);
    expect(attempt).toThrow(`${field}: expected`);
  });

  it('refuses text that is not JSON and values that are not objects', () => {
    for (const value of ['{', '[]', 'null', 3, null, []]) {
      expect(() => parseModelMetadata(value)).toThrow(ModelContractError);
    }
  });
});
