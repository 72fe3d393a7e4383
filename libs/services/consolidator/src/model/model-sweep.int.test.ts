import { createHttpLanguageModel, LLM_PROTOCOLS, type LlmProtocol } from '@total-recall/adapter-llm-http';
import type { TokenCounter } from '@total-recall/ports';
import {
  startScriptedModelEndpoint,
  type ScriptedAnswer,
  type ScriptedModelEndpoint,
  type ScriptedQuestion,
} from '@total-recall/ports/testing';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askingModel } from '../../testing/asking-model.ts';
import { PLACE, PLAIN_READER, serveConsolidating } from '../../testing/serve-consolidating.ts';
import type { ConsolidatorConfig } from '../consolidator-deps.ts';
import type { ModelBudgets } from './consolidation-model.ts';

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

interface Shown {
  readonly events?: readonly { readonly id: string; readonly text: string }[];
  readonly facts?: readonly {
    readonly id: string;
    readonly says: string;
    readonly earlier: readonly { readonly id: string; readonly says: string }[];
  }[];
  readonly known?: readonly string[];
  readonly units?: readonly { readonly id: string; readonly says: string }[];
}
const shownIn = ({ messages }: ScriptedQuestion): Shown => JSON.parse(messages.at(-1)!) as Shown;

const HOMES = /(?:settled|moved) (?:in|to) (\p{Lu}\p{L}+)/u;
/** A model that finds where somebody settled, and that a later home replaces an earlier one. */
function reads(question: ScriptedQuestion): ScriptedAnswer {
  const { events, facts } = shownIn(question);
  if (events) {
    const found = events.flatMap(({ id, text }) => {
      const home = HOMES.exec(text);
      const fact = home && {
        event: id,
        quote: home[0],
        label: 'user',
        subject: 'user',
        attribute: 'home',
        value: home[1],
        confidence: 0.95,
      };
      return fact ? [fact] : [];
    });
    return { says: { reads: [], facts: found } };
  }
  if (question.asksFor !== 'replacements') return edits(question);
  const decisions = facts!.flatMap(({ id, earlier }) =>
    earlier.map((one) => ({ fact: id, action: 'update', replaces: one.id, confidence: 0.97 })),
  );
  return { says: { decisions } };
}

/** A model that sees that sentences about a balcony say one thing, and that a sentence with "; " says two. */
function edits(question: ScriptedQuestion): ScriptedAnswer {
  const { units = [] } = shownIn(question);
  const about = (words: string): string[] => units.flatMap(({ id, says }) => (says.includes(words) ? [id] : []));
  if (question.asksFor === 'merge') return { says: { representative: units[0]!.id } };
  if (question.asksFor === 'split') {
    const parts = units[0]!.says.split('; ').map((quote) => ({ quote, subject: 'user', attribute: null, value: null }));
    return { says: { parts } };
  }
  const [merge, split] = [about('balcony'), about('; ')];
  return {
    says: {
      split_tasks: split.map((id) => ({ id, confidence: 0.95 })),
      merge_tasks: merge.length > 1 ? [{ ids: merge, confidence: 0.95 }] : [],
      update_tasks: [],
    },
  };
}

async function serve(protocol: LlmProtocol = 'openai', budgets: Partial<ModelBudgets> = {}, config: Partial<ConsolidatorConfig> = {}) {
  const noWait = { delay: async () => {}, every: () => ({ cancel() {} }) };
  const model = createHttpLanguageModel({ protocol, url: endpoint.url, model: 'some-model', scheduler: noWait, maxAnswerBytes: 65_536 });
  const language = askingModel(model, budgets);
  return { language, ...(await serveConsolidating(tokens, config, PLAIN_READER, undefined, language)) };
}
type Service = Awaited<ReturnType<typeof serve>>;
const judged = async (service: Service) =>
  (await service.consolidator().ledger({ ...PLACE, limit: 100 })).entries.flatMap((entry) => entry.judged ?? []);
const shownEvents = (): string[] => endpoint.asked.flatMap((question) => shownIn(question).events?.map(({ text }) => text) ?? []);

