/** German for the playground. The English text is the key. */
export const playground = {
  '{name}, channel {number}': '{name}, Kanal {number}',
  Sound: 'Ton',
  Segments: 'Abschnitte',
  'Valence, arousal, dominance': 'Valenz, Energie, Dominanz',
  Valence: 'Valenz',
  Arousal: 'Energie',
  Dominance: 'Dominanz',
  '{at} cue: {title}': '{at} Hinweis: {title}',
  valence: 'Valenz',
  arousal: 'Energie',
  dominance: 'Dominanz',
  'nobody speaks': 'niemand spricht',
  'The code below needs a key. A new one is shown here once, and the code holds it until you leave this page.':
    'Der Code unten braucht einen Schlüssel. Ein neuer wird hier einmal gezeigt, und der Code enthält ihn, bis Sie diese Seite verlassen.',
  'Create a key for trying': 'Schlüssel zum Ausprobieren erstellen',
  'Copy it now, it is not shown again.': 'Kopieren Sie ihn jetzt, er wird nicht noch einmal gezeigt.',
  'All keys': 'Alle Schlüssel',
  'A key': 'Ein Schlüssel',
  'the key': 'Schlüssel',
  'The first call': 'Der erste Aufruf',
  'the first call': 'Erster Aufruf',
  'The first webhook': 'Der erste Webhook',
  'the first webhook': 'Erster Webhook',
  'The first panel': 'Das erste Panel',
  'the first panel': 'Erstes Panel',
  'Told when a call ends.': 'Meldet, wenn ein Anruf endet.',
  'All webhooks': 'Alle Webhooks',
  'In the page of your agents.': 'Auf der Seite Ihrer Agenten.',
  'From here to your own product': 'Von hier zu Ihrem eigenen Produkt',
  ', done': ', erledigt',
  'Cues an agent would have got': 'Hinweise, die ein Agent bekommen hätte',
  'None: nobody’s voice turned away from its usual for long enough. Before there is a usual, the first seconds of a voice give no cue.':
    'Keine: Niemandes Stimme wich lange genug von ihrem Üblichen ab. Solange es kein Übliches gibt, geben die ersten Sekunden einer Stimme keinen Hinweis.',
  'show this moment': 'diesen Moment zeigen',
  'By the rules of a live call. Which voice is the agent’s is not known from a recording, so each is taken for a customer’s.':
    'Nach den Regeln eines laufenden Anrufs. Welche Stimme die des Agenten ist, weiß man aus einer Aufnahme nicht, also gilt jede als die eines Anrufers.',
  'The microphone is blocked. Allow it in the address bar, then try again.':
    'Das Mikrofon ist gesperrt. Erlauben Sie es in der Adressleiste, und versuchen Sie es noch einmal.',
  'No microphone was found. Plug one in, then try again.':
    'Es wurde kein Mikrofon gefunden. Schließen Sie eines an, und versuchen Sie es noch einmal.',
  'The microphone could not be opened. Close other programs that use it, then try again.':
    'Das Mikrofon ließ sich nicht öffnen. Schließen Sie andere Programme, die es benutzen, und versuchen Sie es noch einmal.',
  'Drop a recording here, or speak: see how it sounds, second by second. It is analyzed and not kept.':
    'Legen Sie hier eine Aufnahme ab, oder sprechen Sie: Sehen Sie Sekunde für Sekunde, wie es klingt. Sie wird analysiert und nicht aufbewahrt.',
  Speak: 'Sprechen',
  'Stop and analyze': 'Anhalten und analysieren',
  'Try the sample call': 'Beispielanruf ausprobieren',
  '{name} along its time': '{name} im Verlauf',
  'The higher a stretch, the more energy in the voice.':
    'Je höher ein Stück, desto mehr Energie in der Stimme.',
  'This browser cannot decode the file, so its waveform is not drawn.':
    'Dieser Browser kann die Datei nicht dekodieren, darum fehlt ihre Wellenform.',
  'The code for it': 'Der Code dazu',
  'The answer, as JSON': 'Die Antwort, als JSON',
  'the answer': 'Antwort',
  'No speech was heard in {duration}.': 'In {duration} war keine Sprache zu hören.',
  'No speech was heard': 'Es war keine Sprache zu hören',
  'On the whole': 'Im Ganzen',
  Uncertain: 'Unsicher',
  'rather {emotion}': 'eher {emotion}',
  Sure: 'Sicher',
  Duration: 'Dauer',
  'Listening to {name}…': '{name} wird angehört …',
  'Recording. Speak a few sentences, then stop.':
    'Aufnahme läuft. Sprechen Sie ein paar Sätze, und halten Sie dann an.',
  'The key was created, and the code holds it. Copy it now: it is shown once.':
    'Der Schlüssel wurde erstellt, und der Code enthält ihn. Kopieren Sie ihn jetzt: Er wird nur einmal gezeigt.',
  'This browser does not let the page copy. Select the text and copy it yourself.':
    'Dieser Browser lässt die Seite nicht kopieren. Wählen Sie den Text aus, und kopieren Sie ihn selbst.',
} as const;
