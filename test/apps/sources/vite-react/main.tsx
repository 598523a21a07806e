import '@undertone/widget/react';
import { createSession, tokenFrom } from '@undertone/client';
import type { SessionLike } from '@undertone/widget';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Desk() {
  const [session, setSession] = useState<SessionLike>();
  const [mood, setMood] = useState('');
  const start = () => {
    const call = createSession({
      url: new URLSearchParams(location.search).get('relay') ?? '',
      getToken: tokenFrom('/undertone-token'),
      sources: [{ track: 'microphone', subject: 'customer' }],
      consent: { basis: 'consent', scope: ['emotion'], disclosedAt: new Date().toISOString() },
    });
    setSession(call);
    // When it fails, the panel says why.
    call.start().catch(() => undefined);
  };
  return (
    <>
      <button id="start" onClick={start}>
        Start
      </button>
      <output id="mood">{mood}</output>
      <undertone-panel
        session={session}
        onundertone-mood={({ detail }) => setMood(detail.moods[0]?.word ?? '')}
      />
    </>
  );
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Desk />
  </StrictMode>,
);
