import { describe, expect, it } from 'vitest';
import { findMeasures, findTellingStrings } from './telling-strings.ts';
import { watchEvidence } from './watch-evidence.ts';
import { writtenText } from './written-text.ts';

const A = '01M80AT7QB8X5EVSYWSCR1CZF2';
const B = '01M80AT7QB8X5EVSYWSCR1CZF3';
const received = (retrievalId: string, turn: number) => ({
  tenant: 't',
  space: 's',
  session: 'x',
  retrievalId,
  eventId: 'E',
  ordinal: turn * 10,
  turn,
  at: turn,
  evidence: 1,
});
const wrote = (text: string, turn: number) => ({ id: 'W', ordinal: turn * 10 + 5, turn, at: turn, text });
const kindsAfter = (evidence: string, text: string): string[] => {
  const watch = watchEvidence();
  watch.received(received('R1', 3), [{ eventId: A, text: evidence }], []);
  return watch.wrote(wrote(text, 4)).map(({ kind }) => kind);
};

describe('telling strings', () => {
  it('are places, paths, hashes, ids and long numbers', () => {
    const text = 'src/pay/charge.ts:42 at 9f8e7d6c, order ORD-20417 of /srv/data/ledger, code ERR_PAY_LIMIT, port 48151, --retries=7.';
    expect(findTellingStrings(text, 64)).toEqual([
      'src/pay/charge.ts:42',
      '9f8e7d6c',
      'ORD-20417',
      '/srv/data/ledger',
      'ERR_PAY_LIMIT',
      '48151',
      '--retries=7',
    ]);
  });

  it('are no words, round numbers or dates', () => {
    expect(findTellingStrings('and/or, he/she, 24/7, an ERROR or EXAMPLE, 10000 times, 2026-03-01, sha256, TypeError', 64)).toEqual([]);
  });

  it('have numbers with a unit beside them, as long as they are no round ones', () => {
    expect(findMeasures('It took 1,240 ms, 37.5 % of 3.25GB; 100 % in 5 s, 10 ms, 42 apples')).toEqual(['1240ms', '37.5%', '3.25gb']);
  });
});

describe('what an agent wrote', () => {
  it('uses evidence whose exact string it writes, inside whatever', () => {
    expect(kindsAfter('Berth 7 pumps at 412.5 kg an hour.', 'set_rate {"value":"412.5kg"}')).toEqual(['exact']);
    expect(kindsAfter('The fix is in lib/pump.ts', 'Open /home/app/lib/pump.ts now')).toEqual(['exact']);
    expect(kindsAfter('The fix is in lib/pump.ts', 'Open lib/pump.tsx now')).toEqual([]);
    expect(kindsAfter('Ticket 481516 has it', 'See 4815162')).toEqual([]);
  });

  it('uses what it cites, and what it says again in most of its words', () => {
    expect(kindsAfter('anything', `As ${A} says.`)).toEqual(['cited']);
    const evidence = 'The harbour crane stopped twice because its brake sensor was wet after heavy rain.';
    expect(kindsAfter(evidence, 'Note that the harbour crane stopped twice: a brake sensor, wet after the heavy rain.')).toEqual(['near']);
    expect(kindsAfter(evidence, 'A crane in the harbour has a sensor, and rain is heavy.')).toEqual([]);
  });

  it('uses a sentence of which it repeats three in five pairs of adjacent words, and none of which it repeats fewer', () => {
    const words = ['amber', 'birch', 'cedar', 'dogwood', 'elder', 'fir', 'ginkgo', 'hazel', 'ivy', 'juniper', 'kapok'];
    const repeating = (count: number) => kindsAfter(`${words.join(' ')}.`, words.slice(0, count).join(' '));
    expect([6, 7].map(repeating)).toEqual([[], ['near']]);
  });

  it('uses the values of its call, not their JSON', () => {
    const call = { id: 'c', name: 'write', arguments: JSON.stringify({ at: 3, to: { text: 'first line\nsaid "so"' } }) };
    expect(writtenText('tool_call', { text: '', meta: {}, call }, '')).toBe('\n3\nfirst line\nsaid "so"');
    expect(writtenText('tool_call', { text: '', meta: {}, call: { ...call, arguments: '{broken' } }, 'x')).toBe('x\n{broken');
  });
});

describe('a recall', () => {
  it('ends where a later turn brings other evidence, not where its own turn does', () => {
    const watch = watchEvidence();
    watch.received(received('R1', 3), [{ eventId: A, text: 'key 48151-a7 of the crane' }], []);
    watch.received(received('R2', 3), [{ eventId: B, text: 'key 62342-b9 of the pump' }], []);
    expect(watch.wrote(wrote(`${A} ${B}`, 4)).map(({ retrievalId }) => retrievalId)).toEqual(['R1', 'R2']);
    watch.received(received('R3', 5), [{ eventId: A, text: 'key 48151-a7 of the crane' }], []);
    watch.received(received('R4', 6), [{ eventId: B, text: 'key 62342-b9 of the pump' }], []);
    expect(watch.wrote(wrote(A, 6))).toEqual([]);
    expect(watch.wrote(wrote(B, 6))).toHaveLength(1);
    expect(watch.isOpenIn(7)).toBe(false);
  });
});
