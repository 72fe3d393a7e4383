import { describe, expect, it } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';

describe('a place that "we moved to"', () => {
  it.each([
    ['We moved to Ghent.', 'Ghent'],
    ["We've just moved to Trieste", 'Trieste'],
    ['we have moved to Aarhus, finally some quiet.', 'Aarhus'],
    ['We moved to Graz last month.', 'Graz'],
    ['We moved to Turku in March.', 'Turku'],
    ['We recently moved to Bend, Oregon.', 'Bend, Oregon'],
    ['Good news: we moved to Utrecht with our dog.', 'Utrecht'],
  ])('is the home of the one who says so: %s', (text, home) =>
    expect(factsIn(text)).toEqual([expect.objectContaining({ label: 'user', attribute: 'home', value: home, saysChange: true })]),
  );

  it.each([
    'We moved to Jakarta.',
    'We moved to Dublin, latency is much lower now.',
    'The new data center is ready, so we moved to Dublin.',
    'We moved to Dublin for the workshop.',
    'Our office was too small, so we moved to Graz.',
    'When we moved to Graz, I was six.',
    'We moved to Graz as kids.',
    'We moved to Graz last night with the band.',
    'After we moved to Graz I quit.',
    'We hope we moved to Graz in time.',
    'Tove says we moved to Graz.',
    'We nearly moved to Graz.',
    'We moved to Graz and then back to Linz.',
    'We moved to Graz in 1998.',
  ])('is none where a firm moves, it was long ago or is not so: %s', (text) => expect(valuesIn(text)).toEqual([]));
});

describe('a program that "we switched to"', () => {
  it.each([
    ["We've switched to pnpm", 'using pnpm: pnpm'],
    ['we have migrated to Valkey', 'using valkey: Valkey'],
    ['We switched over to Vitest last week.', 'using vitest: Vitest'],
    ["We've moved to Terraform because nobody liked the console.", 'using terraform: Terraform'],
    ['We moved to GitLab.', 'using gitlab: GitLab'],
    ['We switched to Kafka for the crane service.', 'crane service using kafka: Kafka'],
  ])('is a choice of the work: %s', (text, fact) => {
    expect(valuesIn(text)).toEqual([fact]);
    expect(factsIn(text)).toEqual([expect.objectContaining({ kind: 'decision', label: 'project' })]);
  });

  it.each([
    "We've switched to decaf.",
    'We switched to plan B.',
    "We've switched to pnpm for this spike.",
    'We briefly switched to pnpm.',
    'We moved to Grafana to look at the error.',
    'We switched to Kafka for the last exercise.',
    'We switched to pnpm, then back to npm.',
    'If we switched to pnpm, builds would be faster.',
    'I wish we switched to pnpm.',
    "They've switched to pnpm.",
    "We haven't switched to pnpm.",
    'Have we switched to pnpm?',
  ])('is none where it is another thing, of a moment or not so: %s', (text) => expect(valuesIn(text)).toEqual([]));
});
