import type { CueCatalog } from './catalog.js';

export const fr: CueCatalog = {
  language: 'fr',
  cues: {
    escalation: {
      title: 'Le client s’énerve',
      body: 'Laissez-le finir, dites ce que vous avez compris, puis nommez la prochaine étape.',
      tips: [
        'Parlez un peu plus lentement et plus bas',
        'Nommez le problème avec ses mots',
        'Proposez une étape concrète',
      ],
    },
    calming: {
      title: 'Le client se calme',
      body: 'Gardez ce rythme. Résumez ce qui a été convenu.',
      tips: ['Restez sur ce ton', 'Confirmez la prochaine étape et sa date'],
    },
    agent_overheated: {
      title: 'Prenez une respiration',
      body: 'La conversation semble tendue de votre côté aussi. Une courte pause aide.',
      tips: [
        'Expirez avant de répondre',
        'Baissez légèrement la voix',
        'Demandez de l’aide si vous le souhaitez',
      ],
    },
    caller_low: {
      title: 'Le client semble découragé',
      body: 'Montrez que vous l’avez entendu avant de poursuivre.',
      tips: ['Dites que vous voyez combien c’est difficile', 'Demandez ce qui aiderait le plus maintenant'],
    },
  },
  evidence: {
    arousalAbove: 'Plus d’agitation que d’habitude ({deviations})',
    valenceBelow: 'Moins de satisfaction que d’habitude ({deviations})',
    escalation: 'Semble s’énerver ({value} pour cent)',
    cooled: 'Moins énervé qu’avant ({value} pour cent)',
  },
  deviations: { one: '{value} écart type', other: '{value} écarts types' },
  prompts: {
    normal: 'Réponds comme d’habitude, avec amabilité et clarté.',
    caller_escalating:
      'Le client semble de plus en plus contrarié. Reconnais-le en une phrase, fais des phrases courtes, ne discute pas, ne plaisante pas et propose une prochaine étape concrète.',
    mirror_calm:
      'Le client se calme. Garde un ton posé et chaleureux, résume ce qui a été convenu et confirme la prochaine étape.',
    agent_overheated:
      'Les dernières réponses semblaient tendues. Ralentis, fais des phrases plus courtes et garde un ton neutre.',
  },
};