describe('a sweep with a model', () => {
  it.each<[string, ScriptedAnswer, string]>([
    ['a refused key', { status: 401 }, 'not_accepted'],
    ['too many requests', { status: 429 }, 'unavailable'],
    ['a bad gateway', { status: 502 }, 'unavailable'],
    ['an answer of another form', { says: { nothing: 'of use' } }, 'SCHEMA_FAIL'],
  ])('says in its answer that the model failed: %s', async (_, answer, modelFailure) => {
    endpoint.answer(() => answer);
    const service = await serve();
    await service.say('run-1', 'Since May: settled in Paris, at last.');
    expect(await service.consolidator().consolidate(PLACE)).toMatchObject({ events: 1, added: 0, modelFailure });
    await service.stop();
  });

  it.each(LLM_PROTOCOLS)('keeps what the model points at, over %s', async (protocol) => {
    endpoint.answer(reads);
    const service = await serve(protocol);
    const [id] = await service.say('run-1', 'Since May: settled in Paris, at last.');
    expect(await service.consolidator().consolidate(PLACE)).toEqual({ events: 1, added: 1, confirmed: 0, superseded: 0, hasMore: false });
    const { facts } = await service.consolidator().facts({ ...PLACE, limit: 9 });
    expect(facts).toMatchObject([
      { id: `${id}.11`, label: 'user', subject: 'user', attribute: 'home', value: 'Paris', text: 'settled in Paris', byPerson: false },
    ]);
    expect((await judged(service)).filter(({ stage }) => stage === 'extract')).toMatchObject([
      {
        model: 'some-model',
        calls: 1,
        inputTokens: 100,
        outputTokens: 20,
        proposals: [{ proposes: 'fact', targets: [id], confidence: 0.95, outcome: 'applied' }],
      },
    ]);
    const before = endpoint.asked.length;
    await service.consolidator().consolidate(PLACE);
    expect(endpoint.asked).toHaveLength(before);
    await service.stop();
  });

  it('has a later fact replace an earlier one, and a person undo that', async () => {
    endpoint.answer(reads);
    const service = await serve();
    await service.say('run-1', 'We settled in Paris.');
    await service.consolidator().consolidate(PLACE);
    await service.say('run-2', 'We moved to Berlin.');
    await service.consolidator().consolidate(PLACE);
    expect(await service.current()).toEqual(['moved to Berlin']);
    const { entries } = await service.consolidator().ledger({ ...PLACE, limit: 100 });
    const replaced = entries.find(({ changes }) => changes.some(({ did }) => did === 'superseded'))!;
    expect(replaced).toMatchObject({ actor: 'model', decidedBy: 'model', undoable: true });
    expect(replaced.changes).toMatchObject([{ did: 'superseded', reason: 'later_statement', confidence: 0.97 }]);
    expect(entries.find(({ judged }) => judged?.stage === 'extract')).toMatchObject({ actor: 'model', decidedBy: 'model' });
    await service.consolidator().undo({ ...PLACE, actor: 'key_p', entryId: replaced.id });
    expect((await service.current()).toSorted()).toEqual(['moved to Berlin', 'settled in Paris']);
    await service.restart({ losesUnits: true });
    expect((await service.current()).toSorted()).toEqual(['moved to Berlin', 'settled in Paris']);
    expect(service.failures).toEqual([]);
    await service.stop();
  });

  it.each<[string, ScriptedAnswer, string]>([
    ['no JSON', { says: 'Sure! Here are the facts:' }, 'JSON_PARSE_FAIL'],
    ['another shape', { says: { facts: 'none' } }, 'SCHEMA_FAIL'],
    ['a field too many', { says: { reads: [], facts: [], note: 'x' } }, 'SCHEMA_FAIL'],
    ['too many facts', { says: { reads: [], facts: Array.from({ length: 999 }, () => ({})) } }, 'SCHEMA_FAIL'],
    ['an answer nested deeply', { says: `${'['.repeat(20_000)}` }, 'SCHEMA_FAIL'],
    ['a refusal', { ends: 'refused' }, 'refused'],
    ['an answer that was cut', { ends: 'cut' }, 'cut'],
    ['an endless answer', { floods: true }, 'too_large'],
    ['silence of the server', { status: 503 }, 'unavailable'],
    ['a refused key', { status: 401 }, 'not_accepted'],
  ])('keeps its cursor at %s, says why, and reads the page again later', async (_name, answer, failure) => {
    endpoint.answer(() => answer);
    const service = await serve();
    await service.say('run-1', 'the port is 4100. We settled in Paris.');
    await service.consolidator().consolidate(PLACE);
    expect(await service.current()).toEqual(['the port is 4100.']);
    expect((await judged(service)).filter((one) => one.stage === 'extract')).toMatchObject([{ failure, proposals: [] }]);
    endpoint.answer(reads);
    await service.restart();
    await service.consolidator().consolidate(PLACE);
    expect(await service.current()).toEqual(['the port is 4100.', 'settled in Paris']);
    await service.stop();
  });

  it('lets a session rest whose page failed, and does not hold up others', async () => {
    endpoint.answer((question) => (shownIn(question).events?.[0]?.text.includes('poison') ? { says: 'no JSON' } : reads(question)));
    const service = await serve();
    await service.say('run-1', 'poison: we settled in Rome.');
    await service.say('run-2', 'We settled in Paris.');
    for (let round = 0; round < 3; round += 1) await service.consolidator().consolidate(PLACE);
    expect(await service.current()).toEqual(['settled in Paris']);
    expect(shownEvents().filter((text) => text.includes('poison'))).toHaveLength(1);
    await service.stop();
  });

  it('shows a model neither what recall returned nor a request in which the agent wrote to memory', async () => {
    endpoint.answer(reads);
    const service = await serve();
    const recall = { retrievalId: 'r', evidence: [], renderingHash: '0'.repeat(64) };
    const mixed = 'Here it is: We settled in Oslo. Fine.';
    await service.say(
      'run-1',
      'We settled in Paris.',
      { kind: 'user_message', text: 'Keep this: we moved to Lima.' },
      { kind: 'tool_call', text: '', call: { id: 'c1', name: 'mcp__memory__remember', arguments: '{}' } },
      { kind: 'tool_result', text: 'kept', call: { id: 'c1', name: 'mcp__memory__remember' } },
      { kind: 'user_message', text: 'What did I say?' },
      { kind: 'user_message', text: 'We settled in Cairo.', recall } as never,
      { kind: 'user_message', text: mixed, recall: { ...recall, within: [{ from: 12, to: 31 }] } } as never,
    );
    await service.consolidator().consolidate(PLACE);
    const shown = shownEvents().join('\n');
    expect(shown).toContain('Paris');
    expect(shown).toContain('Here it is:');
    expect(shown).not.toMatch(/Lima|Cairo|Oslo/u);
    expect(await service.current()).toEqual(['settled in Paris']);
    await service.stop();
  });

  it('goes on where the event at its cursor was erased', async () => {
    endpoint.answer(reads);
    const service = await serve();
    const [first] = await service.say('run-1', 'We settled in Paris.');
    await service.consolidator().consolidate(PLACE);
    await service.eraser().erase({ tenant: PLACE.tenant, scope: { kind: 'events', space: 'main', eventIds: [first!] }, actor: 'key_e' });
    await service.say('run-1', 'We moved to Berlin.');
    await service.consolidator().consolidate(PLACE);
    expect(await service.current()).toEqual(['moved to Berlin']);
    expect(shownEvents()).toEqual(['We settled in Paris.', 'We moved to Berlin.']);
    await service.stop();
  });

  it('does not bring back what a person forgot', async () => {
    endpoint.answer(reads);
    const service = await serve();
    await service.say('run-1', 'We settled in Paris.');
    await service.consolidator().consolidate(PLACE);
    const [fact] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    await service.consolidator().forget({ ...PLACE, actor: 'key_p', factId: fact!.id });
    await service.say('run-2', 'As I said, we settled in Paris.');
    await service.consolidator().consolidate(PLACE);
    expect(await service.current()).toEqual([]);
    expect((await judged(service))[0]).toMatchObject({ proposals: [{ outcome: 'VISIBILITY_FAIL' }] });
    await service.stop();
  });

  it('does not bring back what a person corrected from a sentence of before that', async () => {
    endpoint.answer(reads);
    const service = await serve();
    await service.say('run-1', 'We settled in Paris.');
    await service.consolidator().consolidate(PLACE);
    const [fact] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    const text = 'settled in Lyon';
    await service.consolidator().correct({ ...PLACE, actor: 'key_p', factId: fact!.id, text, value: 'Lyon' });
    await service.say('run-2', { kind: 'user_message', text: 'As I said, we settled in Paris.', occurredAt: 1_000 });
    await service.consolidator().consolidate(PLACE);
    expect(await service.current()).toEqual([text]);
    const outcomes = (await judged(service)).flatMap(({ proposals }) => proposals.map(({ outcome }) => outcome));
    expect(outcomes).toContain('VISIBILITY_FAIL');
    await service.stop();
  });

  it('counts no part of a sentence that the rules have read as another statement', async () => {
    endpoint.answer((question) => {
      const { events = [] } = shownIn(question);
      const named = { label: 'project', subject: 'project', attribute: 'port', value: '4100', confidence: 0.95 };
      return { says: { reads: [], facts: events.map(({ id }) => ({ event: id, quote: 'port is 4100', ...named })) } };
    });
    const service = await serve();
    await service.say('run-1', 'the port is 4100.');
    await service.consolidator().consolidate(PLACE);
    const { facts } = await service.consolidator().facts({ ...PLACE, limit: 9 });
    expect(facts).toMatchObject([{ text: 'the port is 4100.', statements: 1 }]);
    expect((await judged(service)).flatMap(({ proposals }) => proposals)).toMatchObject([{ outcome: 'known' }]);
    await service.stop();
  });

  it('shows what is known where the model asks, and takes its fifth answer as the last', async () => {
    let turns = 0;
    endpoint.answer((question) => {
      if (shownIn(question).facts) return { says: { decisions: [] } };
      turns += 1;
      return { says: { reads: ['port'], facts: [] } };
    });
    const service = await serve();
    await service.say('run-1', 'the port is 4100.');
    await service.consolidator().consolidate(PLACE);
    expect(turns).toBe(5);
    expect(shownIn(endpoint.asked[1]!).known).toEqual(['the port is 4100.']);
    expect((await judged(service)).find(({ stage }) => stage === 'extract')).toMatchObject({ calls: 5, proposals: [] });
    await service.stop();
  });

  it('asks no more than its budgets allow, a restart or not', async () => {
    endpoint.answer(reads);
    const service = await serve('openai', { dayCalls: 2 });
    for (const run of ['run-1', 'run-2', 'run-3', 'run-4']) await service.say(run, `We settled in Paris, ${run}.`);
    await service.consolidator().consolidate(PLACE);
    await service.restart();
    await service.consolidator().consolidate(PLACE);
    expect(endpoint.asked).toHaveLength(2);
    expect(service.language.told.spent).toContain('dayCalls');
    await service.stop();
  });

  it('counts answers in the day that came to nothing, as the space had changed or the process stopped', async () => {
    const service = await serve('openai', { dayCalls: 2 });
    await service.say('run-1', 'We settled in Paris.');
    const arrived = Promise.withResolvers<void>();
    const asked: string[] = [];
    const fact = { label: 'project', subject: 'dock', text: 'The dock is north.' } as const;
    endpoint.answer(async (question, number) => {
      asked.push(question.asksFor);
      if (number === 1) await service.consolidator().remember({ ...PLACE, actor: 'key_p', fact });
      if (number !== 2) return reads(question);
      arrived.resolve();
      return { silent: true };
    });
    await service.consolidator().consolidate(PLACE);
    const sweeping = service.consolidator().consolidate(PLACE);
    await arrived.promise;
    await service.restart();
    await sweeping;
    expect((await judged(service)).filter(({ calls }) => calls > 0)).toMatchObject([
      { calls: 1, failure: 'discarded', inputTokens: 0 },
      { calls: 1, failure: 'discarded', inputTokens: 100, outputTokens: 20, proposals: [] },
    ]);
    await service.consolidator().consolidate(PLACE);
    expect(asked).toHaveLength(2);
    expect(service.language.told.spent).toContain('dayCalls');
    await service.stop();
  });

  it('ends its last question when the time of who asked is over, and asks it again later', async () => {
    const service = await serve('openai', {}, { askedMs: 3_000 });
    endpoint.answer(() => ({ silent: true }));
    await service.say('run-1', 'We settled in Paris.', 'the port is 4100.');
    const swept = await service.consolidator().consolidate(PLACE);
    expect(swept).toMatchObject({ events: 2, added: 1 });
    expect(swept).not.toHaveProperty('modelFailure');
    // The model has read the question: its tokens are estimated, counted and charged to the day.
    const { inputTokens } = service.language.told.asked[0]!;
    expect(inputTokens).toBeGreaterThan(100);
    expect(service.language.told).toMatchObject({ asked: [{ result: 'discarded', outputTokens: 0 }], spent: ['sweepTime'] });
    expect(await judged(service)).toMatchObject([{ calls: 1, inputTokens, failure: 'discarded' }]);
    expect(service.failures).toEqual([]);
    endpoint.answer(reads);
    await expect
      .poll(async () => (await service.consolidator().consolidate(PLACE), service.current()), { timeout: 30_000 })
      .toContain('settled in Paris');
    await service.stop();
  });

  it('ends its question when the process stops, and loses nothing', async () => {
    const arrived = Promise.withResolvers<void>();
    endpoint.answer(() => {
      arrived.resolve();
      return { silent: true };
    });
    const service = await serve();
    await service.say('run-1', 'We settled in Paris.');
    const sweeping = service.consolidator().consolidate(PLACE);
    await arrived.promise;
    await service.restart();
    await sweeping;
    endpoint.answer(reads);
    await service.consolidator().consolidate(PLACE);
    expect(await service.current()).toEqual(['settled in Paris']);
    await service.stop();
  });

  it('holds up the sweeps of no other space while the model is long about one', async () => {
    const arrived = Promise.withResolvers<void>();
    endpoint.answer(() => {
      arrived.resolve();
      return { silent: true };
    });
    const service = await serve('openai', {}, { sweepMinutes: 10 });
    const spaces = ['one', 'two', 'three'].map((space) => ({ ...PLACE, space }));
    for (const place of spaces)
      await service.ingest.append({
        ...place,
        session: 'run-1',
        events: [{ kind: 'user_message', text: 'the port is 4100. What now?' }],
        wait: 'searchable',
      });
    // A start looks at all spaces.
    await service.restart();
    const known = async (): Promise<number[]> =>
      Promise.all(spaces.map(async (place) => (await service.consolidator().facts({ ...place, limit: 9 })).facts.length));
    await expect.poll(known, { timeout: 30_000 }).toEqual([1, 1, 1]);
    await arrived.promise;
    expect(service.failures).toEqual([]);
    await service.stop();
  });

  it('asks about what another process has swept meanwhile and handed back, though nothing was left before', async () => {
    endpoint.answer(reads);
    const service = await serve('openai', {}, { sweepMinutes: 10, sweepEvents: 1 });
    await service.say('run-1', 'We settled in Paris.');
    await service.restart();
    await expect.poll(service.current, { timeout: 30_000 }).toEqual(['settled in Paris']);
    await service.consolidator().release(0);
    service.owner().release(0);
    endpoint.answer(() => ({ status: 503 }));
    await service.say('run-2', 'We moved to Berlin.');
    const rival = await service.rival();
    await rival.consolidator.consolidate(PLACE);
    await rival.eraser.stop();
    await rival.consolidator.stop();
    endpoint.answer(reads);
    await service.consolidator().take(0);
    await expect.poll(service.current, { timeout: 30_000 }).toEqual(['moved to Berlin']);
    await service.stop();
  });

  it('merges what says the same and splits what says two things, and each edit can be undone', async () => {
    const quoted = (question: ScriptedQuestion): ScriptedAnswer => {
      const { events } = shownIn(question);
      if (!events) return question.asksFor === 'replacements' ? { says: { decisions: [] } } : edits(question);
      const facts = events.map(({ id, text }) => ({
        event: id,
        quote: text,
        label: 'user',
        subject: 'user',
        attribute: text.slice(0, 12),
        value: null,
        confidence: 0.95,
      }));
      return { says: { reads: [], facts } };
    };
    endpoint.answer(quoted);
    const service = await serve();
    await service.say('run-1', 'Our flat has a large balcony', 'This flat has a large balcony');
    await service.say('run-2', 'Every Tuesday evening there is chess in the club; the old bicycle stands in the cellar');
    await service.consolidator().consolidate(PLACE);
    expect((await service.current()).toSorted()).toEqual([
      'Every Tuesday evening there is chess in the club',
      'Our flat has a large balcony',
      'the old bicycle stands in the cellar',
    ]);
    const { facts } = await service.consolidator().facts({ ...PLACE, limit: 9 });
    // As the service's routes take them.
    for (const { id } of facts) expect(id).toMatch(/\.\d+[~+]1$|\.\d+~2$/);
    const { entries } = await service.consolidator().ledger({ ...PLACE, limit: 100 });
    const proposals = entries.flatMap(({ judged: one }) => (one?.stage === 'edit' ? one.proposals : []));
    expect(proposals.map(({ proposes, outcome }) => `${proposes} ${outcome}`)).toEqual(
      expect.arrayContaining(['split applied', 'merge applied']),
    );
    const merge = entries.find(({ changes }) => changes.some(({ did }) => did === 'merged'))!;
    await service.consolidator().undo({ ...PLACE, actor: 'key_p', entryId: merge.id });
    expect(await service.current()).toHaveLength(4);
    const before = await service.consolidator().unitsOf(PLACE);
    await service.restart({ losesUnits: true });
    expect(await service.consolidator().unitsOf(PLACE)).toEqual(before);
    expect(service.failures).toEqual([]);
    await service.stop();
  });

  it('looks at every fact for edits where one entry adds more than a run asks about', async () => {
    endpoint.answer((question) => (question.asksFor === 'replacements' ? { says: { decisions: [] } } : reads(question)));
    const service = await serve();
    const rooms = Array.from({ length: 12 }, (_, at) => `the window of room${String.fromCharCode(97 + at)} is open${at}.`);
    await service.say('run-1', rooms.join(' '));
    await service.consolidator().consolidate(PLACE);
    const before = await service.consolidator().unitsOf(PLACE);
    expect(new Set([...before.units.values()].map(({ addedBy }) => addedBy)).size).toBe(1);
    const asked = new Set(
      endpoint.asked.flatMap((question) => (question.asksFor === 'diagnosis' ? shownIn(question).units![0]!.says : [])),
    );
    expect([...asked].toSorted()).toEqual(rooms.toSorted());
    await service.restart({ losesUnits: true });
    expect(await service.consolidator().unitsOf(PLACE)).toEqual(before);
    await service.stop();
  });

  it('asks a few times about facts whose answers cannot be judged, then leaves them beside each other', async () => {
    endpoint.answer((question) => (question.asksFor === 'replacements' ? { says: 'no JSON' } : reads(question)));
    const service = await serve();
    await service.say('run-1', 'We settled in Paris.');
    await service.consolidator().consolidate(PLACE);
    await service.say('run-2', 'We moved to Berlin.');
    for (let round = 0; round < 5; round += 1) await service.consolidator().consolidate(PLACE);
    expect(endpoint.asked.filter(({ asksFor }) => asksFor === 'replacements')).toHaveLength(3);
    expect((await judged(service)).filter(({ stage, failure }) => stage === 'reconcile' && failure === 'JSON_PARSE_FAIL')).toHaveLength(3);
    expect((await service.current()).toSorted()).toEqual(['moved to Berlin', 'settled in Paris']);
    await service.stop();
  });
});
