import { createHttpLanguageModel } from '@total-recall/adapter-llm-http';
import type { Unit } from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { startScriptedModelEndpoint, type ScriptedModelEndpoint } from '@total-recall/ports/testing';
import { createTokenCounter } from '@total-recall/runtime';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askingModel } from '../../../testing/asking-model.ts';
import { quotingModel, type AnswersEdit, type QuotedUnit } from '../../../testing/quoting-model.ts';
import { PLACE, PLAIN_READER, serveConsolidating } from '../../../testing/serve-consolidating.ts';

let tokens: TokenCounter;
let endpoint: ScriptedModelEndpoint;
beforeAll(async () => {
  tokens = createTokenCounter();
  endpoint = await startScriptedModelEndpoint(() => ({ says: {} }));
});
afterAll(async () => {
  await tokens.close();
  await endpoint.close();
});

/** Facts that all share a word, so that each is near each other one. Each of the first three tells a part of the next one's attribute. */
const SAID = [
  'The flat has a large balcony',
  'The upper flat has a large balcony',
  'The upper corner flat has a large balcony',
  'The old flat has a large balcony; each Tuesday the flat hosts chess',
  'Every second flat hosts yoga; a bicycle stands in the cellar of the flat',
  'That new flat has a large balcony; its kitchen is small',
];

/** An edit by the places of its facts in `SAID`. */
interface Named {
  readonly edit: 'split' | 'merge' | 'update';
  readonly facts: readonly number[];
  readonly confidence: number;
}

const NOTHING = { split_tasks: [], merge_tasks: [], update_tasks: [] };

function diagnosisOf(edits: readonly Named[], units: readonly QuotedUnit[]): object {
  const named = edits.map(({ edit, facts, confidence }) => {
    const ids = facts.map((at) => units.find(({ says }) => says === SAID[at])?.id ?? 'none');
    return { edit, ids, confidence };
  });
  const of = (wanted: Named['edit']) => named.filter(({ edit }) => edit === wanted);
  return {
    split_tasks: of('split').map(({ ids: [id], confidence }) => ({ id, confidence })),
    merge_tasks: of('merge').map(({ ids, confidence }) => ({ ids, confidence })),
    update_tasks: of('update').map(({ ids: [current, superseded], confidence }) => ({ current, superseded, confidence })),
  };
}

const partOf = (quote: string): object => ({ quote, subject: 'user', attribute: null, value: null });
/** Plans that depend on what the facts say alone. */
const PLANS: AnswersEdit = (question, units) =>
  question === 'merge'
    ? { representative: units.toSorted((a, b) => (a.says < b.says ? -1 : 1))[0]!.id }
    : { parts: units[0]!.says.split('; ').map(partOf) };

/** Sweeps over `SAID` with such answers, and returns the units and the proposals, with ids that do not differ from run to run. */
async function sweep(answersEdit: AnswersEdit): Promise<{ readonly units: unknown; readonly proposals: readonly string[] }> {
  endpoint.answer(quotingModel(answersEdit));
  const noWait = { delay: async () => {}, every: () => ({ cancel() {} }) };
  const model = createHttpLanguageModel({
    protocol: 'openai',
    url: endpoint.url,
    model: 'some-model',
    scheduler: noWait,
    maxAnswerBytes: 65_536,
  });
  const service = await serveConsolidating(tokens, {}, PLAIN_READER, undefined, askingModel(model));
  const ids = await service.say('run-1', ...SAID.map((text) => ({ kind: 'user_message', text, occurredAt: 1_000 }) as const));
  expect(ids.toSorted()).toEqual(ids);
  await service.consolidator().consolidate(PLACE);
  const renamed = (value: unknown): unknown =>
    JSON.parse(ids.reduce((text, id, at) => text.replaceAll(id, `event-${at}`), JSON.stringify(value)));
  const { units } = await service.consolidator().unitsOf(PLACE);
  const { entries } = await service.consolidator().ledger({ ...PLACE, limit: 100 });
  await service.restart({ losesUnits: true });
  expect((await service.consolidator().unitsOf(PLACE)).units).toEqual(units);
  expect(service.failures).toEqual([]);
  await service.stop();
  const judged = entries.flatMap(({ judged: one }) => (one?.stage === 'edit' ? one.proposals : []));
  const told = judged.map(({ proposes, targets, confidence, outcome }) => `${proposes} ${targets.join()} ${confidence} ${outcome}`);
  return { units: renamed([...units.values()].map(comparable)), proposals: (renamed(told) as string[]).toSorted() };
}

