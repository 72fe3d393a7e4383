import { describe, expect, it } from 'vitest';
import type { NoteTools } from './note-tools.ts';
import { renderCut } from './render-cut.ts';

describe('a cut', () => {
  it('is the text where nothing is left out', () => {
    expect(renderCut('abc', [{ from: 0, to: 3 }])).toBe('abc');
    expect(renderCut('', [])).toBe('');
  });

  it('tells how much is left out once, and every other gap', () => {
    const text = 'head\nmiddle one\nmiddle two\ntail';
    expect(
      renderCut(text, [
        { from: 0, to: 4 },
        { from: 16, to: 26 },
        { from: 27, to: 31 },
      ]),
    ).toBe('head\n[... 13 characters left out; use recall(query) for them]\nmiddle two\n[...]\ntail');
    expect(renderCut(text, [])).toBe('[... 31 characters left out; use recall(query) for them]');
  });

  it('marks lines that it shows in part, where asked, and none that it shows whole', () => {
    const text = 'if gold, refund\nif silver or insured, and delayed, offer 50\nelse nothing';
    const ranges = [
      { from: 0, to: 15 },
      { from: 26, to: 49 },
    ];
    const note = '[... 34 characters left out; use recall(query) for them]';
    expect(renderCut(text, ranges, { marksParts: true })).toBe(`if gold, refund\n${note}\n…or insured, and delayed…\n[...]`);
    expect(renderCut(text, ranges)).toBe(`if gold, refund\n${note}\nor insured, and delayed\n[...]`);
    const whole = [{ from: 15, to: 59 }];
    expect(renderCut(text, whole, { marksParts: true })).not.toContain('…');
  });

  it('names the event to open in its first note', () => {
    const shown = renderCut('head middle tail', [{ from: 5, to: 11 }], { ref: 'e12' });
    expect(shown).toBe('[... 10 characters left out; use open(e12) or recall(query) for them]\nmiddle\n[...]');
  });

  it('names the tools as the model has them, and no event where it cannot open one', () => {
    const shown = (tools: NoteTools) => renderCut('head middle tail', [{ from: 0, to: 4 }], { ref: 'e12', tools });
    const note = '[... 12 characters left out; use';
    expect(shown({ recall: 'memory_recall', open: 'memory_open' })).toBe(
      `head\n${note} memory_open(e12) or memory_recall(query) for them]`,
    );
    expect(shown({ recall: 'memory_recall' })).toBe(`head\n${note} memory_recall(query) for them]`);
    expect(shown({ open: 'open' })).toBe(`head\n${note} open(e12) for them]`);
    expect(shown({})).toBe('head\n[... 12 characters left out]');
  });
});
