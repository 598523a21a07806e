import type { CueCatalog } from './catalog.js';

export const es: CueCatalog = {
  language: 'es',
  cues: {
    escalation: {
      title: 'El cliente se está alterando',
      body: 'Déjelo terminar, diga lo que ha entendido y nombre el siguiente paso.',
      tips: [
        'Hable un poco más despacio y más grave',
        'Nombre el problema con las palabras del cliente',
        'Ofrezca un paso concreto',
      ],
    },
    calming: {
      title: 'El cliente se está calmando',
      body: 'Mantenga este ritmo. Resuma lo acordado.',
      tips: ['Siga con este tono', 'Confirme el siguiente paso y cuándo ocurrirá'],
    },
    agent_overheated: {
      title: 'Respire un momento',
      body: 'La conversación también suena tensa por su parte. Una pausa breve ayuda.',
      tips: ['Espire antes de responder', 'Baje un poco la voz', 'Pida ayuda si la necesita'],
    },
    caller_low: {
      title: 'El cliente suena desanimado',
      body: 'Muestre que lo ha oído antes de seguir con el asunto.',
      tips: ['Diga que comprende lo difícil que es', 'Pregunte qué ayudaría más ahora'],
    },
  },
  evidence: {
    arousalAbove: 'Más agitación de lo habitual ({deviations})',
    valenceBelow: 'Menos agrado de lo habitual ({deviations})',
    escalation: 'Tono de enfado ({value} por ciento)',
    cooled: 'Menos enfado que antes ({value} por ciento)',
  },
  deviations: { one: '{value} desviación estándar', other: '{value} desviaciones estándar' },
  prompts: {
    normal: 'Responde como siempre, con amabilidad y claridad.',
    caller_escalating:
      'El cliente suena cada vez más alterado. Reconócelo en una frase, usa frases cortas, no discutas ni bromees y ofrece un siguiente paso concreto.',
    mirror_calm:
      'El cliente se está calmando. Mantén un tono sereno y cálido, resume lo acordado y confirma el siguiente paso.',
    agent_overheated:
      'Las últimas respuestas sonaron tensas. Ve más despacio, con frases más cortas y tono neutro.',
  },
};
