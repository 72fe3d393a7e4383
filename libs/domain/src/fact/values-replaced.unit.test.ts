import { describe, expect, test } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

const replaces = (earlier: string, later: string): boolean =>
  factsIn(earlier).some((before) => factsIn(later).some((after) => compareFacts(before, after) === 'supersedes'));

describe('a value with the one before behind it', () => {
  test.each([
    ['The port is 8090.', 'The port is 8443 now, from 8090.', 'port: 8443'],
    ['The timeout is 30 s.', 'The timeout is 60 s now, from 30 s.', 'timeout: 60 s'],
    ['Our budget is $4,000.', 'Our budget is $5,000 now, up from $4,000.', 'budget: $5,000'],
    ['The heap size is 6 GB.', 'The heap size is 4 GB, down from 6 GB.', 'heap size: 4 GB'],
    ['The session timeout is 15 minutes.', 'The session timeout is now 30 minutes, from 15 minutes.', 'session timeout: 30 minutes'],
    ['The deadline is June 3.', 'The deadline is June 10 now, moved from June 3.', 'deadline: June 10'],
    ['The port is 8090.', 'The port is now 8443 instead of 8090.', 'port: 8443'],
    ['The port is 8090.', 'The port is 8443 now instead of 8090.', 'port: 8443'],
    ['The port is 8090.', 'The port is 8443 instead of 8090 now.', 'port: 8443'],
    ['The staging port is 8090.', 'The port is now 8443 instead of 8090 in staging.', 'staging port: 8443'],
    ['The deploy branch is `main`.', 'The deploy branch is now `release` instead of `main`.', 'deploy branch: `release`'],
  ])('is the value now, of the thing alone: %s %s', (earlier, later, value) => {
    expect(valuesIn(later)).toEqual([value]);
    expect(replaces(earlier, later)).toBe(true);
  });

  test('has a word of change that tells a number as the one before', () => {
    expect(valuesIn('We have 12 workers now, from 8.')).toEqual(['number of worker: 12 workers']);
  });

  test.each([
    ['The port is 8090.', 'The port is 8443 now, from 9000.'],
    ['The port is 8090.', 'Is the port 8443 now, from 8090?'],
    ['The port is 8090.', 'If the port is 8443 now, from 8090, tell me.'],
    ['The port is 8090.', 'Tom says the port is now 8443 instead of 8090.'],
    ['The port is 8090.', 'The port should be 8443 instead of 8090.'],
    ['The port is 8090.', 'The port is 8443 instead of 8090.'],
    ['The port is 8090.', 'The worker port is 8443 now, from 8090.'],
    ['The limit is 100.', 'The limit is 300 for requests from Tokyo now.'],
  ])('replaces no other one: %s %s', (earlier, later) => {
    expect(replaces(earlier, later)).toBe(false);
  });

  test('of which it is not known what it is to the value states nothing', () => {
    expect(valuesIn('The ferry dock is 40 minutes from 3 ports.')).toEqual([]);
    expect(valuesIn('The timeout is 60 s, from 30 s.')).toEqual([]);
  });

  test.each(['My rent is $930 from June 1.', 'My rent is $930 now, from 1 June.'])('is no day on which it begins: %s', (text) => {
    expect(valuesIn(text)).toEqual(['rent: $930']);
    expect(factsIn(text)[0]!.replaces).toBeUndefined();
  });
});

describe('the region of a cloud', () => {
  test.each([
    ['The region is eu-west-1 now.', 'region: eu-west-1'],
    ['The region is europe-west4.', 'region: europe-west4'],
    ['Our region is us-gov-west-1.', 'region: us-gov-west-1'],
  ])('is of the project: %s', (text, value) => {
    expect(valuesIn(text)).toEqual([value]);
    expect(factsIn(text)[0]!.label).toBe('project');
  });

  test.each(['The region is quiet now.', 'The region is area-51 now.', 'The region in the tutorial is us-east-1 now.'])(
    'is not told by: %s',
    (text) => {
      expect(valuesIn(text)).toEqual([]);
    },
  );
});

describe('what somebody likes best', () => {
  test.each([
    ['My favourite colour is green.', 'My favourite colour is changing all the time now.'],
    ['My favourite band is Low.', 'My favourite band is touring again now.'],
    ['My favourite cafe is Lomi.', 'My favourite cafe is closing down now.'],
    ['My favourite tea is oolong.', 'My favourite tea is hard to find now.'],
    ['My favourite meal is soup.', 'My favourite meal is whatever you cook now.'],
  ])('is not told by what happens to it: %s %s', (earlier, later) => {
    expect(factsIn(later)).toEqual([]);
    expect(replaces(earlier, later)).toBe(false);
  });

  test.each([
    ['My favourite sport is climbing.', 'My favourite sport is playing squash now.'],
    ['My favourite dessert is cheesecake.', 'My favourite dessert is rice pudding now.'],
    ['My favourite film is Alien.', 'My favourite film is Falling Down now.'],
  ])('may be a thing to do, or a title: %s %s', (earlier, later) => {
    expect(replaces(earlier, later)).toBe(true);
  });
});
