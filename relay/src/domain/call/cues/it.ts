import type { CueCatalog } from './catalog.js';

export const it: CueCatalog = {
  language: 'it',
  cues: {
    escalation: {
      title: 'Il cliente si sta alterando',
      body: 'Lo lasci finire, dica che cosa ha capito, poi indichi il prossimo passo.',
      tips: [
        'Parli un po’ più lentamente e con voce più bassa',
        'Descriva il problema con le parole del cliente',
        'Offra un passo concreto',
      ],
    },
    calming: {
      title: 'Il cliente si sta calmando',
      body: 'Mantenga questo ritmo. Riassuma quanto concordato.',
      tips: ['Resti su questo tono', 'Confermi il prossimo passo e quando avverrà'],
    },
    agent_overheated: {
      title: 'Faccia un respiro',
      body: 'La conversazione suona tesa anche da parte sua. Una breve pausa aiuta.',
      tips: ['Espiri prima di rispondere', 'Abbassi un poco la voce', 'Chieda aiuto, se lo desidera'],
    },
    caller_low: {
      title: 'Il cliente sembra scoraggiato',
      body: 'Mostri di averlo sentito prima di proseguire.',
      tips: ['Dica che capisce quanto sia difficile', 'Chieda che cosa aiuterebbe di più adesso'],
    },
  },
  evidence: {
    arousalAbove: 'Più agitazione del solito ({deviations})',
    valenceBelow: 'Meno soddisfazione del solito ({deviations})',
    escalation: 'Tono irritato ({value} per cento)',
    cooled: 'Meno irritazione di prima ({value} per cento)',
  },
  deviations: { one: '{value} deviazione standard', other: '{value} deviazioni standard' },
  prompts: {
    normal: 'Rispondi come sempre, in modo cordiale e chiaro.',
    caller_escalating:
      'Il cliente sembra sempre più alterato. Riconoscilo in una frase, usa frasi brevi, non discutere, non scherzare e offri un prossimo passo concreto.',
    mirror_calm:
      'Il cliente si sta calmando. Mantieni un tono sereno e caldo, riassumi quanto concordato e conferma il prossimo passo.',
    agent_overheated: 'Le ultime risposte suonavano tese. Rallenta, usa frasi più brevi e un tono neutro.',
  },
};
