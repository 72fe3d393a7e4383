import { expect, it } from 'vitest';
import type { PackableEvent } from './packable-event.ts';
import { takeLines } from './take-lines.ts';

/** Six lines of ten tokens each; a heading costs five and the group two. */
const LINES = Array.from({ length: 6 }, (_, at) => ({
  text: `line ${at} of the log\n`,
  share: 1,
  fromByte: at * 20,
  toByte: at * 20 + 20,
}));
const EVENTS: readonly PackableEvent[] = [{ isWhole: false, passages: [{ score: 1, lines: LINES }] }];

function taken(budgetTokens: number, picked: readonly number[]): readonly number[] {
  const costs = { budgetTokens, heading: () => 5, group: () => ({ key: 'day', tokens: 2 }), line: () => 10 };
  const picks = picked.map((line) => ({ event: 0, passage: 0, line, worth: 1 }));
  return takeLines(EVENTS, picks, costs, { freeTokens: 0, worthWithin: 9 }).lines.flatMap(({ lines }) => lines);
}

it('a line costs itself, its gap, and the heading and group of what was not shown yet, and no more', () => {
  const first = 3 + 5 + 2 + 2 * 10;
  expect(taken(first, [0])).toEqual([0, 1]);
  expect(taken(first - 1, [0])).toEqual([0]);
  expect(taken(first - 11, [0])).toEqual([]);
});

it('a line beside one that is shown costs nothing but itself; one elsewhere costs a gap', () => {
  const first = 3 + 5 + 2 + 2 * 10;
  expect(taken(first + 20, [0, 2])).toEqual([0, 1, 2, 3]);
  expect(taken(first + 23, [0, 4])).toEqual([0, 1, 4, 5]);
  expect(taken(first + 22, [0, 4])).toEqual([0, 1, 4]);
});

/** Takes all lines of passages that stand in events of their own, one after the other. */
function takenOf(...texts: readonly (readonly string[])[]): string[][] {
  return takenWith(texts, 0, () => 1);
}

function takenWith(texts: readonly (readonly string[])[], freeTokens: number, worthOf: (event: number) => number): string[][] {
  const line = (text: string) => ({ text, share: 1, fromByte: 0, toByte: text.length });
  const events = texts.map((own) => ({ passages: [{ score: 1, lines: own.map(line) }] }));
  const picks = texts.flatMap((own, event) => own.map((_, at) => ({ event, passage: 0, line: at, worth: worthOf(event) })));
  const costs = { budgetTokens: 1_000, heading: () => 5, group: () => ({ key: 'day', tokens: 2 }), line: () => 10 };
  const { lines } = takeLines(events, picks, costs, { freeTokens, worthWithin: 9 });
  return lines.map(({ event, lines: own }) => own.map((at) => texts[event]![at]!));
}

it('of a text that was shown elsewhere nothing comes again, not its short lines either, but what stands before new lines', () => {
  const script = ['import json\n', 'import sys\n', '\n', 'def main():\n', '    print(json.dumps(sys.argv))\n'];
  expect(takenOf(script, script)).toEqual([script]);
  expect(takenOf(script, [...script, 'main()\n', 'raise SystemExit(run())\n'])).toEqual([
    script,
    [...script.slice(3), 'main()\n', 'raise SystemExit(run())\n'],
  ]);
});

it('headings and values that other records have too stand beside what is new', () => {
  const conf = (host: string) => [
    `# settings of ${host}\n`,
    '[payment-gateway]\n',
    `endpoint = https://${host}.pay.example\n`,
    'attempts = 3\n',
    '[mail-forwarder]\n',
    `endpoint = https://${host}.mail.example\n`,
    'attempts = 8\n',
  ];
  const all = ['staging', 'production', 'canary'].map(conf);
  expect(takenOf(...all)).toEqual(all);
});

it('what is shown again takes nothing of the tokens that are free', () => {
  const record = (id: string) => ['name: the compass of brass\n', 'made in: the workshop of Lenz\n', `serial number: ${id}\n`];
  const texts = ['A-1', 'B-22', 'C-333'].map(record);
  const ofFirst = 3 + 5 + 2 + 30;
  const ofNew = 3 + 5 + 10;
  // The third record is worth less than the threshold, and comes as long as tokens are free.
  expect(takenWith(texts, ofFirst + ofNew + 1, (event) => (event < 2 ? 10 : 0))).toEqual(texts);
  expect(takenWith(texts, ofFirst + ofNew, (event) => (event < 2 ? 10 : 0))).toEqual(texts.slice(0, 2));
});

it('the name of an item stays with its price where another record has the same item', () => {
  const order = (id: string, price: number) => [
    `  "order": "${id}",\n`,
    '  "name": "compass",\n',
    '  "colour": "dark green",\n',
    `  "price": ${price}\n`,
  ];
  expect(takenOf(order('W4111', 79), order('W4148', 81))).toEqual([order('W4111', 79), order('W4148', 81)]);
});

