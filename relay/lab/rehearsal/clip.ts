/** One recorded sentence of a folder of speech, as its `index.csv` describes it. */
export interface Clip {
  path: string;
  corpus: string;
  speaker: string;
  label: string;
  intensity: string;
  seconds: number;
}

/** The tone that a line of a script needs. */
export type LineTone = 'calm' | 'angry';

/** The labels that corpora use for an even voice. */
const CALM_LABELS = ['calm', 'neutral', 'bored'];

/** The clips of an `index.csv`. Columns are found by name, so others may be added. */
export const readClipIndex = (csv: string): Clip[] => {
  const [header = '', ...lines] = csv.trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const cell = (name: string) => cells[names.indexOf(name)] ?? '';
    return {
      path: cell('path'),
      corpus: cell('corpus'),
      speaker: cell('speaker'),
      label: cell('label'),
      intensity: cell('intensity'),
      seconds: Number(cell('seconds')),
    };
  });
};

/** The tone that a clip can play. Undefined for labels that no script needs, and for anger that was acted mildly. */
export const toneOf = ({ label, intensity }: Clip): LineTone | undefined => {
  if (CALM_LABELS.includes(label)) return 'calm';
  return label === 'angry' && (intensity === 'strong' || intensity === '') ? 'angry' : undefined;
};
