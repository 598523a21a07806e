import { z } from 'zod';
import { actorOf, type VerifiedApiKey } from '../../domain/keys/api-key.js';
import { storableText } from '../../domain/storable-text.js';
import type { EnrollmentCall } from '../../domain/speakers/enrollment-recording.js';
import type { Speakers } from '../../domain/speakers/speakers.js';
import { type HttpRequest, jsonReply } from '../../transport/http-message.js';
import { AUDIO_FAULTS } from '../analysis/analysis-fields.js';
import { BODY_LIMIT_BYTES, DEADLINES } from '../analysis/analyze.js';
import { checkInput } from '../requests/json-body.js';
import { defineOperation } from '../requests/operation.js';
import { cursorOf, cursorText, readCursor, nextCursor } from '../requests/page-cursor.js';
import type { KeyRoute } from '../requests/route.js';
import { readEnrollmentBody } from './read-enrollment.js';
import {
  newSpeakerBody,
  newSpeakerForm,
  newSpeakerInput,
  renewalBody,
  renewalForm,
  renewalInput,
  shownRemoval,
  shownSpeaker,
  speakerChange,
  toShownRemoval,
  toShownSpeaker,
  withdrawal,
} from './speaker-fields.js';
import { defined } from '../../domain/defined.js';
import { pageSize } from '../requests/query-number.js';

const TAG = 'Speakers';
const PATH = '/v1/voice/speakers';
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

const speakerId = z.strictObject({ id: z.string().max(64).describe('Of the enrolled person.') });
const page = z.strictObject({
  limit: pageSize(DEFAULT_LIMIT, MAX_LIMIT),
  cursor: cursorText.optional(),
  external_id: storableText(128).meta({ description: 'Only the person with this id of yours.' }).optional(),
});
const oneSpeaker = z.object({ speaker: shownSpeaker });

/** `/v1/voice/speakers`: the people that an organization's calls are compared with. */
export const speakerRoutes = (speakers: Speakers): readonly KeyRoute[] => [
  listSpeakers(speakers),
  enrollRoute(speakers),
  getSpeaker(speakers),
  updateSpeaker(speakers),
  renewalRoute(speakers),
  deleteSpeaker(speakers),
  withdrawSpeakerConsent(speakers),
];

const listSpeakers = (speakers: Speakers): KeyRoute =>
  defineOperation({
    scope: 'speakers',
    method: 'GET',
    path: PATH,
    operationId: 'listSpeakers',
    tag: TAG,
    summary: 'List people enrolled by the organization',
    description: 'Oldest first. `next_cursor` asks for the next page; null on the last.',
    query: page,
    responses: {
      200: {
        description: 'A page of people',
        schema: z.object({
          speakers: z.array(shownSpeaker).describe('Oldest first.'),
          next_cursor: nextCursor,
        }),
      },
    },
    handle: async ({ query }, { organization }) => {
      const { limit, cursor, external_id: externalId } = query;
      const listed = await speakers.list(organization.id, {
        limit,
        externalId,
        cursor: cursor === undefined ? undefined : readCursor(cursor),
      });
      return jsonReply(200, {
        speakers: listed.speakers.map(toShownSpeaker),
        next_cursor: listed.nextCursor === undefined ? null : cursorOf(listed.nextCursor),
      });
    },
  });

const getSpeaker = (speakers: Speakers): KeyRoute =>
  defineOperation({
    scope: 'speakers',
    method: 'GET',
    path: `${PATH}/:id`,
    operationId: 'getSpeaker',
    tag: TAG,
    summary: 'Get an enrolled person',
    description: 'What is known of the enrollment and the consent. What the voice is like is in no answer.',
    params: speakerId,
    responses: { 200: { description: 'The person', schema: oneSpeaker } },
    handle: async ({ params }, { organization }) =>
      jsonReply(200, { speaker: toShownSpeaker(await speakers.get(organization.id, params.id)) }),
  });

const updateSpeaker = (speakers: Speakers): KeyRoute =>
  defineOperation({
    scope: 'speakers',
    method: 'PATCH',
    path: `${PATH}/:id`,
    operationId: 'updateSpeaker',
    tag: TAG,
    summary: 'Rename an enrolled person, or change when the voice is forgotten',
    description: 'What is left out stays.',
    params: speakerId,
    body: speakerChange,
    responses: { 200: { description: 'The person', schema: oneSpeaker } },
    faults: ['conflict'],
    handle: async ({ params, body }, caller) => {
      const { organization } = caller;
      const change = {
        ...defined({ label: body.label, externalId: body.external_id }),
        ...(body.expires_at !== undefined && {
          expiresAt: body.expires_at === null ? null : new Date(body.expires_at),
        }),
      };
      const changed = await speakers.change(organization.id, params.id, change, actorOf(caller));
      return jsonReply(200, { speaker: toShownSpeaker(changed) });
    },
  });