/** A unit without the time of decisions, and without what is hashed under a key of its space. */
function comparable({ key: _key, subject: _subject, marks: _marks, status, ...unit }: Unit): object {
  const { at: _at, ...told } = { at: undefined, ...status };
  return { ...unit, status: told };
}

/** Has the first diagnosis name all edits, and every other one none. */
function inOneAnswer(edits: readonly Named[], plans: AnswersEdit = PLANS): AnswersEdit {
  let diagnoses = 0;
  return (question, units) => {
    if (question !== 'diagnosis') return plans(question, units);
    diagnoses += 1;
    return diagnoses === 1 ? diagnosisOf(edits, units) : NOTHING;
  };
}

describe('editFacts', () => {
  it('refuses an edit of a fact that an edit before it has changed', async () => {
    const edits: Named[] = [
      { edit: 'merge', facts: [0, 1], confidence: 1 },
      { edit: 'update', facts: [1, 0], confidence: 1 },
    ];
    const { proposals } = await sweep(inOneAnswer(edits));
    expect(proposals).toEqual(['edit event-1.0,event-0.0 1 TOUCHED_CONFLICT', 'merge event-0.0,event-1.0 1 applied']);
  });

  it.each<[string, AnswersEdit]>([
    ['of one part', () => ({ parts: [partOf(SAID[3]!)] })],
    ['of parts that overlap', () => ({ parts: [partOf('The flat has a large balcony'), partOf('a large balcony')] })],
    ['of parts in another order', () => ({ parts: SAID[3]!.split('; ').toReversed().map(partOf) })],
    ['of a part that stands nowhere', () => ({ parts: [partOf('The flat has a large balcony'), partOf('the flat hosts go')] })],
  ])('refuses a plan %s, and leaves the fact as it was', async (_, plans) => {
    const { proposals, units } = await sweep(inOneAnswer([{ edit: 'split', facts: [3], confidence: 1 }], plans));
    expect(proposals).toEqual(['split event-3.0 1 PLAN_VALIDATION_FAIL']);
    expect(units).toHaveLength(SAID.length);
    expect((units as { status: object }[])[3]!.status).toEqual({ is: 'current' });
  });

  it('gives the result of edits one after the other, whichever answers name them and arrive first', async () => {
    const place = fc.nat(SAID.length - 1);
    const facts = fc.oneof(
      fc.record({ edit: fc.constant('split' as const), facts: fc.tuple(fc.constantFrom(3, 4, 5)) }),
      fc.record({ edit: fc.constant('merge' as const), facts: fc.uniqueArray(place, { minLength: 2, maxLength: 3 }) }),
      fc.record({ edit: fc.constant('update' as const), facts: fc.uniqueArray(place, { minLength: 2, maxLength: 2 }) }),
    );
    const edit = fc.tuple(facts, fc.constantFrom(0.5, 0.9, 0.95, 1)).map(([one, confidence]): Named => ({ ...one, confidence }));
    const dice = fc.infiniteStream(fc.nat(1_000));
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 8 }), dice, async (edits, rolls) => {
        const roll = (sides: number): number => (rolls.next().value as number) % sides;
        const serial = await sweep(inOneAnswer(edits));
        expect(await sweep(inSeveralAnswers(edits, roll))).toEqual(serial);
        expect(serial.proposals).toHaveLength(edits.length);
        for (const told of serial.proposals) seen.add(told.split(' ')[0]! + told.slice(told.lastIndexOf(' ')));
      }),
      { numRuns: 40 },
    );
    expect([...seen]).toEqual(
      expect.arrayContaining(['split applied', 'merge applied', 'edit applied', 'merge TOUCHED_CONFLICT', 'edit TOUCHED_CONFLICT']),
    );
  });
});

/** Answers that are on their way at a time. */
const AT_A_TIME = 4;

/** Spreads edits over the diagnoses of all facts, in an order by chance, and has their answers arrive in another one. */
function inSeveralAnswers(edits: readonly Named[], roll: (sides: number) => number): AnswersEdit {
  const spread: Named[][] = SAID.map(() => []);
  for (const edit of edits) {
    const one = spread[roll(SAID.length)]!;
    one.splice(roll(one.length + 1), 0, edit);
  }
  const waiting: (() => void)[] = [];
  let [asked, answered] = [0, 0];
  return async (question, units) => {
    if (question !== 'diagnosis') return PLANS(question, units);
    const mine = spread[asked];
    asked += 1;
    if (mine === undefined) return NOTHING;
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    const letOneGo = (): void => {
      if (waiting.length >= Math.min(AT_A_TIME, SAID.length - answered)) waiting.splice(roll(waiting.length), 1)[0]?.();
    };
    letOneGo();
    await promise;
    answered += 1;
    letOneGo();
    return diagnosisOf(mine, units);
  };
}
