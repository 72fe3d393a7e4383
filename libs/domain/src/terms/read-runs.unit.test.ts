import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRuns, type TermShape } from './read-runs.ts';

function termsOf(text: string): Record<TermShape, string[]> {
  const terms: Record<TermShape, string[]> = { paths: [], identifiers: [], codes: [], entities: [], words: [] };
  readRuns(text, (shape, term) => void terms[shape].push(term));
  return terms;
}

describe('readRuns', () => {
  it.each([
    ['fixed in services/quay/ledger.ts:12 today', ['services/quay/ledger.ts']],
    ['see ./src/a-b.test.ts.', ['/src/a-b.test.ts']],
    ['open /etc/harbour/tide.conf now', ['/etc/harbour/tide.conf']],
    ['(package.json, tide_table.py)', ['package.json', 'tide_table.py']],
    ['version 1.2.3 of example.com and e.g. this', []],
    ['@scope/pkg/index.js', ['scope/pkg/index.js']],
    ['a/b/c', []],
  ])('finds the paths of %j', (text, paths) => expect(termsOf(text).paths).toEqual(paths));

  it.each([
    ['settleTariff(entry) and berth_queue = 3', ['settleTariff', 'berth_queue']],
    ['AssertionError: EPIPE, MAX_SHARDS', ['AssertionError', 'EPIPE', 'MAX_SHARDS']],
    ['Plain Words and ALLCAPS 0x1f', []],
  ])('finds the identifiers of %j', (text, identifiers) => expect(termsOf(text).identifiers).toEqual(identifiers));

  it.each([
    ['flight HX042 on 2031-05-03, seat X7BYG1', ['HX042', '2031-05-03', 'X7BYG1']],
    ['lines 120p, 0x1f, 3rd, v2, ALLCAPS and A1', []],
    ['refused with CERT-0429, noted as OPS-12, not A-1, x-12, UTF-8 or node-7', ['CERT-0429', 'OPS-12']],
  ])('finds the codes and days of %j', (text, codes) => expect(termsOf(text).codes).toEqual(codes));

  it.each([
    ['we met Ada Lovelace Byron King in London. Then Paris', ['Ada Lovelace Byron', 'King', 'London', 'Paris']],
    ['The harbour\nStarts here with Émile', ['Émile']],
    ['is Up and At It', []],
  ])('finds the names of %j', (text, entities) => expect(termsOf(text).entities).toEqual(entities));

  it('reads words of any script in lower case, also those inside paths and identifiers', () => {
    expect(termsOf('The Größe of src/tideTable_old.ts, ключи').words).toEqual(['größe', 'tidetable', 'ключи']);
  });

  it.each([
    ['修复登录页面的重定向，检查8420端口', ['修复登录页面', '重定向', '检查', '端口']],
    ['ログインループを修正してください', ['ログインループ', '修正']],
    ['결제 오류를 수정, API키 확인', ['결제', '오류를', '수정', '확인']],
    ['数据库'.repeat(5), ['数据库数据库数据库数据库', '数据库']],
  ])('reads words of scripts without spaces and of syllables: %j', (text, words) => expect(termsOf(text).words).toEqual(words));

  it('takes no part of a hash for a word', () => {
    expect(termsOf('at 0addeacf9 and dc87533f-eacf-18b8-bfad-9721c81da366, face it, python3, dead code').words).toEqual([
      'face',
      'python',
      'dead',
      'code',
    ]);
  });

  it('takes nothing of an id that chance made for a term, and all that stands beside it', () => {
    const url = '//img.example/6c/bc811fede0818a539dd5_w640.webp?sig=0IMSbbRH49Xh-lVl_D_KwWOBKH73UHiboT9vd0&label=MpFrwE8of';
    const all = Object.values(termsOf(`${url} checkout-3451bd1b13-s8bbg ord_U2Lku8lZpKjoSvHrDVmb`)).flat();
    expect(all).toEqual(['example', 'webp', 'label', 'checkout']);
  });

  it('reports only what stands in the text, and gets through any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aBc9_./-@ \n,Éß漢.A'), maxLength: 400 }), (text) => {
        readRuns(text, (shape, term) => {
          expect(term.length).toBeGreaterThan(0);
          expect(shape === 'words' ? text.toLowerCase() : text).toContain(term);
        });
      }),
      { numRuns: 200 },
    );
    for (const hostile of [
      'a/'.repeat(100_000),
      'aA'.repeat(100_000),
      'A_'.repeat(100_000),
      'Ab '.repeat(100_000),
      '.'.repeat(200_000),
      '漢'.repeat(100_000),
    ])
      readRuns(hostile, () => undefined);
  });
});
