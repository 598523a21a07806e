/** German for the page Live. The English text is the key. */
export const live = {
  'nothing heard yet': 'noch nichts gehört',
  'last {emotion}': 'zuletzt {emotion}',
  'escalation risk reached {peak}': 'Eskalationsrisiko erreichte {peak}',
  '1 alert': '1 Alarm',
  '{alerts} alerts': '{alerts} Alarme',
  '1 live call.': '1 laufender Anruf.',
  'No live calls.': 'Keine laufenden Anrufe.',
  '{count} live calls.': '{count} laufende Anrufe.',
  'Alert in the call of {name}.': 'Alarm im Anruf von {name}.',
  'New call: {call}.': 'Neuer Anruf: {call}.',
  'Call over: {call}.': 'Anruf vorbei: {call}.',
  'On hold: {call}.': 'Gehalten: {call}.',
  'Off hold: {call}.': 'Geht weiter: {call}.',
  'Sound for alerts': 'Ton bei Alarmen',
  'Alerts since you came': 'Alarme, seit Sie hier sind',
  'No call is going on. A call appears here by itself when it starts.':
    'Gerade läuft kein Anruf. Ein Anruf erscheint hier von selbst, wenn er beginnt.',
  'As it was at {at}.': 'Stand von {at}.',
  'Live calls': 'Laufende Anrufe',
  'since {at}': 'seit {at}',
  'Joining the call…': 'Der Anruf wird geöffnet …',
  'Try again': 'Noch einmal versuchen',
  'The whole call': 'Der ganze Anruf',
  'Stop watching': 'Nicht mehr zusehen',
  'Alerts of this call': 'Alarme dieses Anrufs',
  '{type} at {at}': '{type} bei {at}',
  ', over': ', vorbei',
  'There is no live call of this name now.': 'Gerade läuft kein Anruf dieses Namens.',
  'You are watching. The agent sees that somebody is; you hear no audio.':
    'Sie sehen zu. Der Agent sieht, dass jemand zusieht; Sie hören keinen Ton.',
  'On hold: nothing is analyzed until the call goes on.':
    'Gehalten: Nichts wird analysiert, bis der Anruf weitergeht.',
  'The agent’s page is away. The call goes on when it comes back.':
    'Die Seite des Agenten ist weg. Der Anruf geht weiter, wenn sie zurückkommt.',
  'The connection to the relay is lost. Trying again; what you miss is shown then.':
    'Die Verbindung zum Relay ist verloren. Neuer Versuch; was Sie verpassen, wird dann gezeigt.',
  'The call is ending…': 'Der Anruf endet …',
  'The call is over.': 'Der Anruf ist vorbei.',
  'There is no such call any more.': 'Diesen Anruf gibt es nicht mehr.',
  'Another relay has this call. Open the console there.':
    'Ein anderes Relay hat diesen Anruf. Öffnen Sie die Konsole dort.',
  'This call cannot be watched now: {message}': 'Diesem Anruf kann man gerade nicht zusehen: {message}',
} as const;
