import type { AudioSource } from '../recordings/analysis-request.js';
import { Fault } from '../fault.js';
import { NotYoursFault } from '../removed-ids.js';
import {
  type EnrollmentCall,
  type EnrollmentRecordingOptions,
  useEnrollment,
} from './enrollment-recording.js';
import { type EnrolledVoice, mayBeAdded, refuse } from './enrollment-rules.js';
import type { Identities } from './identities.js';
import type { RatedSpeaker, Removal, RemovalCause, Speaker } from './speaker.js';
import type { PageEnd } from '../page-end.js';
import type { EnrollmentOutcome, SpeakerStore, SpeakerChange } from './speaker-store.js';
import type { TemplateVault } from './template-vault.js';
import { openProfile, sealProfile } from './sealed-profile.js';
import { addToProfile, sizeOf, type VoiceProfile, voiceOfProfile } from './voice-profile.js';
import { readVoiceConsent, type VoiceConsent, type VoiceConsentInput } from './voice-consent.js';
import type { VoiceComparison } from './voice-engine.js';
import { defined } from '../defined.js';

/**
 * Each enrolled person adds a chance of mistaking a stranger for that person. Therefore the number per
 * organization is limited.
 */
const MAX_SPEAKERS = 1_000;
const EXPIRED_AT_ONCE = 100;
/** Other relays may still write about a removed person. They learn of the removal within seconds. */
const SWEEP_MS = 10 * 60_000;

export interface SpeakersOptions extends EnrollmentRecordingOptions {
  readonly store: SpeakerStore;
  readonly vault: TemplateVault;
  readonly people: Pick<Identities, 'resembled'>;
  readonly newId: (prefix: string) => string;
  readonly nowMs: () => number;
  /** Called when a person was removed, so that streams of this relay learn of it at once. */
  readonly onRemoved: (removal: Removal) => void;
}

/** A person who was enrolled just now. */
export interface EnrolledSpeaker extends RatedSpeaker {
  /** Another person as whom the voice would be recognized, by id: perhaps the same one, enrolled twice. */
  readonly resembles: string | undefined;
}

/** A page of people. */
export interface RatedPage {
  readonly speakers: readonly RatedSpeaker[];
  readonly nextCursor: PageEnd | undefined;
}

export interface EnrollmentOrder {
  readonly source: AudioSource;
  readonly consent: VoiceConsentInput | undefined;
  readonly expiresAt: Date | undefined;
}

export interface NewSpeakerOrder extends EnrollmentOrder {
  readonly label: string;
  readonly externalId: string | undefined;
}

export interface RenewalOrder extends EnrollmentOrder {
  /**
   * `replace`: only the new recording counts from now on. `add`: it is combined with the earlier ones, and
   * must be the same voice.
   */
  readonly mode: 'replace' | 'add';
}

/** The people of organizations who are recognized by voice. Voice data goes in and is never returned. */
export class Speakers {
  private readonly options: SpeakersOptions;

  constructor(options: SpeakersOptions) {
    this.options = options;
  }

  /**
   * Enrolls a person.
   * @throws Fault `policy_blocked` without a consent that covers it; `validation_error` for a recording that
   *   cannot be used; `conflict` beyond {@link MAX_SPEAKERS}, or if the external id or the consent already
   *   belongs to somebody; also what the analysis throws
   */
  async enroll(call: EnrollmentCall, order: NewSpeakerOrder): Promise<EnrolledSpeaker> {
    const { store, newId } = this.options;
    const consent = readVoiceConsent(order.consent, this.options.nowMs());
    const expiresAt = this.expiry(order.expiresAt, consent);
    const orgId = call.organization.id;
    const id = newId('spk');
    let resembles: string | undefined;
    await useEnrollment(this.options, call, order.source, async (voice, voices) => {
      resembles = await this.options.people.resembled(orgId, id, voice.voiceprint);
      const outcome = await store.add(
        {
          id,
          orgId,
          consent,
          expiresAt,
          label: order.label,
          externalId: order.externalId,
          template: this.seal(orgId, id, alone(voice), voices),
          at: this.now(),
          actor: `key:${call.keyId}`,
        },
        MAX_SPEAKERS,
      );
      requireStored(outcome, id);
    });
    return { ...(await this.get(orgId, id)), resembles };
  }

