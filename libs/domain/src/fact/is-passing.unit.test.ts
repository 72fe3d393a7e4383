import { describe, expect, test } from 'vitest';
import { compareFacts } from './compare-facts.ts';
import { readFacts } from './read-facts.ts';
import type { StatedFact } from './stated-fact.ts';

const MONDAY = Date.UTC(2026, 10, 23, 9);
const read = (text: string): readonly StatedFact[] =>
  readFacts({ eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt: MONDAY, text });
/** Returns the same with another number. */
const before = ({ value, isPassing: _isPassing, ...stated }: StatedFact): StatedFact => ({
  ...stated,
  value: value!.replace(/\d+/u, '41'),
});

describe('a value for a while', () => {
  test.each([
    ['The staging port is 9000, until Friday.', '2026-11-28'],
    ['Der Port ist 9000 bis Freitag.', '2026-11-28'],
    ['Der Port ist jetzt 9000, bis Dezember.', '2027-01-01'],
    ['Der Port ist jetzt 9000, bis zum 4. Dezember.', '2026-12-05'],
    ['Der Port wurde auf 9000 geändert, bis Freitag.', '2026-11-28'],
    ['Der Port ist jetzt 9000 – nur bis Freitag.', '2026-11-28'],
    ['Der Port ist jetzt 9000, vorübergehend.', undefined],
    ["Le port est maintenant 9000, jusqu'à vendredi.", '2026-11-28'],
    ["Le port est 9000 jusqu'à demain.", '2026-11-25'],
    ['Le port est maintenant 9000, temporairement.', undefined],
    ['El puerto es ahora 9000, hasta el viernes.', '2026-11-28'],
    ['El puerto es ahora 9000, temporalmente.', undefined],
    ['La porta è ora 9000, fino a venerdì.', '2026-11-28'],
    ['La porta è ora 9000 – solo oggi.', undefined],
    ['A porta é agora 9000, até sexta-feira.', '2026-11-28'],
    ['De poort is nu 9000, tot vrijdag.', '2026-11-28'],
    ['De poort is nu 9000, tijdelijk.', undefined],
    ['Vår port är nu 9000, tillfälligt.', undefined],
    ['端口现在是9000，到周五为止。', undefined],
  ])('replaces nothing, and ends on its day: %s', (text, end) => {
    const [later] = read(text);
    expect(later?.isPassing).toBe(true);
    expect(compareFacts(before(later!), later!)).toBe('beside');
    expect(later!.validTo).toBe(end && Date.parse(end));
  });

  test.each([
    'Der Timeout ist jetzt 90 Sekunden. Nur für heute.',
    'The staging port is 9000 now. Only until Friday.',
    "Notre budget est maintenant de 990 €. Juste pour aujourd'hui.",
    'El puerto es ahora 9001. Solo por hoy.',
    'De poort is nu 9001. Alleen vandaag.',
    'Das Limit ist 5 bis 10 Minuten.',
  ])('is not read where the next sentence ends it, or it is no end: %s', (text) => {
    expect(read(text)).toEqual([]);
  });
});

test.each([
  'Der Timeout ist jetzt 92 Sekunden, bis auf Weiteres.',
  "Notre budget est maintenant de 800 €, jusqu'à nouvel ordre.",
  'El puerto es ahora 9003, porque el lunes cambia.',
  'The staging port is 9002 now. Only the proxy uses it.',
  'De poort is nu 9100, want de oude was bezet.',
  'La porta è ora 9100.',
  'Der Port ist jetzt 9090, weil bis Freitag Tests laufen.',
  'The staging port is 9000 now, I leave until Friday.',
  'The port is 9090 now. Only until recently it was 8080.',
])('replaces what was before: %s', (text) => {
  const [later] = read(text);
  expect([later?.isPassing, compareFacts(before(later!), later!)]).toEqual([undefined, 'supersedes']);
});
