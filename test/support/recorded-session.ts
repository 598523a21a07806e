/** A session on a recording, for the page of harness.ts. Each function must be self-contained, as in in-page.ts. */

/** Counts of the session's events. */
export interface Heard {
  directives: number;
  spoken: number;
  emotions: number;
  pitched: number;
  gaps: string[];
  states: string[];
  errors: string[];
  vad: string;
}

declare global {
  var recording: Awaited<ReturnType<typeof recordingOnTrack>>;
  var heard: Heard;
}

/** Starts a session on `/speech.wav`, plays it once the session is live, and counts the session's events. */
export const startOnRecording = async (): Promise<void> => {
  globalThis.recording = await recordingOnTrack('/speech.wav');
  globalThis.session = undertone.createSession({
    getToken: ({ sessionId }) => fetchToken(sessionId === undefined ? '' : `?session_id=${sessionId}`),
    sources: [{ track: recording.track, subject: 'customer' }],
  });
  const counts: Heard = {
    directives: 0,
    spoken: 0,
    emotions: 0,
    pitched: 0,
    gaps: [],
    states: [],
    errors: [],
    vad: '',
  };
  globalThis.heard = counts;
  session.on('directive', ({ speech, emotion }) => {
    counts.directives += 1;
    if (speech) counts.spoken += 1;
    if (emotion !== undefined) counts.emotions += 1;
  });
  session.on('prosody', ({ f0Hz }) => {
    if (f0Hz > 60) counts.pitched += 1;
  });
  session.on('gap', ({ reason }) => counts.gaps.push(reason));
  session.on('state', ({ to }) => counts.states.push(to.kind));
  session.on('error', ({ code }) => counts.errors.push(code));
  session.on('vad', (event) => {
    if (event.kind === 'source') counts.vad = event.source;
  });
  await session.start();
  recording.play();
};

/** Ends the session. @returns its length in seconds, as the relay reports it */
export const endSession = async (): Promise<number | undefined> => (await session.end()).summary?.durationS;
