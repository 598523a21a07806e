import type { PredictionTexts } from './catalog.js';

export const fr: PredictionTexts = {
  language: 'fr',
  actions: {
    involve_supervisor: 'Proposez de faire venir un responsable avant qu’on le demande.',
    acknowledge: 'Dites que vous entendez ce que le client ressent avant de continuer.',
    let_finish: 'Laissez le client finir ; attendez un instant avant de répondre.',
    next_step: 'Nommez une prochaine étape concrète et sa date.',
    ask_what_matters: 'Demandez ce qui réglerait la question, et répétez-le.',
    make_an_offer: 'Dites ce que vous pouvez faire pour garder ce client.',
    explain_the_wait: 'Dites pourquoi cela prend un moment, et combien de temps.',
    confirm_and_close: 'Résumez ce qui a été convenu et demandez s’il reste une question.',
    keep_going: 'Continuez ainsi.',
  },
  factors: {
    level: {
      above: 'Le client semble satisfait dans l’ensemble',
      below: 'Le client semble mécontent dans l’ensemble',
    },
    recent: {
      above: 'L’humeur était bonne ces derniers temps',
      below: 'L’humeur était mauvaise ces derniers temps',
    },
    slope: { above: 'L’humeur monte au fil de l’appel', below: 'L’humeur baisse au fil de l’appel' },
    volatility: { above: 'L’humeur saute d’une phrase à l’autre', below: 'L’humeur est stable' },
    recovery: {
      above: 'L’humeur est remontée depuis son point le plus bas',
      below: 'L’humeur est au plus bas',
    },
    heat: {
      above: 'Le client semble échauffé maintenant',
      below: 'Le client semble plus calme que la plupart maintenant',
    },
    peak_heat: { above: 'Le ton est monté à un moment', below: 'Le ton n’est jamais monté' },
    hot_time: {
      above: 'Une partie de l’appel s’est passée dans la colère ou la peur',
      below: 'Aucune partie de l’appel ne s’est passée dans la colère ou la peur',
    },
    arousal_above_own: {
      above: 'Plus agité dernièrement que cette voix ne l’est d’habitude',
      below: 'Plus calme dernièrement que cette voix ne l’est d’habitude',
    },
    valence_below_own: {
      above: 'Plus sombre dernièrement que cette voix ne l’est d’habitude',
      below: 'Plus claire dernièrement que cette voix ne l’est d’habitude',
    },
    interruptions: { above: 'On se coupe la parole', below: 'Personne ne coupe la parole' },
    silence: { above: 'Des pauses où personne ne parle', below: 'Aucun silence' },
    talk_share: { above: 'C’est surtout le client qui parle', below: 'C’est surtout l’agent qui parle' },
    agent_warmth: { above: 'L’agent semble chaleureux', below: 'L’agent semble froid' },
    length: { above: 'Le client a déjà parlé plusieurs fois', below: 'La conversation vient de commencer' },
    low_time: {
      above: 'Une partie de l’appel s’est passée d’une voix basse et lasse',
      below: 'Aucune partie de l’appel ne s’est passée d’une voix basse et lasse',
    },
    talk_above_own: { above: 'Le client parle plus qu’avant', below: 'Le client parle moins qu’avant' },
  },
};
