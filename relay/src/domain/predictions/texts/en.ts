import type { PredictionTexts } from './catalog.js';

export const en: PredictionTexts = {
  language: 'en',
  actions: {
    involve_supervisor: 'Offer to bring in a supervisor before it is asked for.',
    acknowledge: 'Say that you hear how this feels before you go on.',
    let_finish: 'Let the customer finish; wait a moment before you answer.',
    next_step: 'Name one concrete next step and when it happens.',
    ask_what_matters: 'Ask what would settle the matter, and repeat it back.',
    make_an_offer: 'Say what you can do to keep the customer.',
    explain_the_wait: 'Say why it takes a moment and for how long.',
    confirm_and_close: 'Sum up what was agreed and ask whether anything is open.',
    keep_going: 'Go on as you do.',
  },
  factors: {
    level: {
      above: 'The customer sounds pleased on the whole',
      below: 'The customer sounds displeased on the whole',
    },
    recent: { above: 'The mood was good lately', below: 'The mood was bad lately' },
    slope: {
      above: 'The mood has been rising through the call',
      below: 'The mood has been falling through the call',
    },
    volatility: { above: 'The mood jumps from one utterance to the next', below: 'The mood is steady' },
    recovery: { above: 'The mood has come back from its lowest point', below: 'The mood is at its lowest' },
    heat: { above: 'The customer sounds heated now', below: 'The customer sounds calmer than most now' },
    peak_heat: { above: 'It got heated at some point', below: 'It never got heated' },
    hot_time: {
      above: 'Part of the call was spent in anger or fear',
      below: 'No part of the call was spent in anger or fear',
    },
    arousal_above_own: {
      above: 'More aroused lately than this voice usually is',
      below: 'Calmer lately than this voice usually is',
    },
    valence_below_own: {
      above: 'Darker lately than this voice usually is',
      below: 'Brighter lately than this voice usually is',
    },
    interruptions: { above: 'People cut into each other', below: 'Nobody cuts in' },
    silence: { above: 'Pauses in which nobody speaks', below: 'No silences' },
    talk_share: {
      above: 'The customer does most of the talking',
      below: 'The agent does most of the talking',
    },
    agent_warmth: { above: 'The agent sounds warm', below: 'The agent sounds cold' },
    length: {
      above: 'The customer has spoken several times',
      below: 'The conversation has just begun',
    },
    low_time: {
      above: 'Part of the call was spent in a low, listless voice',
      below: 'No part of the call was spent in a low, listless voice',
    },
    talk_above_own: {
      above: 'The customer talks more lately than before',
      below: 'The customer talks less lately than before',
    },
  },
};
