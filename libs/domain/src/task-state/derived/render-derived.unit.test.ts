import { expect, it } from 'vitest';
import { foldAll, makeRecords, type Said } from '../../../testing/make-session.ts';
import type { Cut } from '../../compaction/previews/cut.ts';
import type { PlannedForm } from '../../compaction/plan/size-levels.ts';
import { deriveFacts } from './derive-facts.ts';
import { NO_FACTS } from './derived-task-state.ts';
import { renderDerivedWithout } from './render-derived.ts';

const RULE = 'Never touch the harbour database.';
const REQUEST = `Port the winch.\n${'The winch turns slowly. '.repeat(40)}\n- ${RULE}\nReport when it is done.`;
const options = { budgetTokens: 600, countTokens: (text: string) => text.length >> 2 };

/** Returns the card of a window in which the first request, which sets a rule, stands in some form. */
function cardWith(text: string, { cut, planned, isGone }: { cut?: Cut['ranges'] | null; planned?: PlannedForm; isGone?: boolean }): string {
  const said: Said[] = [{ kind: 'user_message', text, size: 400 }, { kind: 'agent_message' }, { kind: 'user_message', text: 'Go on.' }];
  const records = makeRecords(said);
  const events = records.map(({ envelope: { id, kind }, body }, at) => ({ id, ordinal: at + 1, kind, body: body as never }));
  const state = foldAll(records);
  const form = cut === undefined ? {} : { form: 'preview' as const, ...(cut && { cut: { ranges: cut, noteVersion: 3, tokens: 50 } }) };
  const [first, ...rest] = state.entries;
  const shown = { ...first!, ...form };
  const facts = JSON.parse(JSON.stringify(deriveFacts(NO_FACTS, events))) as typeof NO_FACTS;
  const render = renderDerivedWithout(facts, { ...state, entries: [shown, ...rest] }, options);
  return render({ evicted: isGone ? [shown] : [], forms: new Map(planned ? [[first!.id, planned]] : []) })?.text ?? '';
}

const at = REQUEST.indexOf(RULE);
const around = { from: at - 2, to: at + RULE.length };

it('repeats no rule that the window shows', () => {
  expect(cardWith(REQUEST, {})).not.toContain(RULE);
  expect(cardWith(REQUEST, { cut: [{ from: 0, to: 40 }, around] })).not.toContain(RULE);
  expect(cardWith(REQUEST, { planned: { to: 'stripped' } })).not.toContain(RULE);
});

it('states a rule that the preview of its message leaves out', () => {
  expect(cardWith(REQUEST, { cut: [{ from: 0, to: 40 }] })).toContain(RULE);
  expect(cardWith(REQUEST, { cut: [{ from: 0, to: around.to - 1 }] })).toContain(RULE);
  expect(cardWith(REQUEST, { cut: null })).toContain(RULE);
  expect(cardWith(REQUEST, { planned: { to: 'preview', roomTokens: 60 } })).toContain(RULE);
  expect(cardWith(REQUEST, { cut: [around], planned: { to: 'preview', roomTokens: 60 } })).toContain(RULE);
  expect(cardWith(REQUEST, { isGone: true })).toContain(RULE);
});

it('knows where a rule stands behind what the program around the model writes', () => {
  const reminder = `<system-reminder>${'The list is empty. '.repeat(20)}</system-reminder>`;
  const text = `${reminder}\n${REQUEST}`;
  const place = text.indexOf(RULE);
  expect(
    cardWith(text, {
      cut: [
        { from: 0, to: 40 },
        { from: place, to: place + RULE.length },
      ],
    }),
  ).not.toContain(RULE);
  expect(cardWith(text, { cut: [{ from: 0, to: place }] })).toContain(RULE);
});

it('takes a rule for shown where one of the messages that say it shows it', () => {
  const said = (text: string, ordinal: number) => ({ id: `m${ordinal}`, ordinal, kind: 'user_message' as const, body: { text, meta: {} } });
  const facts = deriveFacts(NO_FACTS, [said(RULE, 1), said(REQUEST, 2)]);
  const records = makeRecords([
    { kind: 'user_message', text: RULE },
    { kind: 'user_message', text: REQUEST, size: 400 },
  ]);
  const state = foldAll(records);
  const forms = new Map([[state.entries[1]!.id, { to: 'preview' as const, roomTokens: 60 }]]);
  expect(renderDerivedWithout(facts, state, options)({ evicted: [], forms })).toBeUndefined();
  expect(renderDerivedWithout(facts, state, options)({ evicted: state.entries.slice(0, 1), forms })!.text).toContain(RULE);
});
