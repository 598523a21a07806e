import type { AnalysisResult } from '../../domain/call/analysis-result.js';
import { samplesToMs } from '../../domain/live/audio-encoding.js';
import { coversTraining } from '../../domain/fine-tune/training-utterances.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import type { ChannelSpec, InferenceFault, InferenceStream } from '../../inference/port.js';
import { placeWords } from '../commands/words.js';
import { PageStream } from '../features/page-stream.js';
import { openStream } from './inference-capacity.js';
import type { LiveSession } from '../live-session.js';
import { defined } from '../../domain/defined.js';

/**
 * Opens a stream to a worker. It starts where the results end. @throws SessionFault when no worker is free
 */
export const openInference = (session: LiveSession): InferenceStream => {
  const { config, deps } = session;
  const channels = channelsOf(session);
  if (config.privacy === 'features') return listen(session, new PageStream(channels, () => session.now));
  const opened = openStream(deps.inference, {
    streamId: `${session.orgId}/${session.id}.${session.continuity.generation}`,
    intervalMs: config.outputs.intervalMs,
    features: config.features,
    channels,
    ...defined({ known: session.lineHearing.now }),
    ...(session.model !== undefined && { tuning: session.model.tuning }),
    ...(coversTraining(config.consent?.scope) && { embeddings: true }),
  });
  session.lineHearing.follow(opened);
  return listen(session, session.voices?.wrap(opened, channels) ?? opened);
};

/** The session's channels as inference needs them, from the end of their results. */
export const channelsOf = ({ config, ingest, progress }: LiveSession): ChannelSpec[] =>
  config.channels.map(({ encoding, sampleRate, analyse }, index) => {
    const firstSample = ingest.clocks[index]?.handed ?? 0;
    // What is known of speech holds where the results end. The workers begin before that when a client missed the last ones.
    const isBefore = firstSample < (ingest.clocks[index]?.countedBefore ?? 0);
    return {
      encoding,
      sampleRate,
      analyse,
      firstSample,
      ...defined({
        cutSample: isBefore ? ingest.clocks[index]?.countedBefore : undefined,
        noiseDb: progress.noiseDb[index],
        speaking: isBefore ? undefined : progress.speaking[index],
      }),
    };
  });

/** Passes the results and faults of this stream to the session. */
export const listen = (session: LiveSession, stream: InferenceStream): InferenceStream => {
  stream.onResult((result) => session.guard(() => session.paymentGate.pass(result)));
  stream.onFault((fault) => session.guard(() => takeFault(session, stream, fault)));
  return stream;
};

/**
 * A paid result goes to the call analysis. The messages for it leave in one packet, with the acknowledgement
 * last.
 */
export const takeResult = (session: LiveSession, result: AnalysisResult): void => {
  if (session.state.kind === 'ended') return;
  const { outbox, deps } = session;
  const clock = session.ingest.clocks[result.channel];
  const newSamples = clock?.uncounted(result.startSample, result.endSample) ?? 0;
  const isAgain = newSamples === 0 && result.endSample > result.startSample;
  const bodies = session.call.advance(result);
  for (const heard of session.pageActivity.take(result.channel, result.endMs))
    bodies.push(...session.call.vadEvent(heard));
  // The turns of an earlier relay hold what it has heard.
  if (!isAgain) bodies.push(...(session.turnRecorder?.take(result, bodies) ?? []));
  clock?.analyse(result.endSample);
  if (result.span === 'audio') session.payments?.use(result.channel, result.startSample, result.endSample);
  session.payments?.pass(result.channel, result.endSample);
  if (!isAgain) session.progress.hear(result);
  if (result.span === 'audio') {
    const durationMs = result.endMs - result.startMs;
    const newMs = samplesToMs(newSamples, session.config.channels[result.channel]?.sampleRate ?? 1);
    session.progress.take(result, newMs);
    if (result.modelFault === undefined) session.told.isOver('model_failed');
    deps.metrics.audioAnalysed(durationMs);
    deps.metrics.resultLatency(result.timing.totalMs);
  }
  if (result.span === 'lost') declareLost(session, result);
  session.checkpointNeed.progressed();
  outbox.cork(() => {
    for (const body of bodies) outbox.post(body);
    // Spans without audio come as often as frames do, so their acknowledgement may wait for the next tick.
    if (result.span === 'audio' || bodies.length > 0) session.acknowledgements.acknowledge(result.channel);
  });
  placeWords(session);
};

/** Its workers died of it, or with it: nobody waits for these samples any more, and nobody pays for them. */
const declareLost = (session: LiveSession, { channel, startSample, endSample }: AnalysisResult): void =>
  session.warn('audio_gap', 'a stretch of audio could not be analyzed; it is not charged', {
    channel: String(channel),
    first_sample: String(startSample),
    sample_count: String(endSample - startSample),
    reason: 'not_analyzed',
  });

const takeFault = (session: LiveSession, stream: InferenceStream, fault: InferenceFault): void => {
  switch (fault.kind) {
    case 'degraded':
      // A model that fails does so with every span. The client is told once, until a span has a reading
      // again.
      if (fault.reason === 'model_failed' && !session.told.isNews('model_failed')) return;
      session.warn('model_degraded', fault.message, { reason: fault.reason });
      return;
    case 'behind':
      session.warn('behind_realtime', 'results are late', {
        backlog_ms: String(Math.round(fault.backlogMs)),
      });
      return;
    case 'caught_up':
      return;
    case 'fatal':
      if (session.ingest.inference !== stream) return;
      session.ingest.inference = undefined;
      if (session.state.kind === 'ending') return;
      throw new SessionFault(fault.code, fault.message);
  }
};