  /**
   * Makes a new version of a person's template.
   * @throws Fault as {@link enroll}; `forbidden` for another organization's person
   */
  async enrollAgain(call: EnrollmentCall, id: string, order: RenewalOrder): Promise<EnrolledSpeaker> {
    const { store } = this.options;
    const orgId = call.organization.id;
    const known = await this.find(orgId, id);
    const consent = readVoiceConsent(order.consent, this.options.nowMs());
    const expiresAt = this.expiry(order.expiresAt ?? ownExpiry(known), consent);
    let resembles: string | undefined;
    await useEnrollment(this.options, call, order.source, async (heard, voices) => {
      resembles = await this.options.people.resembled(orgId, id, heard.voiceprint);
      const kept = order.mode === 'add' ? await this.joined(orgId, id, heard, voices) : alone(heard);
      const template = this.seal(orgId, id, kept, voices);
      const at = this.now();
      const actor = `key:${call.keyId}`;
      requireStored(await store.enrollAgain({ id, orgId, consent, expiresAt, template, at, actor }), id);
    });
    return { ...(await this.get(orgId, id)), resembles };
  }

  async list(
    orgId: string,
    page: { limit: number; cursor: PageEnd | undefined; externalId: string | undefined },
  ): Promise<RatedPage> {
    const { speakers, nextCursor } = await this.options.store.list(orgId, page, this.now());
    return { speakers: await this.rated(speakers), nextCursor };
  }

  /**
   * @throws Fault `forbidden` for a person who is another organization's, deleted or unknown; the answer is
   *   the same for all. This holds for all methods below.
   */
  async get(orgId: string, id: string): Promise<RatedSpeaker> {
    const [speaker] = await this.rated([await this.find(orgId, id)]);
    return speaker ?? unknown(id);
  }

  /**
   * @throws Fault `validation_error` for an expiry in the past or after the consent's; `conflict` for an
   *   external id in use
   */
  async change(orgId: string, id: string, change: SpeakerChange, actor: string): Promise<RatedSpeaker> {
    const { consent } = await this.find(orgId, id);
    const expiresAt = change.expiresAt === undefined ? undefined : this.expiry(change.expiresAt, consent);
    const at = this.now();
    const wanted = { ...change, ...(change.expiresAt !== undefined && { expiresAt: expiresAt ?? null }) };
    const changed = await this.options.store.change(orgId, id, wanted, { actor, at });
    if (changed === 'external_id_taken') requireStored(changed, id);
    return this.get(orgId, id);
  }

  /**
   * Deletes a person, on request or after a withdrawn consent: the template and everything derived from it.
   * @param reference where the caller keeps its record of the request; for the audit log
   */
  async remove(
    orgId: string,
    id: string,
    cause: Exclude<RemovalCause, 'expired'>,
    actor: string,
    reference?: string,
  ): Promise<Removal> {
    const by = { actor, at: this.now(), ...defined({ reference }) };
    const removal = await this.options.store.remove(orgId, id, cause, by);
    if (removal === undefined) return unknown(id);
    this.options.onRemoved(removal);
    return removal;
  }

  /**
   * Deletes people whose time has passed, and what other relays wrote about people before they learned of a
   * removal.
   */
  async care(): Promise<{ readonly expired: number; readonly swept: number }> {
    const { store, onRemoved } = this.options;
    const at = this.now();
    let expired = 0;
    for (let more = true; more;) {
      const over = await store.expired(at, EXPIRED_AT_ONCE);
      for (const { orgId, id } of over) {
        const removal = await store.remove(orgId, id, 'expired', { actor: 'relay', at });
        if (removal !== undefined) onRemoved(removal);
      }
      expired += over.length;
      more = over.length === EXPIRED_AT_ONCE;
    }
    return { expired, swept: await store.sweep(new Date(at.getTime() - SWEEP_MS)) };
  }

