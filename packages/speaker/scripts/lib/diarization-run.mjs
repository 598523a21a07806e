/** Conversations analyzed by the model, and their error with given settings; for the benchmark and for tuning. */
import { createOnlineDiarizer, diarize } from '@undertone/speaker';
import { conversationsOf } from './conversations.mjs';
import { diarizationError, totalError } from './diarization-error.mjs';
import { rivalFrames } from './rival-frames.mjs';
import { standardiser } from './mfcc.mjs';

/** Conversations of `count` speakers with their frames. */
export async function hearConversations(
  model,
  clips,
  count,
  { share = 1, seed = 3, channel = 'own microphone', rival = false } = {},
) {
  const heard = [];
  for (const { corpus, people, samples, turns } of conversationsOf(clips, count, {
    share,
    seed,
    channel,
  })) {
    const frames = await model.analyze(samples);
    const durationMs = samples.length / 16;
    heard.push({
      corpus,
      people,
      samples,
      turns,
      count,
      durationMs,
      frames,
      ...(rival ? { rivalFrames: rivalFrames(samples, frames) } : {}),
    });
  }
  return heard;
}

/** The error over conversations of turns that were found before, one list for each conversation. */
export const rateOfTurns = (conversations, found, collarMs) =>
  totalError(
    conversations.map(({ turns, durationMs }, n) => diarizationError(turns, found[n], durationMs, collarMs)),
  );

export const rateOf = (conversations, find, collarMs) =>
  rateOfTurns(conversations, conversations.map(find), collarMs);

export const offline =
  (metadata, { known = false, frames = 'frames' } = {}) =>
  (conversation) =>
    diarize(metadata, conversation[frames], known ? { speakers: conversation.count } : {}).turns;

/** The live variant, which gets 500 ms at a time: its turns as they were told first. */
export const live = (metadata, options) => (conversation) => listenLive(metadata, conversation, options).told;

/**
 * A live stream's turns, in 500 ms at a time: as they were told first and as they are after all revisions, how
 * many revisions there were, and how many of them were of a turn that had been revised before.
 */
export function listenLive(metadata, conversation, options) {
  const diarizer = createOnlineDiarizer(metadata, options);
  const events = [];
  for (let from = 0; from < conversation.frames.count; from += 10)
    events.push(...diarizer.push(sliceFrames(metadata, conversation.frames, from, from + 10)));
  events.push(...diarizer.end());
  const ends = events.filter(({ type }) => type === 'turn_end');
  const revisions = events.filter(({ type }) => type === 'turn_revised');
  const newest = new Map(revisions.map(({ id, speaker }) => [id, speaker]));
  return {
    told: ends.map(({ turn }) => turn),
    revised: ends.map(({ id, turn }) => ({ ...turn, speaker: newest.get(id) ?? turn.speaker })),
    revisions: revisions.length,
    again: revisions.filter(({ revision }) => revision > 1).length,
  };
}

function sliceFrames({ featureSize, attentionHeads }, frames, from, until) {
  const to = Math.min(frames.count, until);
  return {
    startMs: from * 50,
    count: to - from,
    features: frames.features.slice(from * featureSize, to * featureSize),
    weights: frames.weights.slice(from * attentionHeads, to * attentionHeads),
    activity: frames.activity.slice(from * 2, to * 2),
  };
}

/** Means and deviations of the rival's windows, for their standardization. */
export function rivalScale(conversations, windowFrames) {
  const rows = [];
  for (const { rivalFrames: frames } of conversations) {
    const width = frames.features.length / frames.count;
    for (let from = 0; from + windowFrames <= frames.count; from += windowFrames) {
      const sums = new Float64Array(2 * width);
      for (let frame = from; frame < from + windowFrames; frame += 1)
        for (let n = 0; n < width; n += 1) {
          const value = frames.features[frame * width + n];
          sums[n] += value / windowFrames;
          sums[width + n] += value ** 2 / windowFrames;
        }
      rows.push(sums.map((value, n) => (n < width ? value : Math.sqrt(value - sums[n - width] ** 2))));
    }
  }
  return standardiser(rows);
}
