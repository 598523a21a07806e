/** German for the frame of every page: signing in, navigation, dates, recordings. The English text is the key. */
export const shell = {
  'Language of the console': 'Sprache der Konsole',
  'Undertone console': 'Undertone-Konsole',
  'The login has ended: sign in again.': 'Die Anmeldung ist abgelaufen: Melden Sie sich erneut an.',
  Console: 'Konsole',
  'API reference': 'API-Referenz',
  'Sign out': 'Abmelden',
  'The console needs HTTPS, or “localhost” on the relay’s own machine: elsewhere a browser keeps no login safe. Everything in it can also be done over the REST API.':
    'Die Konsole braucht HTTPS oder „localhost“ auf dem Rechner des Relays: Anderswo bewahrt kein Browser eine Anmeldung sicher. Alles darin geht auch über die REST-API.',
  'the relay cannot be reached': 'das Relay ist nicht erreichbar',
  'something between here and the relay answered {status} in its place':
    'etwas zwischen hier und dem Relay antwortete an seiner Stelle mit {status}',
  'the relay answered {status}': 'das Relay antwortete mit {status}',
  '{text}. Trying again…': '{text}. Neuer Versuch …',
  'You are still signed in: {text}': 'Sie sind noch angemeldet: {text}',
  Copied: 'Kopiert',
  'This browser does not let the page copy. The text is selected: copy it yourself.':
    'Dieser Browser lässt die Seite nicht kopieren. Der Text ist ausgewählt: Kopieren Sie ihn selbst.',
  '{minutes} min {seconds} s': '{minutes} min {seconds} s',
  '{hours} h {minutes} min': '{hours} h {minutes} min',
  'Your company’s account is no member here: ask an owner for an invitation.':
    'Ihr Unternehmenskonto ist hier kein Mitglied: Bitten Sie einen Eigentümer um eine Einladung.',
  'Your company’s sign-in cannot be reached now: try again later.':
    'Die Anmeldung Ihres Unternehmens ist gerade nicht erreichbar: Versuchen Sie es später noch einmal.',
  'Your company’s sign-in was broken off, took too long or began in another browser: try again.':
    'Die Anmeldung bei Ihrem Unternehmen wurde abgebrochen, dauerte zu lange oder begann in einem anderen Browser: Versuchen Sie es noch einmal.',
  'Your company’s sign-in did not succeed: try again.':
    'Die Anmeldung bei Ihrem Unternehmen gelang nicht: Versuchen Sie es noch einmal.',
  'An API key is nobody: this page is for members.':
    'Ein API-Schlüssel ist niemand: Diese Seite ist für Mitglieder.',
  'The role {title} does not reach this page. An owner can give you another one.':
    'Die Rolle {title} erreicht diese Seite nicht. Ein Eigentümer kann Ihnen eine andere geben.',
  Viewer: 'Leser',
  'a viewer': 'ein Leser',
  'reads calls and figures': 'liest Anrufe und Zahlen',
  Supervisor: 'Supervisor',
  'a supervisor': 'ein Supervisor',
  'works with calls, people and alerts, and hears along':
    'arbeitet mit Anrufen, Personen und Alarmen und hört mit',
  Developer: 'Entwickler',
  'a developer': 'ein Entwickler',
  'has API keys, webhooks, models and the wallet, too':
    'hat auch API-Schlüssel, Webhooks, Modelle und das Guthaben',
  Owner: 'Eigentümer',
  'an owner': 'ein Eigentümer',
  'has everything: members, logs, export and deletion, too':
    'hat alles: auch Mitglieder, Protokolle, Export und Löschen',
  'Try it': 'Ausprobieren',
  Live: 'Live',
  Wallet: 'Guthaben',
  Webhooks: 'Webhooks',
  Settings: 'Einstellungen',
  '{who}. Your role is {title}.': '{who}. Ihre Rolle ist {title}.',
  'Only {roles} may do more here': 'Mehr darf hier nur {roles}',
  'Not a member yet? An owner of your organization makes you a link.':
    'Noch kein Mitglied? Ein Eigentümer Ihrer Organisation macht Ihnen einen Link.',
  'Sign in with an API key of your organization. The relay printed one at its first start. Once an owner has signed in, people use passkeys.':
    'Melden Sie sich mit einem API-Schlüssel Ihrer Organisation an. Das Relay gab beim ersten Start einen aus. Hat sich ein Eigentümer angemeldet, benutzen Personen Passkeys.',
  'API key': 'API-Schlüssel',
  'An API key begins with psk_': 'Ein API-Schlüssel beginnt mit psk_',
  'Sign in': 'Anmelden',
  'Use a passkey': 'Passkey benutzen',
  'Sign in with your company’s account': 'Mit dem Konto Ihres Unternehmens anmelden',
  'Point at a moment, or use the arrow keys, to read it.':
    'Zeigen Sie auf einen Moment, oder benutzen Sie die Pfeiltasten, um ihn zu lesen.',
  'uncertain, closest: {emotion}': 'unsicher, am nächsten: {emotion}',
  'Audio is not kept. If you have a recording of this call, drop it here to hear it along the lines above: it stays in this page and is not sent anywhere.':
    'Der Ton wird nicht aufbewahrt. Wenn Sie eine Aufnahme dieses Anrufs haben, legen Sie sie hier ab, um sie entlang der Linien oben zu hören: Sie bleibt auf dieser Seite und wird nirgendwohin gesendet.',
  'Recording of this call': 'Aufnahme dieses Anrufs',
  Pause: 'Anhalten',
  Play: 'Abspielen',
  '{name}, in this page only': '{name}, nur auf dieser Seite',
  'This browser cannot play {name}.': 'Dieser Browser kann {name} nicht abspielen.',
} as const;
