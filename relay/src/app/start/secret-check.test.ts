import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { SecretBox } from '../../domain/webhooks/secret-box.js';
import { TemplateVault } from '../../domain/speakers/template-vault.js';
import { DEFAULT_POLICY } from '../../domain/accounts/organization-policy.js';
import { DATABASES, type TestDatabase } from '../../storage/testing/databases.js';
import { checkSecrets, MissingSecretError, type SecretCheck } from './secret-check.js';
import { createRepositories, type Repositories } from './repositories.js';

const OURS = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(32, 2);
const now = new Date('2026-01-01T12:00:00Z');

describe.each(DATABASES)('a start on $name', ({ open }) => {
  let opened: TestDatabase;
  let repositories: Repositories;
  beforeAll(async () => {
    opened = await open();
    repositories = createRepositories(opened.database);
  }, 120_000);
  afterAll(() => opened.close());

  const start = (change: Partial<SecretCheck> & { tokenSecret: Uint8Array }): Promise<void> =>
    checkSecrets({
      store: repositories.relaySecrets,
      kept: undefined,
      masters: [change.tokenSecret],
      acceptLost: false,
      now,
      ...change,
    });
  const missing = async (change: Parameters<typeof start>[0]): Promise<readonly string[]> => {
    const error: unknown = await start(change).catch((thrown: unknown) => thrown);
    return error instanceof MissingSecretError ? error.missing : [];
  };

  it('takes the first secret, and then refuses every other one', async () => {
    await start({ tokenSecret: OURS });
    await start({ tokenSecret: OURS });
    expect(await missing({ tokenSecret: OTHER })).toEqual([
      expect.stringContaining('signs stream tokens') as string,
    ]);
  });

  it('lets the operator change it where the earlier one is still in the folder', async () => {
    await start({ tokenSecret: OTHER, kept: OURS });
    await start({ tokenSecret: OTHER });
    expect(await missing({ tokenSecret: OURS })).toHaveLength(1);
    await start({ tokenSecret: OURS, kept: OTHER });
  });

  it('names the keys that open stored webhook secrets and voices', async () => {
    const orgId = newId('org');
    await repositories.organizations.create(
      { id: orgId, name: 'A', plan: 'pro', policy: DEFAULT_POLICY },
      now,
    );
    const { queries } = opened.database;
    await queries
      .insertInto('webhooks')
      .values({
        id: newId('wh'),
        org_id: orgId,
        url: 'https://example.com/',
        events: '[]',
        status: 'active',
        secret: new SecretBox([OURS]).seal('secret', 'a'),
        previous_secret: new SecretBox([OTHER]).seal('secret', 'a'),
        previous_until: now,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const speakerId = newId('spk');
    const speaker = { id: speakerId, org_id: orgId, label: 'A', consent: '{}', template_version: 1 };
    await queries
      .insertInto('speakers')
      .values({ ...speaker, created_at: now, updated_at: now })
      .execute();
    const sealed = new TemplateVault([OURS]).seal(Buffer.from('voice'), {
      orgId,
      speakerId,
      part: 'template',
    });
    await queries
      .insertInto('speaker_templates')
      .values({
        org_id: orgId,
        speaker_id: speakerId,
        version: 1,
        space: 's',
        sealed,
        quality: '{}',
        created_at: now,
      })
      .execute();
    expect(await missing({ tokenSecret: OURS })).toEqual([
      `the one that opens stored webhook secrets (key ${new SecretBox([OTHER]).keyIds[0] ?? ''})`,
    ]);
    expect(await missing({ tokenSecret: OURS, masters: [OTHER] })).toEqual([
      `the one that opens stored webhook secrets (key ${new SecretBox([OURS]).keyIds[0] ?? ''})`,
      `the one that opens stored voices (key ${new TemplateVault([OURS]).keyIds[0] ?? ''})`,
    ]);
    await start({ tokenSecret: OURS, masters: [OURS, OTHER] });
  });

  it('goes on without them when the operator says that they are lost', async () => {
    const lost = Buffer.alloc(32, 3);
    await start({ tokenSecret: lost, acceptLost: true });
    expect(await missing({ tokenSecret: OURS })).not.toEqual([]);
  });
});