  private async find(orgId: string, id: string): Promise<Speaker> {
    return (await this.options.store.find(orgId, id, this.now())) ?? unknown(id);
  }

  /**
   * Adds to each person whether the model in use can recognize the voice. If the list is empty, the model is
   * not started.
   */
  private async rated(speakers: readonly Speaker[]): Promise<readonly RatedSpeaker[]> {
    if (speakers.length === 0) return [];
    const space = await this.options.engine.comparison().then((voices) => voices.space, withoutModel);
    return speakers.map((speaker) => {
      const known = space === undefined ? 'unknown' : undefined;
      return {
        ...speaker,
        templateState: known ?? (speaker.template.space === space ? 'current' : 'outdated'),
      };
    });
  }

  private now(): Date {
    return new Date(this.options.nowMs());
  }

  /** A voice is kept no longer than its consent allows. */
  private expiry(wanted: Date | null | undefined, { expiresAt: consented }: VoiceConsent): Date | undefined {
    const now = this.options.nowMs();
    if (wanted && wanted.getTime() <= now) {
      throw new Fault('validation_error', 'the request has invalid parameters', {
        details: { expires_at: ['must lie in the future'] },
      });
    }
    if (!wanted) return consented;
    return consented !== undefined && consented < wanted ? consented : wanted;
  }

  private seal(orgId: string, speakerId: string, { profile, quality }: KeptVoice, voices: VoiceComparison) {
    const sealed = sealProfile(this.options.vault, voices, profile, { orgId, speakerId });
    return { space: voices.space, sealed, quality };
  }

  /**
   * Combines the new recording with those before it. A template of an older model cannot be combined, so the
   * new recording then counts alone.
   */
  private async joined(
    orgId: string,
    speakerId: string,
    heard: EnrolledVoice,
    voices: VoiceComparison,
  ): Promise<KeptVoice> {
    const { store, vault } = this.options;
    const all = await store.candidates(orgId, this.now());
    const kept = all.find((candidate) => candidate.speakerId === speakerId);
    if (kept?.space !== voices.space) return alone(heard);
    const before = openProfile(vault, voices, kept.sealed, { orgId, speakerId });
    if (!mayBeAdded(voiceOfProfile(before, voices), heard, voices)) {
      throw refuse(
        'another_voice',
        'this does not sound like the voice that was enrolled before. If it is the same person in a strong mood, add a milder one first, ' +
          'which brings the voice nearer to it',
      );
    }
    const profile = addToProfile(before, heard.voiceprint, voices);
    return { profile, quality: { ...heard.quality, ...sizeOf(profile) } };
  }
}

/** What is kept of a person's recordings. */
interface KeptVoice {
  readonly profile: VoiceProfile;
  readonly quality: EnrolledVoice['quality'];
}

const alone = ({ voiceprint, quality }: EnrolledVoice): KeptVoice => ({ profile: [voiceprint], quality });

/**
 * The time at which a voice is to be deleted before its consent ends. The end of an old consent does not
 * apply to a new one.
 */
const ownExpiry = ({ expiresAt, consent }: Speaker): Date | undefined =>
  expiresAt?.getTime() === consent.expiresAt?.getTime() ? undefined : expiresAt;

/** Without the model, people can still be listed and changed. */
const withoutModel = (error: unknown): undefined => {
  if (error instanceof Fault && error.code === 'model_unavailable') return undefined;
  throw error;
};

const requireStored = (outcome: EnrollmentOutcome, id: string): void => {
  switch (outcome) {
    case 'stored':
      return;
    case 'gone':
      unknown(id);
      return;
    case 'full':
      throw new Fault('conflict', `an organization has at most ${MAX_SPEAKERS} enrolled people`);
    case 'external_id_taken':
      throw new Fault('conflict', 'this external id is another enrolled person’s', {
        details: { external_id: ['is in use'] },
      });
    case 'consent_used':
      throw new Fault('conflict', 'this consent is another person’s, or was withdrawn', {
        details: { 'consent.reference': ['was used before'] },
      });
  }
};

const unknown = (id: string): never => {
  throw new NotYoursFault({ kind: 'speaker', id });
};
