import type { CueCatalog } from './catalog.js';

export const nl: CueCatalog = {
  language: 'nl',
  cues: {
    escalation: {
      title: 'De beller raakt geïrriteerd',
      body: 'Laat uitspreken, zeg wat u begrepen hebt en noem dan de volgende stap.',
      tips: [
        'Spreek iets langzamer en lager',
        'Benoem het probleem in diens woorden',
        'Bied één concrete stap aan',
      ],
    },
    calming: {
      title: 'De beller komt tot rust',
      body: 'Houd dit tempo aan. Vat samen wat is afgesproken.',
      tips: ['Blijf bij deze toon', 'Bevestig de volgende stap en wanneer die komt'],
    },
    agent_overheated: {
      title: 'Haal even adem',
      body: 'Het gesprek klinkt ook aan uw kant gespannen. Een korte pauze helpt.',
      tips: ['Adem uit voordat u antwoordt', 'Laat uw stem iets zakken', 'Vraag om hulp als u dat wilt'],
    },
    caller_low: {
      title: 'De beller klinkt moedeloos',
      body: 'Laat merken dat u het gehoord hebt voordat u verdergaat.',
      tips: ['Zeg dat u ziet hoe moeilijk dit is', 'Vraag wat nu het meest zou helpen'],
    },
  },
  evidence: {
    arousalAbove: 'Opgewondener dan gewoonlijk ({deviations})',
    valenceBelow: 'Minder tevreden dan gewoonlijk ({deviations})',
    escalation: 'Klinkt geïrriteerd ({value} procent)',
    cooled: 'Minder geïrriteerd dan eerst ({value} procent)',
  },
  deviations: { one: '{value} standaardafwijking', other: '{value} standaardafwijkingen' },
  prompts: {
    normal: 'Antwoord zoals gewoonlijk, vriendelijk en duidelijk.',
    caller_escalating:
      'De beller klinkt steeds bozer. Erken dat in één zin, houd zinnen kort, ga niet in discussie, maak geen grappen en bied één concrete volgende stap aan.',
    mirror_calm:
      'De beller komt tot rust. Houd een rustige, warme toon, vat samen wat is afgesproken en bevestig de volgende stap.',
    agent_overheated:
      'De laatste antwoorden klonken gespannen. Ga langzamer, gebruik kortere zinnen en een neutrale toon.',
  },
};