const deleteSpeaker = (speakers: Speakers): KeyRoute =>
  defineOperation({
    scope: 'speakers',
    method: 'DELETE',
    path: `${PATH}/:id`,
    operationId: 'deleteSpeaker',
    tag: TAG,
    summary: 'Delete an enrolled person, and everything derived from the voice',
    description:
      'Every stream of every relay forgets the person within a minute. Where the consent was withdrawn, `withdraw` records that too.',
    params: speakerId,
    responses: { 204: { description: 'Deleted; streams that know the voice forget it within a minute' } },
    handle: async ({ params }, caller) => {
      const { organization } = caller;
      await speakers.remove(organization.id, params.id, 'deleted', actorOf(caller));
      return { status: 204 };
    },
  });

const withdrawSpeakerConsent = (speakers: Speakers): KeyRoute =>
  defineOperation({
    scope: 'speakers',
    method: 'POST',
    path: `${PATH}/:id/withdraw`,
    operationId: 'withdrawSpeakerConsent',
    tag: TAG,
    summary: 'Follow a withdrawn consent',
    description:
      'Deletes the template and everything derived from it, on every relay within a minute. The consent cannot be used again.',
    params: speakerId,
    body: withdrawal,
    responses: { 200: { description: 'What was deleted', schema: shownRemoval } },
    handle: async ({ params, body }, caller) => {
      const { organization } = caller;
      const actor = actorOf(caller);
      const removal = await speakers.remove(organization.id, params.id, 'withdrawn', actor, body.reference);
      return jsonReply(200, toShownRemoval(removal));
    },
  });

const enrollRoute = (speakers: Speakers): KeyRoute => ({
  method: 'POST',
  path: PATH,
  access: 'api_key',
  scope: 'speakers',
  bodyLimitBytes: BODY_LIMIT_BYTES,
  deadlines: DEADLINES,
  doc: {
    operationId: 'enrollSpeaker',
    tag: TAG,
    summary: 'Enroll a person by voice, with a recorded consent',
    description:
      'The recording holds one voice. What is wrong with it is told in `details.audio`, beginning with `silent`, `not_speech`, `too_short`, `several_voices`, `too_noisy` or `clipped`. Billed as an analysis of the same length; a recording that cannot be used costs nothing.',
    bodies: { 'application/json': newSpeakerBody, 'multipart/form-data': newSpeakerForm },
    responses: { 201: { description: 'Enrolled', schema: oneSpeaker } },
    faults: ['conflict', ...AUDIO_FAULTS],
  },
  async handle({ request }, caller) {
    const { source, fields } = await readEnrollmentBody(request, newSpeakerInput);
    const speaker = await speakers.enroll(callOf(request, caller), {
      source,
      label: fields.label,
      externalId: fields.external_id,
      consent: fields.consent,
      expiresAt: dateOf(fields.expires_at),
    });
    return jsonReply(201, { speaker: toShownSpeaker(speaker) });
  },
});

const renewalRoute = (speakers: Speakers): KeyRoute => ({
  method: 'POST',
  path: `${PATH}/:id/enrollments`,
  access: 'api_key',
  scope: 'speakers',
  bodyLimitBytes: BODY_LIMIT_BYTES,
  deadlines: DEADLINES,
  doc: {
    operationId: 'enrollSpeakerAgain',
    tag: TAG,
    summary: 'Enroll a person again: a new version of the template',
    description:
      'As the first enrollment: the consent is the same one again, or a new one. `mode: add` with somebody else’s voice is refused with `another_voice`.',
    params: speakerId,
    bodies: { 'application/json': renewalBody, 'multipart/form-data': renewalForm },
    responses: { 201: { description: 'Enrolled again', schema: oneSpeaker } },
    faults: ['conflict', ...AUDIO_FAULTS],
  },
  async handle({ request, params }, caller) {
    const { id } = checkInput(speakerId, params);
    // Before the body is read, so that another organization's id reveals nothing about what a body should be.
    await speakers.get(caller.organization.id, id);
    const { source, fields } = await readEnrollmentBody(request, renewalInput);
    const speaker = await speakers.enrollAgain(callOf(request, caller), id, {
      source,
      consent: fields.consent,
      expiresAt: dateOf(fields.expires_at),
      mode: fields.mode ?? 'replace',
    });
    return jsonReply(201, { speaker: toShownSpeaker(speaker) });
  },
});

const callOf = ({ id, signal }: HttpRequest, { organization, key }: VerifiedApiKey): EnrollmentCall => ({
  id,
  signal,
  organization,
  keyId: key.id,
});

const dateOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);
