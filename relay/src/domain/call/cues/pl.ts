import type { CueCatalog } from './catalog.js';

export const pl: CueCatalog = {
  language: 'pl',
  cues: {
    escalation: {
      title: 'Rozmówca zaczyna się denerwować',
      body: 'Pozwól dokończyć, powiedz, co rozumiesz, potem podaj następny krok.',
      tips: [
        'Mów nieco wolniej i niżej',
        'Nazwij problem słowami rozmówcy',
        'Zaproponuj jeden konkretny krok',
      ],
    },
    calming: {
      title: 'Rozmówca się uspokaja',
      body: 'Utrzymaj to tempo. Podsumuj ustalenia.',
      tips: ['Pozostań przy tym tonie', 'Potwierdź następny krok i jego termin'],
    },
    agent_overheated: {
      title: 'Weź oddech',
      body: 'Rozmowa brzmi nerwowo także po Twojej stronie. Krótka przerwa pomoże.',
      tips: ['Zrób wydech, zanim odpowiesz', 'Mów odrobinę ciszej i niżej', 'Poproś o pomoc, jeśli chcesz'],
    },
    caller_low: {
      title: 'Rozmówca brzmi na przygnębionego',
      body: 'Pokaż, że to słyszysz, zanim przejdziesz dalej.',
      tips: ['Powiedz, że widzisz, jakie to trudne', 'Zapytaj, co teraz najbardziej by pomogło'],
    },
  },
  evidence: {
    arousalAbove: 'Większe pobudzenie niż zwykle ({deviations})',
    valenceBelow: 'Mniejsze zadowolenie niż zwykle ({deviations})',
    escalation: 'Słychać zdenerwowanie ({value} procent)',
    cooled: 'Mniejsze zdenerwowanie niż przedtem ({value} procent)',
  },
  deviations: {
    one: '{value} odchylenie standardowe',
    few: '{value} odchylenia standardowe',
    many: '{value} odchyleń standardowych',
    other: '{value} odchylenia standardowego',
  },
  prompts: {
    normal: 'Odpowiadaj jak zwykle, życzliwie i jasno.',
    caller_escalating:
      'Rozmówca brzmi na coraz bardziej zdenerwowanego. Przyznaj to jednym zdaniem, mów krótkimi zdaniami, nie spieraj się, nie żartuj i zaproponuj jeden konkretny następny krok.',
    mirror_calm:
      'Rozmówca się uspokaja. Zachowaj spokojny, ciepły ton, podsumuj ustalenia i potwierdź następny krok.',
    agent_overheated:
      'Ostatnie odpowiedzi brzmiały nerwowo. Zwolnij, mów krótszymi zdaniami i neutralnym tonem.',
  },
};
