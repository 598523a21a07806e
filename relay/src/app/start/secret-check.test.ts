import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { SecretBox } from '../../domain/webhooks/secret-box.js';
import { TemplateVault } from '../../domain/speakers/template-vault.js';
import { DEFAULT_POLICY } from '../../domain/accounts/organization-policy.js';
import { DATABASES, type TestDatabase } from '../../storage/testing/databases.js';
import { reseal } from '../../storage/secrets/reseal.js';
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
    repositories = createRepositories(opened.database, Date.now);
  }, 120_000);
  afterAll(() => opened.close());

  const start = (
    change: Partial<SecretCheck> & { tokenSecrets: SecretCheck['tokenSecrets'] },
  ): Promise<void> =>
    checkSecrets({
      store: repositories.relaySecrets,
      kept: [],
      masters: change.tokenSecrets,
      acceptLost: false,
      now,
      ...change,
    });
  const missing = async (change: Parameters<typeof start>[0]): Promise<readonly string[]> => {
    const error: unknown = await start(change).catch((thrown: unknown) => thrown);
    return error instanceof MissingSecretError ? error.missing : [];
  };

  it('takes the first secret, and then refuses every other one', async () => {
    await start({ tokenSecrets: [OURS] });
    await start({ tokenSecrets: [OURS] });
    expect(await missing({ tokenSecrets: [OTHER] })).toEqual([
      expect.stringContaining('signs stream tokens') as string,
    ]);
  });

  it('lets the operator change it where the earlier one is still in the folder', async () => {
    await start({ tokenSecrets: [OTHER], kept: [OURS] });
    await start({ tokenSecrets: [OTHER] });
    expect(await missing({ tokenSecrets: [OURS] })).toHaveLength(1);
    await start({ tokenSecrets: [OURS], kept: [OTHER] });
  });

  it('names the keys that open stored webhook secrets and voices', async () => {
    const orgId = newId('org');
    await repositories.organizations.create(
      { id: orgId, name: 'A', plan: 'pro', policy: DEFAULT_POLICY },
      now,
    );
    const { queries } = opened.database;
    const webhookId = newId('wh');
    await queries
      .insertInto('webhooks')
      .values({
        id: webhookId,
        org_id: orgId,
        url: 'https://example.com/',
        events: '[]',
        status: 'active',
        secret: new SecretBox([OURS]).seal('one', webhookId),
        previous_secret: new SecretBox([OTHER]).seal('the one before', webhookId),
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
    expect(await missing({ tokenSecrets: [OURS] })).toEqual([
      `the one that opens stored webhook secrets (key ${new SecretBox([OTHER]).keyIds[0] ?? ''})`,
    ]);
    expect(await missing({ tokenSecrets: [OURS], masters: [OTHER] })).toEqual([
      `the one that opens stored webhook secrets (key ${new SecretBox([OURS]).keyIds[0] ?? ''})`,
      `the one that opens stored voices (key ${new TemplateVault([OURS]).keyIds[0] ?? ''})`,
    ]);
    await start({ tokenSecrets: [OURS], masters: [OURS, OTHER] });
  });

  it('changes it without a gap: known first, then used, then the earlier one is gone', async () => {
    const fresh = Buffer.alloc(32, 4);
    const masters = [OURS, OTHER] as const;
    await start({ tokenSecrets: [OURS, fresh], masters });
    await start({ tokenSecrets: [fresh, OURS], masters });
    await start({ tokenSecrets: [OURS, fresh], masters });
    await start({ tokenSecrets: [fresh, OURS], masters });
    await start({ tokenSecrets: [fresh], masters });
    expect(await missing({ tokenSecrets: [OURS], masters })).toHaveLength(1);
    await start({ tokenSecrets: [OURS], kept: [fresh], masters });
  });

  it('needs only the first key after everything was sealed anew, and says what no key opens', async () => {
    const NEWEST = Buffer.alloc(32, 5);
    const { queries } = opened.database;
    const row = { anew: 1, already: 0, unreadable: 0 };
    const lost = { anew: 0, already: 0, unreadable: 1 };
    expect(await reseal(queries, [NEWEST, OTHER])).toEqual({
      webhooks: lost,
      templates: lost,
      baselines: { anew: 0, already: 0, unreadable: 0 },
    });
    expect(await reseal(queries, [NEWEST, OURS, OTHER])).toMatchObject({ webhooks: row, templates: row });
    expect(await missing({ tokenSecrets: [OURS], masters: [NEWEST] })).toEqual([]);
    const {
      secret,
      previous_secret: previous,
      id,
    } = await queries
      .selectFrom('webhooks')
      .select(['id', 'secret', 'previous_secret'])
      .executeTakeFirstOrThrow();
    const box = new SecretBox([NEWEST]);
    expect([secret, previous].map((sealed) => box.open(sealed ?? '', id))).toEqual(['one', 'the one before']);
    const voice = await queries.selectFrom('speaker_templates').selectAll().executeTakeFirstOrThrow();
    const owner = { orgId: voice.org_id, speakerId: voice.speaker_id, part: 'template' } as const;
    expect(Buffer.from(new TemplateVault([NEWEST]).open(voice.sealed, owner)).toString()).toBe('voice');
    const again = { anew: 0, already: 1, unreadable: 0 };
    expect(await reseal(queries, [NEWEST])).toMatchObject({ webhooks: again, templates: again });
    expect(await reseal(queries, [OURS, NEWEST])).toMatchObject({ webhooks: row, templates: row });
  });

  it('goes on without them when the operator says that they are lost', async () => {
    const lost = Buffer.alloc(32, 3);
    await start({ tokenSecrets: [lost], acceptLost: true });
    expect(await missing({ tokenSecrets: [OURS] })).not.toEqual([]);
  });
});
