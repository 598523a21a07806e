/** German for webhooks and their deliveries. The English text is the key. */
export const webhooks = {
  ', next attempt {next}': ', nächster Versuch {next}',
  Sent: 'Gesendet',
  'No attempt was made yet.': 'Noch wurde kein Versuch gemacht.',
  'answered {code}': 'antwortete {code}',
  'Attempt {number}, {at}: {outcome}': 'Versuch {number}, {at}: {outcome}',
  'The answer was empty.': 'Die Antwort war leer.',
  'Answer to attempt {number}': 'Antwort auf Versuch {number}',
  'Only the beginning of the answer is kept.': 'Nur der Anfang der Antwort wird aufbewahrt.',
  'Deliveries: {length}': 'Zustellungen: {length}',
  'Deliveries: {length}, and more': 'Zustellungen: {length}, und mehr',
  Deliveries: 'Zustellungen',
  Endpoint: 'Endpunkt',
  all: 'alle',
  Event: 'Ereignis',
  'Nothing was sent yet.': 'Noch wurde nichts gesendet.',
  'to {url}': 'an {url}',
  'not tried yet': 'noch nicht versucht',
  'Send again': 'Erneut senden',
  'What was sent and answered': 'Was gesendet und geantwortet wurde',
  'It is sent again': 'Es wird erneut gesendet',
  'Suggest one': 'Eines vorschlagen',
  'Paused: nothing is sent.': 'Pausiert: Nichts wird gesendet.',
  'The receiver answered 410 Gone: nothing is sent until it is resumed.':
    'Der Empfänger antwortete 410 Gone: Nichts wird gesendet, bis der Webhook fortgesetzt wird.',
  'Five attempts of a delivery failed; the owner was told by e-mail. It recovers when a delivery succeeds.':
    'Fünf Versuche einer Zustellung misslangen; der Eigentümer erfuhr es per E-Mail. Er erholt sich, sobald eine Zustellung gelingt.',
  'It failed for too long and was paused. Resume it when the receiver works again.':
    'Er misslang zu lange und wurde angehalten. Setzen Sie ihn fort, wenn der Empfänger wieder arbeitet.',
  'No webhooks yet. Events of sessions, analyses and jobs can be sent to a server of yours.':
    'Noch keine Webhooks. Ereignisse von Sitzungen, Analysen und Aufträgen können an einen Ihrer Server gesendet werden.',
  Address: 'Adresse',
  'Secret, 24 characters or more': 'Geheimnis, mindestens 24 Zeichen',
  Events: 'Ereignisse',
  'Create webhook': 'Webhook erstellen',
  'Keep the secret: it is not shown again.':
    'Bewahren Sie das Geheimnis auf: Es wird nicht noch einmal gezeigt.',
  '{events} · since {at}': '{events} · seit {at}',
  'Signed with the old secret, too, until {until}.':
    'Auch mit dem alten Geheimnis unterschrieben, bis {until}.',
  'Send a test event': 'Testereignis senden',
  'New secret': 'Neues Geheimnis',
  Resume: 'Fortsetzen',
  'New secret for {url}': 'Neues Geheimnis für {url}',
  'Give the new secret to your receiver first. For 24 hours each delivery is signed with both secrets.':
    'Geben Sie das neue Geheimnis zuerst Ihrem Empfänger. 24 Stunden lang wird jede Zustellung mit beiden Geheimnissen unterschrieben.',
  'New secret, 24 characters or more': 'Neues Geheimnis, mindestens 24 Zeichen',
  'Replace the secret': 'Geheimnis ersetzen',
  'The secret was replaced': 'Das Geheimnis wurde ersetzt',
  'The webhook was created': 'Der Webhook wurde erstellt',
  Paused: 'Pausiert',
  Resumed: 'Fortgesetzt',
  'A test event is on its way': 'Ein Testereignis ist unterwegs',
  'The webhook was deleted': 'Der Webhook wurde gelöscht',
  'Delete the webhook to {url}? Waiting deliveries are dropped.':
    'Den Webhook an {url} löschen? Wartende Zustellungen werden verworfen.',
} as const;
