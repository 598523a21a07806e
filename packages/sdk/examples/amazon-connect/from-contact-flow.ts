/** A contact, from what its flow's Lambda is given. The credentials are those of the process's role. */
import { KinesisVideoClient } from '@aws-sdk/client-kinesis-video';
import type { SessionEnded } from '@undertone/protocol';
import { streamContact } from './contact.js';

export interface ContactData {
  ContactId: string;
  MediaStreams: { Customer: { Audio: { StreamARN: string; StartFragmentNumber: string } } };
}

export const hear = (
  contact: ContactData,
  apiKey: string,
  queue: string,
  agent: string,
): Promise<SessionEnded | undefined> =>
  streamContact({
    kinesis: new KinesisVideoClient({ region: 'eu-central-1' }),
    streamArn: contact.MediaStreams.Customer.Audio.StreamARN,
    startFragmentNumber: contact.MediaStreams.Customer.Audio.StartFragmentNumber,
    contactId: contact.ContactId,
    url: 'https://relay.example.com',
    apiKey,
    metadata: { queue, agent },
  });
