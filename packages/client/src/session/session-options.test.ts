import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UndertoneError } from '../common/undertone-error.js';
import { FakeProcessors } from '../testing/fake-worklet.js';
import { SessionRig } from '../testing/session-rig.js';

let rig: SessionRig;

beforeAll(() => FakeProcessors.load());
beforeEach(() => {
  rig = new SessionRig();
});

describe('Session options', () => {
  it.each([
    [{ sources: [] }, 'sources'],
    [{ url: 'ftp://relay' }, 'url'],
    [{ assets: { worklet: 'http://[' } }, 'assets.worklet'],
  ])('refuse %j and name the option', (options, option) => {
    expect(() => rig.make(options)).toThrow(UndertoneError);
    try {
      rig.make(options);
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_option', details: { option } });
    }
  });
});
