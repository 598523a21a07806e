'use client';
import '@undertone/widget/react';
import { createSession, tokenFrom } from '@undertone/client';
import { useState } from 'react';

export default function Desk() {
  const [session, setSession] = useState();
  const start = () => {
    const call = createSession({
      url: new URLSearchParams(location.search).get('relay'),
      getToken: tokenFrom('/undertone-token'),
      sources: [{ track: 'microphone', subject: 'customer' }],
      consent: { basis: 'consent', scope: ['emotion'], disclosedAt: new Date().toISOString() },
    });
    setSession(call);
    call.start().catch((error) => console.error(error));
  };
  return (
    <>
      <button id="start" onClick={start}>
        Start
      </button>
      <undertone-panel session={session} />
    </>
  );
}
