import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleOf } from '../domain/events/event-examples.js';
import { DATABASES, type TestDatabase } from '../storage/testing/databases.js';
import { type Receiver, startReceiver } from './testing/receivers.js';
import { SECRET, startWebhookRig, type WebhookRig } from './testing/webhook-rig.js';

interface Mail {
  readonly to: readonly string[];
  readonly text: string;
}

const EVENT = { type: 'session.end', data: exampleOf('session.end') } as const;

describe('mail to the owner of a webhook', () => {
  const [embedded] = DATABASES;
  let opened: TestDatabase;
  let rig: WebhookRig;
  let server: SMTPServer;
  let broken: Receiver;
  let mails: Mail[];
  let status: number;

  beforeAll(async () => {
    if (embedded === undefined) throw new Error('there is no embedded database');
    opened = await embedded.open();
  }, 120_000);
  afterAll(() => opened.close());
  beforeEach(async () => {
    mails = [];
    status = 500;
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          mails.push({ to, text: Buffer.concat(chunks).toString().replace(/=\r\n/g, '') });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    rig = await startWebhookRig(opened.database, {
      settings: { smtpUrl: `smtp://127.0.0.1:${port}`, ownerEmail: 'operator@example.com' },
    });
    broken = await startReceiver((_, response) => response.writeHead(status).end());
  });
  afterEach(async () => {
    await rig.close();
    await broken.close();
    await new Promise<void>((resolve) => server.close(resolve));
  });

  const hook = () =>
    rig.webhooks.create(rig.orgId, { url: broken.url, events: ['session.end'], secret: SECRET });

  it('"e-mail notification to the owner": goes out once when the five attempts have failed', async () => {
    await hook();
    await rig.emit(EVENT);
    await rig.emit(EVENT);
    await rig.runOut();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toEqual(['operator@example.com']);
    expect(mails[0]?.text).toContain('is marked failing');
    // The path and the query of a receiver may hold secrets.
    expect(mails[0]?.text).not.toContain('token=abc');
  });

  it('goes to the owners of the organization if it has any', async () => {
    await opened.database.queries
      .insertInto('members')
      .values({
        id: `mem_${rig.orgId}`,
        org_id: rig.orgId,
        email: 'owner@acme.example',
        role: 'owner',
        created_at: new Date(rig.nowMs()),
      })
      .execute();
    await hook();
    await rig.emit(EVENT);
    await rig.runOut();
    expect(mails.map(({ to }) => to)).toEqual([['owner@acme.example']]);
  });

  it('says that a webhook was disabled because its receiver is gone', async () => {
    status = 410;
    const { id } = await hook();
    await rig.emit(EVENT);
    await rig.runOut();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('was disabled');
    expect(mails[0]?.text).toContain(id);
  });
});
