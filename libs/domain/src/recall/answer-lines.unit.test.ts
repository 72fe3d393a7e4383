import { expect, it } from 'vitest';
import { renderOpened } from '../open/render-opened.ts';
import { renderTurns, type ShownTurnEvent } from '../open/render-turns.ts';
import { doneLine } from './done/done-line.ts';
import { ALIKE_LINE, alikeLine, emptyHint, otherLanguageWarning, outcomeWarning, overviewWarning } from './render-evidence.ts';
import { readRendering } from './read-rendering.ts';

const PART = { fromByte: 0, toByte: 9, totalBytes: 90, fromLine: 1, toLine: 1, totalLines: 9, complete: true };
const EVENT = { eventId: '01JZX3T5S8Q4R7V2M6K9P0W1YB', session: 's', turn: 1, kind: 'tool_result', occurredAt: 0 } as const;
const opened = (next: object): string =>
  renderOpened(
    { retrievalId: 'R1', ...EVENT, ...PART, next: { fromByte: 9, ...next }, ref: 's/e3', text: 'a text of it' },
    {
      ordinal: 3,
      about: 'result of read',
    },
  );
const turnEvent = (more: Partial<ShownTurnEvent>) =>
  ({ ...EVENT, ...PART, ordinal: 3, about: 'result of read', text: 'a text of it', ...more }) as ShownTurnEvent;
const turns = (next: object): string =>
  renderTurns([turnEvent({}), turnEvent({ ordinal: 4, leftOut: 'recalled' }), turnEvent({ ordinal: 5, leftOut: 'forgotten' })], {
    retrievalId: 'R1',
    ref: 'T1-T7',
    next: { ref: 'e6-T7', fromByte: 0, ...next },
  });

it('an answer names what to ask for by the argument, and no tool: a model may have them under other names', () => {
  expect(opened({ fromLine: 2 })).toContain('\n[s/e3, lines 1-1 of 9, bytes 0-9 of 90; for more: ref "s/e3", fromLine 2]\n');
  expect(opened({})).toContain('bytes 0-9 of 90; for more: ref "s/e3", fromByte 9]\n');
  expect(turns({})).toContain('\n[T1-T7, the first 3 events; for more: ref "e6-T7"]\n');
  expect(turns({ fromByte: 5, fromLine: 2 })).toContain('; for more: ref "e6-T7", fromLine 2]\n');
  expect(turns({ fromByte: 5 })).toContain('; for more: ref "e6-T7", fromByte 5]\n');
  expect(turns({})).toContain('\n[an answer of the memory; to read it: ref "s/e4"]\n');
  expect(turns({})).toContain('\n[withheld: somebody asked to forget it; to read it: ref "s/e5"]\n');
  const said = [
    ...[opened({}), turns({})].map((text) => text.replaceAll(/<\/?recalled/g, '')),
    alikeLine({ session: 's', ordinal: 3 }, undefined, { lines: 54, isLeast: true }),
    doneLine({ action: 'read', order: 'last', isCut: true }),
    outcomeWarning('unsure')!,
    outcomeWarning('unsure', true)!,
    outcomeWarning('nothing_found')!,
    overviewWarning('unsure')!,
    otherLanguageWarning(),
    emptyHint({ isNarrowed: true }),
    emptyHint({}),
  ];
  expect(said.filter((text) => /\b(?:open|recall)\b/i.test(text))).toEqual([]);
});

it('a line for those that are alike is no text of its event, as it is written now and as answers in logs have it', () => {
  const line = alikeLine({ session: 's', ordinal: 3 }, 's', { lines: 54, isLeast: false });
  expect(line).toBe('[54 more lines like these: ref "e3"]');
  const before = ['[54 more lines like these; open e4 for them]', '[at least 54 more lines like these; open s2/e4 for them]'];
  for (const own of [line, ...before]) {
    expect(own).toMatch(ALIKE_LINE);
    expect(readRendering(`# session s 2026-01-01\n## e3 T1 user\nsaid\n${own}\n</recalled r>`).map(({ text }) => text)).toEqual(['said']);
  }
});
