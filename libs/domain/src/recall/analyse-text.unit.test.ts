import { describe, expect, it } from 'vitest';
import { createAnalyser } from './analyse-text.ts';
import { encodeTerm, isExactTerm } from './term-encoding.ts';
import { ENGLISH_STOP_WORDS } from './stop-words.ts';

const analyser = createAnalyser({ stem: (word) => word.replace(/(ing|s)$/, ''), stopWords: ENGLISH_STOP_WORDS });

describe('analyse', () => {
  it.each([
    ['Running the tests', ['runn', 'test']],
    [
      'src/foo/bar_baz.py:123',
      ['src_sfoo_sbar__baz_dpy_c123', 'bar__baz_dpy', 'src_sfoo_sbar__baz_dpy', 'src', 'foo', 'bar', 'baz', 'py', '123'],
    ],
    ['--max-retries=7', ['max_hretries_e7', 'max_hretries', 'max', 'retrie', '7']],
    ['getUserName', ['getusername', 'user', 'name']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['v1.2.3,', ['v1_d2_d3', 'v1', '2', '3']],
    ['ERR_CONN_RESET.', ['err__conn__reset', 'err', 'conn', 'reset']],
    ['9f86d081884c7d65', ['9f86d081884c7d65']],
    ['one\\ntwo', ['one', 'two']],
    ['C:\\new\\table', ['c_c_bnew_btable', 'c', 'new', 'table']],
    ['東京都', ['_u6771__u4eac_', '_u4eac__u90fd_']],
    ['東', ['_u6771_']],
    ['Café ＦＵＬＬ', ['caf_ue9_', 'full']],
    ['\u001b[31mred\u001b[0m', ['red']],
    ["don't", []],
    ['', []],
  ])('%j', (text, terms) => {
    expect(analyser.analyse(text)).toEqual(terms);
  });

  it('finds an identifier of a query inside other text', () => {
    const document = new Set(analyser.analyse('failed at (lib/net/socket.ts:88): see https://docs.example.org/errors#E1042'));
    for (const query of ['lib/net/socket.ts:88', 'lib/net/socket.ts', 'socket.ts', 'E1042', 'docs.example.org']) {
      expect(
        analyser.analyse(query).every((term) => document.has(term)),
        query,
      ).toBe(true);
    }
  });

  it('keeps encoded data to one term a run, however long', () => {
    const base64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'.repeat(14_000);
    expect(analyser.analyse(`data:image/png;base64,${base64}`).length).toBeLessThan(10);
  });

  it('keeps long terms apart by hash', () => {
    const a = analyser.analyse(`${'a'.repeat(80)}x`);
    const b = analyser.analyse(`${'a'.repeat(80)}y`);
    expect(a).toHaveLength(1);
    expect(a[0]).toMatch(/^_z[0-9a-f]{14}$/);
    expect(a).not.toEqual(b);
  });
});

describe('isExactTerm', () => {
  it.each([
    ['src/a.ts', true],
    ['9f86d08', true],
    ['18234', true],
    ['E1042x', true],
    ['word', false],
    ['1999', false],
    ['café', false],
    ['v2', false],
  ])('%s', (term, exact) => {
    expect(isExactTerm(encodeTerm(term.toLowerCase()))).toBe(exact);
  });
});
