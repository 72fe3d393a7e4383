import { expect, test } from 'vitest';
import { factIn, factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

test.each([
  ['締め切りは6月10日です。', '締め切り', '6月10日', '2026-06-10'],
  ['予算は50万円ですが、増やせます。', '予算', '50万円', undefined],
  ['会議は5月20日の午後3時です。', '会議', '5月20日の午後3時', '2026-05-20'],
  ['私の誕生日は2027年3月3日です。', '誕生日', '2027年3月3日', '2027-03-03'],
  ['截止日期是5月20日。', '截止日期', '5月20日', '2026-05-20'],
  ['我们的预算是8000元。', '预算', '8000元', undefined],
  ['会议是下午3点。', '会议', '下午3点', undefined],
  ['对了，会议是下午3点。', '会议', '下午3点', undefined],
  ['好的，会议是下午3点。', '会议', '下午3点', undefined],
  ['你好，会议是下午3点。', '会议', '下午3点', undefined],
  ['了解です、会議は2時間です。', '会議', '2時間', undefined],
  ['ちなみに、予算は50万円です。', '予算', '50万円', undefined],
  ['会議は2時間です。', '会議', '2時間', undefined],
  ['期限は24時間です。', '期限', '24時間', undefined],
  ['我的生日是3月3号。', '生日', '3月3号', '2026-03-03'],
])('dates, times of day and amounts of Japanese and Chinese are read: %s', (text, attribute, value, day) => {
  const { fact } = factIn(text);
  expect(fact).toMatchObject({ label: 'user', attribute, value });
  expect(fact.valueTime === undefined ? undefined : new Date(fact.valueTime).toISOString().slice(0, 10)).toBe(day);
});

test.each([
  ['截止日期是5月20日。', '截止日期推迟到5月25日了。', 'supersedes'],
  ['予算は50万円です。', '予算は60万円になりました。', 'supersedes'],
  ['会議は5月20日です。', '会議は午後3時になりました。', 'beside'],
  ['会議は午後3時です。', '会議は2時間になりました。', 'beside'],
  ['我们的预算是8000元。', '预算是9000元。', 'beside'],
])('%s then %s is %s', (earlier, later, relation) => {
  const [before, after] = [factIn(earlier), factIn(later)];
  expect(after.key).toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe(relation);
});

test.each([
  '締め切りは6月10日ですか',
  '兄の予算は50万円です。',
  '去年の予算は50万円です。',
  'もし予算が50万円なら',
  '締め切りは6月10日だったと思う',
  '締め切りは6月10日ではありません。',
  '截止日期是5月20日吗',
  '截止日期不是5月20日。',
  '如果截止日期是5月20日，',
  '我哥哥的预算是8000元。',
  '以前的预算是8000元。',
  '我觉得截止日期是5月20日。',
  '他说预算是8000元。',
  '他说,预算是8000元。',
  '如果客户同意,预算是9000元。',
  '以前,预算是8000元。',
  '予算は50万円ですよね',
])('is no statement of the speaker: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test('a port is the project’s, whoever tells it', () => {
  expect(factsIn('端口是8080。')).toMatchObject([{ label: 'project', attribute: '端口', value: '8080' }]);
  expect(factsIn('ポートは8080です。')).toMatchObject([{ label: 'project', attribute: 'ポート', value: '8080' }]);
  expect(factsIn('ポート番号は8080です。')).toMatchObject([{ label: 'project', attribute: 'ポート番号', value: '8080' }]);
});

test.each([
  ['预算是5000元，截止日期是6月1日。', ['预算: 5000元', '截止日期: 6月1日']],
  ['会议改到5月5日，截止日期改到5月8日。', ['会议: 5月5日', '截止日期: 5月8日']],
  ['预算是5000元，端口是8080。', ['预算: 5000元', '端口: 8080']],
  ['如果预算是5000元，截止日期是6月1日。', []],
  ['他说预算是5000元，截止日期是6月1日。', []],
  ['预算是5000元，他的截止日期是6月1日。', ['预算: 5000元']],
])('a second value behind a comma is read behind a first one: %s', (text, told) => {
  expect(factsIn(text).map(({ attribute, value }) => `${attribute}: ${value}`)).toEqual(told);
});
