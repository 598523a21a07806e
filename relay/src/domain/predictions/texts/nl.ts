import type { PredictionTexts } from './catalog.js';

export const nl: PredictionTexts = {
  language: 'nl',
  actions: {
    involve_supervisor: 'Bied aan een leidinggevende erbij te halen voordat erom gevraagd wordt.',
    acknowledge: 'Zeg dat u hoort hoe dit voelt voordat u verdergaat.',
    let_finish: 'Laat de beller uitspreken; wacht even voordat u antwoordt.',
    next_step: 'Noem één concrete volgende stap en wanneer die komt.',
    ask_what_matters: 'Vraag wat de zaak zou oplossen en herhaal het.',
    make_an_offer: 'Zeg wat u kunt doen om de beller te behouden.',
    explain_the_wait: 'Zeg waarom het even duurt en hoe lang.',
    confirm_and_close: 'Vat samen wat is afgesproken en vraag of er nog iets openstaat.',
    keep_going: 'Ga zo door.',
  },
  factors: {
    level: {
      above: 'De beller klinkt over het geheel tevreden',
      below: 'De beller klinkt over het geheel ontevreden',
    },
    recent: {
      above: 'De stemming was de laatste tijd goed',
      below: 'De stemming was de laatste tijd slecht',
    },
    slope: {
      above: 'De stemming stijgt in de loop van het gesprek',
      below: 'De stemming daalt in de loop van het gesprek',
    },
    volatility: { above: 'De stemming springt van uiting tot uiting', below: 'De stemming is gelijkmatig' },
    recovery: {
      above: 'De stemming is hersteld van het laagste punt',
      below: 'De stemming is op het laagste punt',
    },
    heat: { above: 'De beller klinkt nu verhit', below: 'De beller klinkt nu rustiger dan de meesten' },
    peak_heat: { above: 'Het liep op een gegeven moment hoog op', below: 'Het liep nooit hoog op' },
    hot_time: {
      above: 'Een deel van het gesprek verliep in boosheid of angst',
      below: 'Geen deel van het gesprek verliep in boosheid of angst',
    },
    arousal_above_own: {
      above: 'De laatste tijd meer opgewonden dan deze stem gewoonlijk is',
      below: 'De laatste tijd rustiger dan deze stem gewoonlijk is',
    },
    valence_below_own: {
      above: 'De laatste tijd somberder dan deze stem gewoonlijk is',
      below: 'De laatste tijd opgewekter dan deze stem gewoonlijk is',
    },
    interruptions: { above: 'Men valt elkaar in de rede', below: 'Niemand valt in de rede' },
    silence: { above: 'Pauzes waarin niemand praat', below: 'Geen stiltes' },
    talk_share: {
      above: 'De beller is het meest aan het woord',
      below: 'De medewerker is het meest aan het woord',
    },
    agent_warmth: { above: 'De medewerker klinkt warm', below: 'De medewerker klinkt koel' },
    length: { above: 'De beller heeft al meermaals gesproken', below: 'Het gesprek is net begonnen' },
    low_time: {
      above: 'Een deel van het gesprek klonk mat en lusteloos',
      below: 'Geen deel van het gesprek klonk mat en lusteloos',
    },
    talk_above_own: {
      above: 'De beller praat de laatste tijd meer dan eerst',
      below: 'De beller praat de laatste tijd minder dan eerst',
    },
  },
};
