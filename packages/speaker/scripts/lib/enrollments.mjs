/** Profiles of speakers who are enrolled in one mood or in several, and tried in others. */
import { mergeVoiceprints } from '@undertone/speaker';
import { NEUTRAL, segmentsOf } from './trials.mjs';

/** Corpora in which everybody speaks in the same moods. */
const MOODY = ['ravdess', 'emodb', 'nemo', 'turev'];
const OTHERS = ['angry', 'sad'];
/** Of calm speech, for a profile in which seconds count. */
const LONG_S = 45;

/** The mean of voiceprints that count as much as each other. */
const evenly = (metadata, prints) => ({
  ...mergeVoiceprints(
    metadata,
    prints.map((print) => ({ ...print, speechSeconds: 1 })),
  ),
  speechSeconds: prints.reduce((sum, { speechSeconds }) => sum + speechSeconds, 0),
});

/** What is enrolled, by how it is called: `calm` are three voiceprints of 3 s, `others` one of each other mood. */
const PROFILES = {
  'calm alone, 9 s': (metadata, { calm }) => evenly(metadata, [mergeVoiceprints(metadata, calm)]),
  'calm 9 s, angry 3 s': (metadata, { calm, others }) =>
    evenly(metadata, [mergeVoiceprints(metadata, calm), others[0]]),
  'calm 9 s, angry and sad 3 s each': (metadata, { calm, others }) =>
    evenly(metadata, [mergeVoiceprints(metadata, calm), ...others]),
  '… calm for 45 s, and seconds count, not moods': (metadata, { calm, others }) => {
    const long = { ...mergeVoiceprints(metadata, calm), speechSeconds: LONG_S };
    return mergeVoiceprints(metadata, [long, ...others]);
  },
};

/**
 * Segments of both sides for each kind of enrollment.
 * @param {(segments: object[]) => Promise<object[]>} hear adds `voiceprint` to segments
 * @returns {Promise<Map<string, { any: object[], angry: object[] }>>} tried in any mood, and in anger
 */
export async function enrollmentsOf(speakers, metadata, hear, { counts, channels, perSide }) {
  const moody = speakers.filter(({ corpus }) => MOODY.includes(corpus));
  const cut = async (labels, count) =>
    (
      await hear(
        segmentsOf(moody, { seconds: [3, 3], counts, channels, labels: [labels, labels], perSide: count }),
        false,
      )
    ).filter(({ voiceprint }) => voiceprint);
  const of = (segments, side, speaker) =>
    segments.filter((segment) => segment.side === side && segment.speaker === speaker);
  const calm = await cut(NEUTRAL, 3);
  const others = await Promise.all(OTHERS.map((label) => cut([label], 1)));
  const tries = {
    any: (await cut(undefined, perSide)).filter(({ side }) => side === 1),
    angry: (await cut(['angry'], perSide)).filter(({ side }) => side === 1),
  };
  const known = moody.flatMap(({ corpus, speaker, gender }) => {
    const heard = {
      calm: of(calm, 0, speaker).map(({ voiceprint }) => voiceprint),
      others: others.flatMap((segments) => of(segments, 0, speaker).map(({ voiceprint }) => voiceprint)),
    };
    return heard.calm.length > 0 && heard.others.length === OTHERS.length
      ? [{ corpus, speaker, gender, heard }]
      : [];
  });
  return new Map(
    Object.entries(PROFILES).map(([name, profile]) => {
      const enrolled = known.map(({ corpus, speaker, gender, heard }) => {
        return { corpus, speaker, gender, side: 0, voiceprint: profile(metadata, heard) };
      });
      return [name, { any: [...enrolled, ...tries.any], angry: [...enrolled, ...tries.angry] }];
    }),
  );
}
