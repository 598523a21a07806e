import { describe, expect, it } from 'vitest';
import { serverMessage } from './generated/messages.js';
import { SERVER_TRAITS, traitsOf, type ServerKind } from './traits.js';

const KINDS = Object.keys(SERVER_TRAITS) as ServerKind[];

describe('traits of server messages', () => {
  it('has a row for each message of the contract, and no other', () => {
    const bodies = serverMessage.fields.map(({ name }) => name).filter((name) => serverMessage.body(name));
    expect([...KINDS].sort()).toEqual(bodies.sort());
  });

  it('merges only fields that the message has', () => {
    for (const kind of KINDS) {
      const body = serverMessage.body(kind);
      const type = body?.type as unknown as { fields: readonly { name: string }[] };
      const names = type.fields.map(({ name }) => name);
      for (const name of traitsOf(kind).mergesBy ?? []) expect(names).toContain(name);
    }
  });

  it('shows observers nothing that is momentary', () => {
    for (const kind of KINDS.filter((each) => traitsOf(each).momentary)) {
      expect(traitsOf(kind).observers).toBe('nothing');
    }
  });

  it('keeps for a snapshot only what observers get', () => {
    for (const kind of KINDS.filter((each) => traitsOf(each).newest)) {
      expect(traitsOf(kind).observers).not.toBe('nothing');
    }
  });
});
