import { describe, expect, it } from 'vitest';
import { canonicalArguments } from './canonical-arguments.ts';

describe('arguments of a call, written in one way', () => {
  it('are the same in any order of their names, with any spaces, and where there are none', () => {
    expect(canonicalArguments('{"b": {"d": 1, "c": [2.5, "x:y"]}, "a": "\\u00e9"}')).toBe(
      canonicalArguments('{"a":"é","b":{"c":[2.5,"x:y"],"d":1}}'),
    );
    expect(canonicalArguments('{"n":2.0,"m":0.0}')).toBe(canonicalArguments('{"m":0,"n":2}'));
    expect(canonicalArguments(' ')).toBe(canonicalArguments('{}'));
  });

  it.each(['{"id":1234567890123456789}', '{"a":1e400}', '{"a":1e-400}', '{"a":1,"a":2}', '{"a":{"b":1,"b":2}}', 'no JSON', '{"a":'])(
    'stay as they are where something would be lost: %s',
    (args) => {
      expect(canonicalArguments(args)).toBe(args);
    },
  );

  it('tell apart what a parser takes for the same', () => {
    expect(canonicalArguments('{"id":1234567890123456789}')).not.toBe(canonicalArguments('{"id":1234567890123456788}'));
    expect(canonicalArguments('{"a":1,"a":2}')).not.toBe(canonicalArguments('{"a":2}'));
  });
});
