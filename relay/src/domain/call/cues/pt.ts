import type { CueCatalog } from './catalog.js';

export const pt: CueCatalog = {
  language: 'pt',
  cues: {
    escalation: {
      title: 'O cliente está a ficar exaltado',
      body: 'Deixe-o terminar, diga o que entendeu e indique o próximo passo.',
      tips: [
        'Fale um pouco mais devagar e mais grave',
        'Nomeie o problema com as palavras dele',
        'Ofereça um passo concreto',
      ],
    },
    calming: {
      title: 'O cliente está a acalmar-se',
      body: 'Mantenha este ritmo. Resuma o que ficou combinado.',
      tips: ['Continue neste tom', 'Confirme o próximo passo e quando acontece'],
    },
    agent_overheated: {
      title: 'Respire fundo',
      body: 'A conversa também soa tensa do seu lado. Uma pequena pausa ajuda.',
      tips: ['Expire antes de responder', 'Baixe um pouco a voz', 'Peça ajuda, se quiser'],
    },
    caller_low: {
      title: 'O cliente parece desanimado',
      body: 'Mostre que o ouviu antes de seguir com o assunto.',
      tips: ['Diga que percebe como isto é difícil', 'Pergunte o que mais ajudaria agora'],
    },
  },
  evidence: {
    arousalAbove: 'Mais agitação do que o habitual ({deviations})',
    valenceBelow: 'Menos satisfação do que o habitual ({deviations})',
    escalation: 'Tom irritado ({value} por cento)',
    cooled: 'Menos irritação do que antes ({value} por cento)',
  },
  deviations: { one: '{value} desvio padrão', other: '{value} desvios padrão' },
  prompts: {
    normal: 'Responda como de costume, com simpatia e clareza.',
    caller_escalating:
      'O cliente parece cada vez mais exaltado. Reconheça isso numa frase, use frases curtas, não discuta nem brinque e ofereça um próximo passo concreto.',
    mirror_calm:
      'O cliente está a acalmar-se. Mantenha um tom sereno e caloroso, resuma o que ficou combinado e confirme o próximo passo.',
    agent_overheated: 'As últimas respostas soaram tensas. Abrande, use frases mais curtas e um tom neutro.',
  },
};
