import type { PredictionTexts } from './catalog.js';

export const pl: PredictionTexts = {
  language: 'pl',
  actions: {
    involve_supervisor: 'Zaproponuj rozmowę z przełożonym, zanim padnie taka prośba.',
    acknowledge: 'Powiedz, że słyszysz, co rozmówca czuje, zanim przejdziesz dalej.',
    let_finish: 'Pozwól rozmówcy dokończyć; odczekaj chwilę przed odpowiedzią.',
    next_step: 'Podaj jeden konkretny następny krok i jego termin.',
    ask_what_matters: 'Zapytaj, co rozwiązałoby sprawę, i powtórz to.',
    make_an_offer: 'Powiedz, co możesz zrobić, aby zatrzymać rozmówcę.',
    explain_the_wait: 'Powiedz, dlaczego to chwilę potrwa i jak długo.',
    confirm_and_close: 'Podsumuj ustalenia i zapytaj, czy coś jeszcze pozostało.',
    keep_going: 'Tak trzymaj.',
  },
  factors: {
    level: {
      above: 'Rozmówca brzmi ogólnie na zadowolonego',
      below: 'Rozmówca brzmi ogólnie na niezadowolonego',
    },
    recent: { above: 'Nastrój był ostatnio dobry', below: 'Nastrój był ostatnio zły' },
    slope: {
      above: 'Nastrój poprawia się w trakcie rozmowy',
      below: 'Nastrój pogarsza się w trakcie rozmowy',
    },
    volatility: { above: 'Nastrój skacze z wypowiedzi na wypowiedź', below: 'Nastrój jest równy' },
    recovery: {
      above: 'Nastrój odbił się od najniższego punktu',
      below: 'Nastrój jest w najniższym punkcie',
    },
    heat: {
      above: 'Rozmówca brzmi teraz na wzburzonego',
      below: 'Rozmówca brzmi teraz spokojniej niż większość',
    },
    peak_heat: { above: 'W pewnej chwili zrobiło się gorąco', below: 'Ani razu nie zrobiło się gorąco' },
    hot_time: {
      above: 'Część rozmowy upłynęła w złości lub lęku',
      below: 'Żadna część rozmowy nie upłynęła w złości ani lęku',
    },
    arousal_above_own: {
      above: 'Ostatnio bardziej pobudzony niż zwykle ten głos',
      below: 'Ostatnio spokojniejszy niż zwykle ten głos',
    },
    valence_below_own: {
      above: 'Ostatnio bardziej ponury niż zwykle ten głos',
      below: 'Ostatnio pogodniejszy niż zwykle ten głos',
    },
    interruptions: { above: 'Obie strony wchodzą sobie w słowo', below: 'Nikt nie wchodzi w słowo' },
    silence: { above: 'Przerwy, w których nikt nie mówi', below: 'Bez chwil ciszy' },
    talk_share: { above: 'Mówi głównie rozmówca', below: 'Mówi głównie konsultant' },
    agent_warmth: { above: 'Konsultant brzmi ciepło', below: 'Konsultant brzmi chłodno' },
    length: { above: 'Rozmówca mówił już kilka razy', below: 'Rozmowa dopiero się zaczęła' },
    low_time: {
      above: 'Część rozmowy upłynęła przygaszonym, bezsilnym głosem',
      below: 'Żadna część rozmowy nie upłynęła przygaszonym, bezsilnym głosem',
    },
    talk_above_own: {
      above: 'Rozmówca mówi ostatnio więcej niż wcześniej',
      below: 'Rozmówca mówi ostatnio mniej niż wcześniej',
    },
  },
};
