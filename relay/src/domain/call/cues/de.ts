import type { CueCatalog } from './catalog.js';

export const de: CueCatalog = {
  language: 'de',
  cues: {
    escalation: {
      title: 'Der Anrufer wird ungehalten',
      body: 'Ausreden lassen, das Verstandene zusammenfassen, dann den nächsten Schritt nennen.',
      tips: [
        'Etwas langsamer und tiefer sprechen',
        'Das Problem mit seinen Worten benennen',
        'Einen konkreten Schritt anbieten',
      ],
    },
    calming: {
      title: 'Der Anrufer beruhigt sich',
      body: 'Dieses Tempo halten. Das Vereinbarte zusammenfassen.',
      tips: ['Bei diesem Ton bleiben', 'Den nächsten Schritt mit Zeitpunkt bestätigen'],
    },
    agent_overheated: {
      title: 'Kurz durchatmen',
      body: 'Das Gespräch klingt auch auf Ihrer Seite angespannt. Eine kleine Pause hilft.',
      tips: ['Vor der Antwort ausatmen', 'Die Stimme etwas senken', 'Bei Bedarf Hilfe holen'],
    },
    caller_low: {
      title: 'Der Anrufer klingt niedergeschlagen',
      body: 'Zeigen Sie, dass Sie es gehört haben, bevor Sie zur Sache kommen.',
      tips: ['Verständnis für die Lage aussprechen', 'Fragen, was jetzt am meisten hilft'],
    },
  },
  evidence: {
    arousalAbove: 'Erregter als sonst ({deviations})',
    valenceBelow: 'Unzufriedener als sonst ({deviations})',
    escalation: 'Klingt aufgebracht ({value} Prozent)',
    cooled: 'Weniger aufgebracht als zuvor ({value} Prozent)',
  },
  deviations: { one: '{value} Standardabweichung', other: '{value} Standardabweichungen' },
  prompts: {
    normal: 'Antworte wie gewohnt freundlich und klar.',
    caller_escalating:
      'Der Anrufer klingt zunehmend verärgert. Erkenne das in einem Satz an, bilde kurze Sätze, widersprich nicht, scherze nicht und biete einen konkreten nächsten Schritt an.',
    mirror_calm:
      'Der Anrufer beruhigt sich. Bleib ruhig und warm, fasse das Vereinbarte zusammen und bestätige den nächsten Schritt.',
    agent_overheated:
      'Die letzten Antworten klangen angespannt. Sprich langsamer, in kürzeren Sätzen und in neutralem Ton.',
  },
};
