import type { PredictionTexts } from './catalog.js';

export const de: PredictionTexts = {
  language: 'de',
  actions: {
    involve_supervisor: 'Anbieten, eine Führungskraft hinzuzuholen, bevor danach gefragt wird.',
    acknowledge: 'Sagen, dass Sie hören, wie es dem Anrufer geht, bevor Sie fortfahren.',
    let_finish: 'Ausreden lassen und vor der Antwort kurz warten.',
    next_step: 'Einen konkreten nächsten Schritt mit Zeitpunkt nennen.',
    ask_what_matters: 'Fragen, was die Sache lösen würde, und es wiederholen.',
    make_an_offer: 'Sagen, was Sie tun können, damit der Anrufer bleibt.',
    explain_the_wait: 'Sagen, warum es einen Moment dauert und wie lange.',
    confirm_and_close: 'Das Vereinbarte zusammenfassen und fragen, ob noch etwas offen ist.',
    keep_going: 'So weitermachen.',
  },
  factors: {
    level: {
      above: 'Der Anrufer klingt insgesamt zufrieden',
      below: 'Der Anrufer klingt insgesamt unzufrieden',
    },
    recent: { above: 'Die Stimmung war zuletzt gut', below: 'Die Stimmung war zuletzt schlecht' },
    slope: {
      above: 'Die Stimmung steigt im Lauf des Gesprächs',
      below: 'Die Stimmung fällt im Lauf des Gesprächs',
    },
    volatility: {
      above: 'Die Stimmung springt von Äußerung zu Äußerung',
      below: 'Die Stimmung ist gleichmäßig',
    },
    recovery: { above: 'Die Stimmung hat sich vom Tiefpunkt erholt', below: 'Die Stimmung ist am Tiefpunkt' },
    heat: {
      above: 'Der Anrufer klingt jetzt aufgebracht',
      below: 'Der Anrufer klingt jetzt ruhiger als die meisten',
    },
    peak_heat: { above: 'Es wurde zwischendurch hitzig', below: 'Es wurde nie hitzig' },
    hot_time: {
      above: 'Ein Teil des Gesprächs verging in Ärger oder Angst',
      below: 'Kein Teil des Gesprächs verging in Ärger oder Angst',
    },
    arousal_above_own: {
      above: 'Zuletzt erregter, als diese Stimme sonst ist',
      below: 'Zuletzt ruhiger, als diese Stimme sonst ist',
    },
    valence_below_own: {
      above: 'Zuletzt düsterer, als diese Stimme sonst ist',
      below: 'Zuletzt heller, als diese Stimme sonst ist',
    },
    interruptions: { above: 'Man fällt sich ins Wort', below: 'Niemand fällt ins Wort' },
    silence: { above: 'Pausen, in denen niemand spricht', below: 'Keine Pausen' },
    talk_share: { above: 'Der Anrufer spricht am meisten', below: 'Der Agent spricht am meisten' },
    agent_warmth: { above: 'Der Agent klingt warm', below: 'Der Agent klingt kühl' },
    length: { above: 'Der Anrufer hat schon mehrmals gesprochen', below: 'Das Gespräch hat gerade begonnen' },
    low_time: {
      above: 'Ein Teil des Gesprächs klang matt und niedergeschlagen',
      below: 'Kein Teil des Gesprächs klang matt und niedergeschlagen',
    },
    talk_above_own: {
      above: 'Der Anrufer redet zuletzt mehr als zuvor',
      below: 'Der Anrufer redet zuletzt weniger als zuvor',
    },
  },
};
