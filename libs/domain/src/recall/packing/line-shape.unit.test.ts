import { describe, expect, it } from 'vitest';
import { lineShape } from './line-shape.ts';

describe('the shape of a line', () => {
  it.each([
    [
      '2034-04-03T08:02:40.141Z gw-3 GET /cart?sid=1cc9e02147ea726d 200 18ms',
      '2034-04-03T09:12:04.003Z gw-1 GET /cart?sid=9a2234f1c44c4751 404 7ms',
    ],
    ['checkout-3451bd1b13-s8bbg   1/1   Running   0   27d   node-4\n', 'checkout-7a62bc0429-1bxsq 1/1 Running 12 3d node-11'],
    ['<a href="/r/yC8UIwYhAhX?ref=J0vapOukL&pos=0">see offer</a>', '<a href="/r/JqHlvPShkT_2?ref=MpFrwE8of&pos=14">see offer</a>'],
    ['   "amount": 263.36,', '   "amount": 1,204.00,'],
    [' 09:21:00+00 | H4 | 41.8 | 63 | 9f3c2ab1', ' 10:02:30+00 | H1 | 7.1  | 8 | 00aa17de'],
    ['  88\t  step88(ship, berths[88], tide);', ' 131\t  step131(ship, berths[131], tide);'],
  ])('is one where numbers and ids differ alone: %j', (one, other) => {
    expect(lineShape(one)).toBe(lineShape(other));
    expect(lineShape(one)).toBeDefined();
  });

  it.each([
    ['checkout-3451bd1b13 0/1 CrashLoopBackOff 17 25d', 'checkout-3451bd1b13 1/1 Running 17 25d'],
    ['E0403 08:31:07 loader: shard 90: checksum mismatch', 'I0403 08:31:07 loader: loaded shard 89'],
    ['   "customer": "Mira Talbot 2",', '   "customer": "Bram Okafor 2",'],
    ['2034-04-03,17,yes', '2034-04-03,18,no'],
    ['2034-04-03,17,Bob,12.4', '2034-04-03,18,Ann,3.1'],
    ['valve-17:on since 9', 'valve-3:off since 12'],
    ['gate-17-on since 9', 'gate-18-off since 12'],
    ['step 3/yes approved', 'step 4/no approved'],
    ['10.0.0.7:443/up retries', '10.0.0.9:443/err retries'],
    ['src/tide_2.test.ts passed in 12 ms', 'src/berth_2.test.ts passed in 12 ms'],
  ])('is another where a word differs: %j', (one, other) => {
    expect(lineShape(one)).not.toBe(lineShape(other));
  });

  it('is none of a line without numbers, and of a short one', () => {
    expect(['the harbour master keeps the ledger', 'port: 80', '   4/4'].map(lineShape)).toEqual([undefined, undefined, undefined]);
  });
});
