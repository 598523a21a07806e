import type { PredictionTexts } from './catalog.js';

export const pt: PredictionTexts = {
  language: 'pt',
  actions: {
    involve_supervisor: 'Ofereça a ajuda de um supervisor antes que a peçam.',
    acknowledge: 'Diga que ouve como o cliente se sente antes de continuar.',
    let_finish: 'Deixe o cliente terminar; espere um momento antes de responder.',
    next_step: 'Indique um próximo passo concreto e quando acontece.',
    ask_what_matters: 'Pergunte o que resolveria o assunto e repita-o.',
    make_an_offer: 'Diga o que pode fazer para manter o cliente.',
    explain_the_wait: 'Diga porque demora um momento e quanto tempo.',
    confirm_and_close: 'Resuma o que ficou combinado e pergunte se falta alguma coisa.',
    keep_going: 'Continue assim.',
  },
  factors: {
    level: { above: 'O cliente parece satisfeito no geral', below: 'O cliente parece insatisfeito no geral' },
    recent: { above: 'A disposição foi boa ultimamente', below: 'A disposição foi má ultimamente' },
    slope: {
      above: 'A disposição sobe ao longo da chamada',
      below: 'A disposição desce ao longo da chamada',
    },
    volatility: { above: 'A disposição salta de uma frase para a outra', below: 'A disposição é estável' },
    recovery: {
      above: 'A disposição recuperou do ponto mais baixo',
      below: 'A disposição está no ponto mais baixo',
    },
    heat: {
      above: 'O cliente parece exaltado agora',
      below: 'O cliente parece mais calmo do que a maioria agora',
    },
    peak_heat: { above: 'Os ânimos exaltaram-se a certa altura', below: 'Os ânimos nunca se exaltaram' },
    hot_time: {
      above: 'Parte da chamada passou-se com raiva ou medo',
      below: 'Nenhuma parte da chamada se passou com raiva ou medo',
    },
    arousal_above_own: {
      above: 'Mais agitada ultimamente do que esta voz costuma ser',
      below: 'Mais calma ultimamente do que esta voz costuma ser',
    },
    valence_below_own: {
      above: 'Mais sombria ultimamente do que esta voz costuma ser',
      below: 'Mais clara ultimamente do que esta voz costuma ser',
    },
    interruptions: { above: 'Interrompem-se um ao outro', below: 'Ninguém interrompe' },
    silence: { above: 'Pausas em que ninguém fala', below: 'Sem silêncios' },
    talk_share: { above: 'É sobretudo o cliente que fala', below: 'É sobretudo o agente que fala' },
    agent_warmth: { above: 'O agente soa caloroso', below: 'O agente soa frio' },
    length: { above: 'O cliente já falou várias vezes', below: 'A conversa acabou de começar' },
    low_time: {
      above: 'Parte da chamada passou-se com voz baixa e apagada',
      below: 'Nenhuma parte da chamada se passou com voz baixa e apagada',
    },
    talk_above_own: { above: 'O cliente fala mais do que antes', below: 'O cliente fala menos do que antes' },
  },
};
