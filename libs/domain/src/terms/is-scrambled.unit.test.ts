import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isBesideScrambled, isScrambled, judgeScrambled } from './is-scrambled.ts';
import { readTerms } from './read-terms.ts';

const judged = (text: string): boolean => isScrambled(text, 0, text.length);

it.each(
  (
    'parseHeader PoolV2 SessionPool toBase64Url getX509Cert S3Client Win32Api MD5Hash H264Decoder useI18n PostgreSQL GraphQL ' +
    'getTmpDir xmlHttp strCpy mkdirP awsS3Bucket word2vec oauth2Client HX42 TS2322 E0403 PRC4412 JX4K9P X7BYG1 Ed25519 ' +
    'rgbToHsl hslToRgb iPad2Pro Qwen2VL npmrc2Json AWSSdkV3 DXGISwpChn MKMapVw mp3ToWav IPv6Addr LoCoMo ' +
    'IPv6 GPT4o TLSv1 MySQL iPhone macOS k8s utf8mb4 v2alpha1 log4j2 sha256 python3 h264 Straße2 检查8420端口'
  ).split(' '),
)('%s is a name or a code', (text) => expect(judged(text)).toBe(false));

it.each(
  (
    'XIHoNMKl2UBmt4kezr8TAvpXOm2W8TpjTWmTudjoo0q2 01M8DRQS2X719S8SD3CSXTT3EJ 7be1c0aa f28e3b1a9c D2ky1Nq nyUh8Jd C9kfP04oe ' +
    'MpFrwE8of cmhW5bt09Dv Ij1pWfyMJ kDrpnqzRr nlClrQdqf UgVmsCyCe U2Lku8lZpKjoSvHrDVmb'
  ).split(' '),
)('%s is put together by chance', (text) => expect(judged(text)).toBe(true));

it('most strings of chance are told, the longer the surer, and no word in one case ever is', () => {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  const ofLength = (length: number) => fc.string({ unit: fc.constantFrom(...signs), minLength: length, maxLength: length });
  const told = (length: number): number =>
    fc.sample(ofLength(length), { numRuns: 2_000, seed: 5 }).filter((text) => judgeScrambled(text, 0, text.length) !== 'no').length / 2_000;
  expect(told(9)).toBeGreaterThan(0.6);
  expect(told(22)).toBeGreaterThan(0.85);
  const word = fc.stringMatching(/^(?:[A-Z]?[a-z]{1,40}\d{0,6}|[A-Z]{1,40})$/);
  fc.assert(
    fc.property(word, (text) => {
      expect(judged(text)).toBe(false);
    }),
  );
});

it('a short part belongs to what a hyphen or an underscore parts it from', () => {
  const text = 'lVl_WC1XZSi0LIYNOl24e, lVl_ledger, node-GqL9h-C9kfP04oeQ1';
  const beside = (part: string, from = 0): boolean => {
    const at = text.indexOf(part, from);
    return isBesideScrambled(text, at, at + part.length);
  };
  expect(beside('lVl')).toBe(true);
  expect(beside('lVl', 10)).toBe(false);
  expect(beside('GqL9h')).toBe(true);
  expect(beside('ledger')).toBe(false);
});

it('of a text full of ids takes none for a name, and of one with a few all names', () => {
  const sign = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
  const ids = fc.sample(
    fc.array(sign, { minLength: 11, maxLength: 11 }).map((signs) => signs.join('')),
    { numRuns: 60, seed: 3 },
  );
  const page = ids.map((id) => `<a href="/r/${id}">see the harbour</a>`).join('\n');
  const terms = (text: string): string[] =>
    readTerms(text, 96)
      .map(({ term }) => term)
      .toSorted();
  expect(terms(`${page}\nQuayTariff of PoolV2, QuayTariff of PoolV2, OPS-12`)).toEqual([
    'OPS-12',
    'PoolV2',
    'QuayTariff',
    'harbour',
    'href',
    'poolv',
  ]);
  expect(terms('function rgbToHsl(c) {} rgbToHsl(x); Qwen2VL, AWSSdkV3 at 7be1c0aa9f')).toEqual(
    expect.arrayContaining(['rgbToHsl', 'Qwen2VL', 'AWSSdkV3']),
  );
  // Among ids that are told for sure, what is likely to be one goes too.
  expect(terms(`${page}\nQwen2VL, AWSSdkV3`)).not.toEqual(expect.arrayContaining(['Qwen2VL']));
  const code = 'parseHeader(frameSize, berthQueue, tideTable, quaySide2) at 7be1c0aa9f and 9f3c2ab17d';
  expect(terms(code)).toEqual(expect.arrayContaining(['parseHeader', 'frameSize', 'berthQueue', 'tideTable']));
});
