/** German for one call. The English text is the key. */
export const call = {
  'What is expected': 'Was erwartet wird',
  '{percent} % interval': '{percent}-%-Bereich',
  'What moved it most': 'Was es am meisten bewegte',
  '{low} to {high}, of {lowest} to {highest}': '{low} bis {high}, von {lowest} bis {highest}',
  'After 1 utterance; {trajectory}. Recommended tone: {tone}. {actions}':
    'Nach 1 Äußerung; {trajectory}. Empfohlener Ton: {tone}. {actions}',
  'After {count} utterances; {trajectory}. Recommended tone: {tone}. {actions}':
    'Nach {count} Äußerungen; {trajectory}. Empfohlener Ton: {tone}. {actions}',
  Churned: 'Abgewandert',
  'How it really ended': 'Wie es wirklich endete',
  'CSAT (1 to 5)': 'CSAT (1 bis 5)',
  'not known': 'nicht bekannt',
  yes: 'ja',
  no: 'nein',
  'Save outcome': 'Ergebnis speichern',
} as const;
