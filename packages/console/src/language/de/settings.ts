/** German for the settings. The English text is the key. */
export const settings = {
  Organization: 'Organisation',
  Plan: 'Tarif',
  Id: 'Id',
  'It is being removed since {closing}.': 'Sie wird seit {closing} entfernt.',
  'Name and plan are the operator’s to change.': 'Name und Tarif ändert der Betreiber.',
  'How long calls are kept': 'Wie lange Anrufe aufbewahrt werden',
  'Calls that are over stay until somebody deletes them.': 'Beendete Anrufe bleiben, bis jemand sie löscht.',
  'A call goes as soon as it is over.': 'Ein Anruf verschwindet, sobald er beendet ist.',
  'A call goes {days} days after its end, with everything derived from it.':
    'Ein Anruf verschwindet {days} Tage nach seinem Ende, mit allem davon Abgeleiteten.',
  'Audio is never kept.': 'Ton wird nie aufbewahrt.',
  'Days, empty for ever': 'Tage, leer für immer',
  'What is older goes within a minute, and nothing brings it back. The ledger and the audit log stay.':
    'Was älter ist, verschwindet innerhalb einer Minute, und nichts bringt es zurück. Das Kontobuch und das Änderungsprotokoll bleiben.',
  'Words are kept no longer': 'Worte werden nicht mehr aufbewahrt',
  'Words are kept from now on': 'Worte werden von jetzt an aufbewahrt',
  Language: 'Sprache',
  'Cues and advice of a call that names no language':
    'Hinweise und Rat eines Anrufs, der keine Sprache nennt',
  'A panel’s language is that of its element; this console’s is chosen beside “Sign out”.':
    'Die Sprache eines Panels ist die seines Elements; die dieser Konsole wird neben „Abmelden“ gewählt.',
  'Agents and employees': 'Agenten und Beschäftigte',
  'the customer': 'der Anrufer',
  'the agent': 'der Agent',
  'the person at the page': 'die Person an der Seite',
  'somebody unknown': 'jemand Unbekanntes',
  'The emotion of employees at work is not analyzed: a stream or recording of an agent is refused.':
    'Die Gefühle von Beschäftigten bei der Arbeit werden nicht analysiert: Eine Übertragung oder Aufnahme eines Agenten wird abgelehnt.',
  'The emotion of agents may be analyzed. In the European Union that is forbidden at work (AI Act, Article 5(1)(f)).':
    'Die Gefühle von Agenten dürfen analysiert werden. In der Europäischen Union ist das bei der Arbeit verboten (KI-Verordnung, Artikel 5 Absatz 1 Buchstabe f).',
  'You declared that no employee is recorded, so somebody unknown may be analyzed.':
    'Sie haben erklärt, dass kein Beschäftigter aufgenommen wird, darum darf jemand Unbekanntes analysiert werden.',
  'Somebody unknown is not analyzed.': 'Jemand Unbekanntes wird nicht analysiert.',
  'A channel that names nobody is {subject}.': 'Ein Kanal, der niemanden nennt, ist {subject}.',
  'Analyze no employee from now on': 'Von jetzt an keinen Beschäftigten analysieren',
  'Allowing it, and what is declared about the people who are recorded, is the operator’s to change:':
    'Es zu erlauben, und was über die Aufgenommenen erklärt ist, ändert der Betreiber:',
  'Take everything along': 'Alles mitnehmen',
  'Every row that is stored about the organization, one JSON object a line. Hashes and sealed secrets are left out.':
    'Jede Zeile, die über die Organisation gespeichert ist, je Zeile ein JSON-Objekt. Hashes und versiegelte Geheimnisse fehlen.',
  Export: 'Exportieren',
  '{rows} rows': '{rows} Zeilen',
  'Delete the organization': 'Die Organisation löschen',
  'For ever: every key stops at once, and within minutes nothing of it is left: calls, people, money, the audit log. Export it before.':
    'Für immer: Jeder Schlüssel endet sofort, und nach Minuten ist nichts mehr von ihr da: Anrufe, Personen, Geld, das Änderungsprotokoll. Exportieren Sie vorher.',
  'Its name, to confirm': 'Ihr Name, zur Bestätigung',
  'Delete for ever': 'Für immer löschen',
  'The retention was saved': 'Die Aufbewahrung wurde gespeichert',
  'The language was saved': 'Die Sprache wurde gespeichert',
  'Employees are not analyzed any more': 'Beschäftigte werden nicht mehr analysiert',
  '{rows} rows were exported': '{rows} Zeilen wurden exportiert',
  'What is said in calls': 'Was in Anrufen gesagt wird',
  'It is not kept: words that come with a call are passed on and forgotten.':
    'Es wird nicht aufbewahrt: Worte, die mit einem Anruf kommen, werden weitergegeben und vergessen.',
  'It is kept for {days} from when it was said, and at most as long as its call.':
    'Es wird {days} ab dem Sprechen aufbewahrt, und höchstens so lange wie sein Anruf.',
  'Calls go as soon as they are over, and words with them: nothing can be kept.':
    'Anrufe verschwinden, sobald sie beendet sind, und Worte mit ihnen: Nichts kann aufbewahrt werden.',
  'Days that words are kept': 'Tage, die Worte aufbewahrt werden',
  'Keep words from now on': 'Worte von jetzt an aufbewahren',
  'Save days': 'Tage speichern',
  'Keep no words': 'Keine Worte aufbewahren',
  'Tell your customers before you switch it on. A call’s page then shows who said what to supervisors, developers and owners. What comes while a payment is taken is not taken up. Words go with their call, with a person whose voice was recognized in it and is removed, and all of them within a minute after they are no longer wanted.':
    'Sagen Sie es Ihren Kunden, bevor Sie es einschalten. Die Seite eines Anrufs zeigt dann Supervisoren, Entwicklern und Eigentümern, wer was gesagt hat. Was während einer Zahlung kommt, wird nicht aufgenommen. Worte verschwinden mit ihrem Anruf, mit einer Person, deren Stimme darin erkannt wurde und die entfernt wird, und alle innerhalb einer Minute, nachdem sie nicht mehr gewünscht sind.',
} as const;