it('a short line comes again where it is said of something else, and a short message always', () => {
  const port = (of: string) => [`name of it: ${of}\n`, 'port: 80\n'];
  expect(takenOf(port('gateway'), port('retriever'))).toEqual([port('gateway'), port('retriever')]);
  expect(takenOf(['Yes.'], ['Yes.'])).toEqual([['Yes.'], ['Yes.']]);
});

it('a line that a call holds as JSON is the line that its result printed', () => {
  expect(takenOf(['**Problem**: the id is not exposed.\n'], ['**Problem**: the id is not exposed.\\n\\n'])).toHaveLength(1);
});

/** Takes the first of the given lines alone, with what comes with it. */
function takenWithFirst(...texts: readonly string[]): string[] {
  const lines = texts.map((text) => ({ text, share: 1, fromByte: 0, toByte: text.length }));
  const costs = { budgetTokens: 1_000, heading: () => 5, group: () => ({ key: 'day', tokens: 2 }), line: () => 10 };
  const taken = takeLines([{ passages: [{ score: 1, lines }] }], [{ event: 0, passage: 0, line: 0, worth: 1 }], costs, {
    freeTokens: 0,
    worthWithin: 9,
  });
  return taken.lines.flatMap(({ lines: own }) => own.map((at) => texts[at]!));
}

it.each([
  ['a colon', ['Restore the dump like this:\n', '\n', '```bash\n', 'pg_restore -d shop shop.dump\n', '```\n']],
  ['a bold colon', ['**Ursache:**\n', '\n', 'Das Zertifikat war abgelaufen.\n', 'Mehr dazu im Protokoll.\n']],
  ['a full-width colon', ['原因は次のとおりです：\n', '\n', '証明書の期限切れ\n', '詳細\n']],
  ['a heading', ['## Opening hours\n', '\n', 'Tuesday to Sunday, 10 to 18\n', 'Closed in May\n']],
  ['a heading in a call', ['### Vorgehen\\n', '\\n', 'Zuerst die Pumpe abstellen.\\n', 'Dann das Ventil.\\n']],
  ['a numbered heading of a file', ['    11→### Phase 1\n', '    12→\n', '    13→A reader gets a link.\n', '    14→**Scope**\n']],
  ['a fence', ['~~~toml\n', '\n', 'retries = 3\n', 'delay = 5\n']],
])('what %s announces comes with it', (_, lines) => {
  const said = lines.findIndex((text, at) => at > 0 && /[^\W_]{3}|証/u.test(text) && !text.startsWith('```'));
  expect(takenWithFirst(...lines)).toEqual(lines.slice(0, said + 1));
});

it('what is announced again is shown again, so that no fence stands there alone', () => {
  const first = ['Now run it in both terminals:\n', '```bash\n', 'npx tsx test/list-colours.ts\n', '```\n', 'Compare what they print.\n'];
  const again = ['The fix is in. Run it once more:\n', '```bash\n', 'npx tsx test/list-colours.ts\n', '```\n'];
  expect(takenOf(first, again)).toEqual([first, again.slice(0, 3)]);
});

it.each([
  ['a sentence', ['The pump was replaced.\n', '\n', 'We had lunch by the lake.\n']],
  ['a value behind a colon', ['port: 8080\n', '\n', 'We had lunch by the lake.\n']],
  ['a ticket', ['#412 is closed\n', '\n', 'We had lunch by the lake.\n']],
  ['a time', ['10:30\n', '\n', 'We had lunch by the lake.\n']],
  ['a list', ['- apples\n', '\n', 'We had lunch by the lake.\n']],
  ['what announces far more blanks than a paragraph has', ['Notes:\n', '\n', '\n', '\n', 'We had lunch by the lake.\n']],
])('%s comes with the line behind it alone', (_, lines) => {
  expect(takenWithFirst(...lines)).toEqual(lines.slice(0, 2));
});

it('a line that its passage ends in the middle of comes with its rest, once and without the line behind', () => {
  const pieces = ['loader = new Loader("Working... ', '(esc to interrupt)");\n', 'loader.start();\n'];
  const [start, ...rest] = pieces.map((text, at) => ({ text, share: 1, fromByte: at * 40, toByte: at * 40 + 40 }));
  const other = { text: 'another line\n', share: 1, fromByte: 400, toByte: 440 };
  const events = [{ passages: [[start!], [other], rest].map((lines) => ({ score: 1, lines })) }];
  const costs = (budgetTokens: number) => ({ budgetTokens, heading: () => 5, group: () => ({ key: 'day', tokens: 2 }), line: () => 10 });
  const taken = (budgetTokens: number) =>
    takeLines(events, [{ event: 0, passage: 0, line: 0, worth: 1 }], costs(budgetTokens), { freeTokens: 0, worthWithin: 9 }).lines;
  const whole = 5 + 2 + 3 + 10 + 3 + 10;
  expect(taken(whole)).toEqual([
    { event: 0, passage: 0, lines: [0] },
    { event: 0, passage: 2, lines: [0] },
  ]);
  expect(taken(whole - 1)).toEqual([{ event: 0, passage: 0, lines: [0] }]);
});
