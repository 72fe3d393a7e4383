import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handleOf } from './packed-documents.ts';
import { packHits, packPlaces, unpackPlaces, unpackTextHits } from './packed-hits.ts';
import type { DocumentRow } from './read-documents.ts';

const names = { idOf: () => undefined, valueOf: (id: number) => `name ${id}` };
const count = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const row: fc.Arbitrary<DocumentRow> = fc.record({
  id: count,
  part: count,
  length: count,
  artifact: fc.integer({ min: 0, max: 3 }),
  fromByte: fc.option(count),
  toByte: fc.option(count),
  eventId: fc.stringMatching(/^[0-9A-Z]{1,26}$/),
  session: fc.integer({ min: 1, max: 5 }),
  ordinal: count,
  turn: count,
  kind: fc.integer({ min: 6, max: 9 }),
  occurredAt: fc.double({ noNaN: true, min: -8e15, max: 8e15 }).filter((time) => !Object.is(time, -0)),
});

describe('packed hits', () => {
  it('are the rows they were packed from, as hits', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(row, fc.array(count, { minLength: 3, maxLength: 3 }))), (found) => {
        const rows = found.map(([own]) => own);
        const counts = Uint32Array.from(found.flatMap(([, own]) => own));
        const hits = unpackTextHits({ ...packHits(rows, ({ length }) => length, names), counts }, 3, 7);
        expect(hits).toEqual(
          found.map(([{ id, session, kind, artifact, fromByte, toByte, ...rest }, termCounts]) => ({
            ...rest,
            termCounts,
            handle: handleOf(7, id % 2 ** 32),
            session: `name ${session}`,
            kind: `name ${kind}`,
            ...(fromByte === null || toByte === null
              ? {}
              : { passage: { ...(artifact === 0 ? {} : { artifactId: `name ${artifact}` }), fromByte, toByte } }),
          })),
        );
      }),
    ));

  it('are found at places that come out as they went in', () =>
    fc.assert(
      fc.property(fc.array(fc.record({ session: fc.string(), ordinal: count })), (places) => {
        expect(unpackPlaces(packPlaces(places))).toEqual(places);
      }),
    ));
});
