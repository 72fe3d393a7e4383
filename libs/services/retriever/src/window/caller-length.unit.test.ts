import { createTokenCounter, TOKEN_FAMILIES } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { callerChars, overByLength } from './caller-length.ts';

const PLACE = { tenant: 'acme', space: 'main', session: 'work' };
const tokens = createTokenCounter({ threads: 0 });
afterAll(() => tokens.close());
const least = (chars: number): number => overByLength({ system: 0, user: chars }, { sys: 0, user: 0 })?.tokens ?? 0;

describe('the length of the texts of a call', () => {
  it.each([' ', 'the boats left early ', '\n', '-', '=', 'a', '＜', '東京', '😀', '\t\n'])(
    'never asks for more tokens than they have: %j',
    (unit) => {
      const text = unit.repeat(2_048 / unit.length);
      for (const { name } of TOKEN_FAMILIES) expect(least(text.length)).toBeLessThanOrEqual(tokens.countNow(name, text));
    },
  );

  it('names the part that cannot fit whatever its characters are', () => {
    const chars = { system: 128 * 10, user: 128 * 20 };
    expect(overByLength(chars, { sys: 10, user: 20 })).toBeUndefined();
    expect(overByLength(chars, { sys: 10, user: 19 })).toEqual({ part: 'user', tokens: 20, budgetTokens: 19 });
    expect(overByLength(chars, { sys: 9, user: 19 })).toEqual({ part: 'system', tokens: 10, budgetTokens: 9 });
  });

  it('is that of everything that is rendered', () => {
    const workspaceFiles = [{ path: 'notes.md', text: 'tide' }];
    const blocks = { system: 'Be kind.', skills: ['row', 'sail'], workspaceFiles, userMessage: 'go' };
    expect(callerChars({ ...PLACE, blocks })).toEqual({ system: 8 + 3 + 4 + 4, user: 2 });
    expect(callerChars(PLACE)).toEqual({ system: 0, user: 0 });
  });
});
