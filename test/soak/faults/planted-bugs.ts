/**
 * Bugs that the checks must find. Most are triggers in the database of the real relays: what they write is then wrong in one way.
 */
import type { Invariant } from './checks.js';

export interface PlantedBug {
  readonly name: string;
  /** Where it must be found. */
  readonly breaks: Invariant;
  /** SQL that plants it, and that pulls it out. */
  readonly plant?: string;
  readonly pull?: string;
  /** Server messages that the link swallows: every n-th directive of every connection. */
  readonly swallow?: number;
}

const trigger = (table: string, when: string, body: string): Pick<PlantedBug, 'plant' | 'pull'> => ({
  plant: `create function planted() returns trigger language plpgsql as $$ begin ${body} end $$;
    create trigger planted ${when} on ${table} for each row execute function planted();`,
  pull: `drop trigger planted on ${table}; drop function planted();`,
});

const EVERY_FIFTH = "('x' || substr(md5(new.reference), 1, 4))::bit(16)::integer % 5 = 0";

export const PLANTED: readonly PlantedBug[] = [
  {
    name: 'one payment in five is not written to the ledger',
    breaks: 'money',
    ...trigger(
      'ledger_entries',
      'before insert',
      `if new.kind = 'stream' and ${EVERY_FIFTH} then return null; end if; return new;`,
    ),
  },
  {
    name: 'a charge takes a micro-credit too much from the wallet',
    breaks: 'money',
    ...trigger(
      'wallets',
      'before update',
      'if new.balance < old.balance then new.balance := new.balance - 1; end if; return new;',
    ),
  },
  { name: 'a result in ten is lost on its way', breaks: 'results', swallow: 10 },
  {
    name: 'the end of a session is not told',
    breaks: 'events',
    ...trigger(
      'events',
      'before insert',
      "if new.type = 'session.end' then return null; end if; return new;",
    ),
  },
  {
    name: 'an event is sent with other bytes than are kept',
    breaks: 'events',
    ...trigger(
      'webhook_attempts',
      'after insert',
      `update events set body = body || ' ' where id = (select event_id from webhook_deliveries where id = new.delivery_id); return new;`,
    ),
  },
  {
    name: 'utterances of a deleted session stay',
    breaks: 'erasure',
    ...trigger('conversation_utterances', 'before delete', 'return null;'),
  },
  {
    name: 'an event goes to another organization’s webhook',
    breaks: 'isolation',
    // As the owner of the tables: the role of a tenant would be stopped by the second wall, row-level security.
    plant: `create function planted() returns trigger language plpgsql security definer as $$ begin
        if new.type = 'analysis.complete' then
          update events set org_id = (select org_id from webhooks where org_id <> new.org_id order by created_at desc limit 1)
            where id = new.id;
        end if; return new; end $$;
      create trigger planted after insert on events for each row execute function planted();`,
    pull: 'drop trigger planted on events; drop function planted();',
  },
  {
    name: 'the place of a stream that ended stays taken',
    breaks: 'recovery',
    ...trigger(
      'sessions',
      'before update',
      "if new.state <> 'live' then new.state := 'live'; new.ended_at := null; new.held_at := now() + interval '1 hour'; end if; return new;",
    ),
  },
];
