import type { PredictionTexts } from './catalog.js';

export const es: PredictionTexts = {
  language: 'es',
  actions: {
    involve_supervisor: 'Ofrezca la ayuda de un supervisor antes de que la pidan.',
    acknowledge: 'Diga que percibe cómo se siente el cliente antes de seguir.',
    let_finish: 'Deje terminar y espere un momento antes de responder.',
    next_step: 'Nombre un siguiente paso concreto y cuándo ocurrirá.',
    ask_what_matters: 'Pregunte qué resolvería el asunto y repítalo.',
    make_an_offer: 'Diga qué puede hacer para conservar al cliente.',
    explain_the_wait: 'Diga por qué tarda un momento y cuánto.',
    confirm_and_close: 'Resuma lo acordado y pregunte si queda algo pendiente.',
    keep_going: 'Siga así.',
  },
  factors: {
    level: {
      above: 'El cliente suena contento en conjunto',
      below: 'El cliente suena descontento en conjunto',
    },
    recent: { above: 'El ánimo era bueno últimamente', below: 'El ánimo era malo últimamente' },
    slope: {
      above: 'El ánimo sube a lo largo de la llamada',
      below: 'El ánimo baja a lo largo de la llamada',
    },
    volatility: { above: 'El ánimo salta de una frase a otra', below: 'El ánimo es estable' },
    recovery: {
      above: 'El ánimo se ha recuperado de su punto más bajo',
      below: 'El ánimo está en su punto más bajo',
    },
    heat: {
      above: 'El cliente suena alterado ahora',
      below: 'El cliente suena más tranquilo que la mayoría',
    },
    peak_heat: { above: 'Hubo un momento acalorado', below: 'Nunca se acaloró' },
    hot_time: {
      above: 'Parte de la llamada transcurrió con enojo o miedo',
      below: 'Ninguna parte de la llamada transcurrió con enojo o miedo',
    },
    arousal_above_own: {
      above: 'Más activada últimamente de lo habitual en esta voz',
      below: 'Más tranquila últimamente de lo habitual en esta voz',
    },
    valence_below_own: {
      above: 'Más sombría últimamente de lo habitual en esta voz',
      below: 'Más alegre últimamente de lo habitual en esta voz',
    },
    interruptions: { above: 'Se interrumpen unos a otros', below: 'Nadie interrumpe' },
    silence: { above: 'Pausas en las que nadie habla', below: 'Sin silencios' },
    talk_share: { above: 'Habla sobre todo quien llama', below: 'Habla sobre todo el agente' },
    agent_warmth: { above: 'El agente suena cálido', below: 'El agente suena frío' },
    length: { above: 'Quien llama ya ha hablado varias veces', below: 'La conversación acaba de empezar' },
    low_time: {
      above: 'Parte de la llamada sonó apagada y desanimada',
      below: 'Ninguna parte de la llamada sonó apagada ni desanimada',
    },
    talk_above_own: {
      above: 'El cliente habla últimamente más que antes',
      below: 'El cliente habla últimamente menos que antes',
    },
  },
};
