import { describe, expect, it } from 'vitest';
import { factsAt, readFacts } from './read-facts.ts';
import type { FactSource } from './stated-fact.ts';

const source = (kind: FactSource['kind'], text: string): FactSource => ({
  eventId: 'e1',
  session: 's1',
  ordinal: 1,
  kind,
  occurredAt: Date.UTC(2034, 2, 6),
  text,
});
const read = (kind: FactSource['kind'], text: string) =>
  readFacts(source(kind, text)).map(({ kind: of, label, attribute, value }) => `${of} ${label} ${attribute ?? '-'}: ${value}`);

describe('a decision that is recorded as one', () => {
  it.each([
    [
      'Open port 6380 in the network policy rather than go back to 6379, because TLS is wanted.',
      'Open port 6380 in the network policy rather than go back to 6379, because TLS is wanted',
    ],
    ['Cookies over tokens. A token would have to be renewed.', 'Cookies over tokens'],
    ['If the second test fails, go back to 4.11.', 'If the second test fails, go back to 4.11'],
    ['Das Werft-Konto bleibt beim alten Anbieter.', 'Das Werft-Konto bleibt beim alten Anbieter'],
    ['埠頭の地図は青で描く。', '埠頭の地図は青で描く'],
  ])('is one in whatever words: %s', (text, value) => {
    expect(read('decision', text)).toEqual([`decision project -: ${value}`]);
  });

  it('is none where it asks, or holds nothing but code', () => {
    expect(read('decision', 'Should the quay be painted?')).toEqual([]);
    expect(read('decision', '```\nrm -rf quay\n```')).toEqual([]);
  });

  it('is found again by its place', () => {
    const decided = source('decision', 'Cookies over tokens. The quay stays grey.');
    const [fact] = readFacts(decided);
    expect(factsAt(decided)(fact!.from)).toEqual(fact);
    expect(factsAt(decided)(decided.text.indexOf('The quay'))).toBeUndefined();
  });
});

it('a constraint that is recorded as one holds sentence by sentence, as its words say where they name an attribute', () => {
  expect(read('constraint', 'No downtime during the move. Tests come first.')).toEqual([
    'constraint feedback -: No downtime during the move',
    'constraint feedback -: Tests come first',
  ]);
  expect(read('constraint', 'The request timeout is 30 seconds.')).toEqual(['value project request timeout: 30 seconds']);
});

it.each(['user_message', 'agent_message', 'knowledge'] as const)('a %s declares nothing by its kind', (kind) => {
  expect(read(kind, 'Cookies over tokens.')).toEqual([]);
});
