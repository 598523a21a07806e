import {
  traitsOf,
  type Alert,
  type BodyWith,
  type IdentityResolved,
  type KpiPredictions,
  type ServerBody,
  type SessionPrediction,
  type ToneShift,
  type Utterance,
} from '@undertone/protocol';

/** The most alerts of one session that a new observer gets. */
const MOST_ALERTS = 20;

/** The most utterances of other routes that a new observer gets. */
const MOST_UTTERANCES = 50;

/**
 * The newest of everything that the conversation does not keep itself. Plain data: part of the checkpoint.
 */
export interface NewestState {
  readonly prediction?: SessionPrediction;
  readonly kpis?: KpiPredictions;
  readonly alerts: readonly Alert[];
  readonly toneShifts: readonly ToneShift[];
  readonly identities: readonly IdentityResolved[];
  /** From other routes; absent in older checkpoints. */
  readonly utterances?: readonly Utterance[];
}

export const NOTHING_YET: NewestState = { alerts: [], toneShifts: [], identities: [] };

const isKept = (body: ServerBody): body is BodyWith<'newest', true> => traitsOf(body.kind).newest;

/** The newest state after `body`. Pure; returns the same object when nothing changed. */
export const newestAfter = (newest: NewestState, body: ServerBody): NewestState => {
  if (!isKept(body)) return newest;
  switch (body.kind) {
    case 'session.prediction':
      return { ...newest, prediction: body.value };
    case 'kpi_predictions':
      return { ...newest, kpis: body.value };
    case 'alert':
      return { ...newest, alerts: [...newest.alerts, body.value].slice(-MOST_ALERTS) };
    case 'tone_shift': {
      const others = without(newest.toneShifts, body.value.speakerId);
      return { ...newest, toneShifts: body.value.resolved ? others : [...others, body.value] };
    }
    case 'identity_resolved':
      return {
        ...newest,
        identities: [...without(newest.identities, body.value.speakerId), body.value],
      };
    case 'utterance': {
      const { utterances = [] } = newest;
      const others = utterances.filter(({ utteranceId }) => utteranceId !== body.value.utteranceId);
      return { ...newest, utterances: [...others, body.value].slice(-MOST_UTTERANCES) };
    }
    case 'corrected': {
      const { turnId, emotion, valence, arousal } = body.value;
      const said = {
        ...(emotion !== undefined && { emotion, confidence: 1 }),
        ...(valence !== undefined && { valence }),
        ...(arousal !== undefined && { arousal }),
      };
      const { utterances = [] } = newest;
      if (utterances.every(({ utteranceId }) => utteranceId !== turnId)) return newest;
      return {
        ...newest,
        utterances: utterances.map((each) => (each.utteranceId === turnId ? { ...each, ...said } : each)),
      };
    }
  }
};

const without = <T extends { readonly speakerId: string }>(all: readonly T[], speakerId: string): T[] =>
  all.filter((each) => each.speakerId !== speakerId);
