import { describe, expect, it } from 'vitest';
import { askedOfSpeaker, asksNothingElse } from './asked-speaker.ts';

describe('askedOfSpeaker', () => {
  it.each([
    ['What did Ada say last?', 'said', 'What did Ada last?'],
    ["Ada's last message", 'said', "Ada's last"],
    ['the first thing that Ada asked', 'said', 'the first thing that Ada'],
    ['Was hat Ada zuletzt gesagt?', 'said', 'Was hat Ada zuletzt ?'],
    ["qu'est-ce qu'Ada a dit en dernier ?", 'said', "qu'est-ce qu'Ada a en dernier ?"],
    ['¿qué dijo Ada por último?', 'said', '¿qué Ada por último?'],
    ['cosa ha detto Ada per ultimo?', 'said', 'cosa ha Ada per ultimo?'],
    ['o que a Ada disse por último?', 'said', 'o que a Ada por último?'],
    ['wat zei Ada het laatst?', 'said', 'wat Ada het laatst?'],
    ['what did the orchestrator decide last', 'decided', 'what did the orchestrator last'],
    ["the orchestrator's last decision", 'decided', "the orchestrator's last"],
    ['Was hat der Planer zuletzt entschieden?', 'decided', 'Was hat der Planer zuletzt ?'],
  ])('reads %s', (query, what, rest) => {
    const asked = askedOfSpeaker(query);
    expect([asked?.what, asked?.rest.replace(/ +/g, ' ').trim()]).toEqual([what, rest]);
  });

  it.each(['What did Ada do last?', 'Where does Ada live?', 'the last essay of Ada', ''])('leaves %s', (query) => {
    expect(askedOfSpeaker(query)).toBeUndefined();
  });

  it('takes a long text in its stride', () => {
    expect(askedOfSpeaker('Ada '.repeat(400_000))).toBeUndefined();
  });
});

it.each([
  ['What did  ?', true],
  ["the 's  ", true],
  ['Was hat  ?', true],
  ["qu'est-ce que  a en  ?", true],
  ['¿qué  por  ?', true],
  ['What was about  ', false],
  ['What did she to  ', false],
  ['qué se de', false],
  ['Was hat sie', false],
])('asksNothingElse: %s', (rest, expected) => {
  expect(asksNothingElse(rest)).toBe(expected);
});
