/** What each app without a framework does: a button starts a call with the microphone, and the panel shows it. */
import '@undertone/widget/define';
import { createSession, tokenFrom } from '@undertone/client';

document.querySelector('#start').addEventListener('click', () => {
  const session = createSession({
    url: new URLSearchParams(location.search).get('relay'),
    getToken: tokenFrom('/undertone-token'),
    sources: [{ track: 'microphone', subject: 'customer' }],
    consent: { basis: 'consent', scope: ['emotion'], disclosedAt: new Date().toISOString() },
  });
  document.querySelector('undertone-panel').session = session;
  session.start().catch((error) => console.error(error));
});
