import { CONDITIONING_TEMPERATURE, type RecallAnswer, type RecallRequest, type TaskState } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';
import { DEFAULT_RETRIEVER_CONFIG, type RecallConfig } from '../../retriever-deps.ts';

const ask = { tenant: 'acme', space: 'main', session: 's1', explain: true };
const idsOf = (answer: RecallAnswer): string[] => answer.hits.map((hit) => hit.eventId);

function card(fields: Partial<TaskState> = {}, version = 1): Written {
  return { kind: 'task_state', body: { taskState: { version, premiseVersion: 0, taskId: 'mill', ...fields } } };
}

/** Filler events, so that scores spread as in a real store. */
const chatter = (count: number): Written[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'agent_message',
    text: `Entry ${i}: the ${i % 5} kites were dry and ${i * 7} hung in a row.`,
  }));

async function filled(events: readonly Written[], conditioning: Partial<RecallConfig['conditioning']> = {}) {
  const memory = createMemoryRetriever({ config: { conditioning: { ...DEFAULT_RETRIEVER_CONFIG.conditioning, ...conditioning } } });
  const ids = await memory.append(events);
  await memory.append(chatter(30));
  await memory.project();
  const recall = (query: string, more: Partial<RecallRequest> = {}): Promise<RecallAnswer> =>
    memory.retriever.recall({ ...ask, queries: [query], ...more });
  return { ...memory, ids, recall };
}

describe('task conditioning of recall', () => {
  it('puts a superseded decision below the one that replaced it, and back where history is asked for', async () => {
    const { append, project, ids, recall } = await filled([
      card(),
      { kind: 'decision', text: 'The mill wheel turns on oak bearings, oak it is.' },
    ]);
    const old = ids[1]!;
    const [now] = await append([{ kind: 'decision', text: 'Bronze replaces oak for the wheel.', body: { meta: { supersedes: [old] } } }]);
    const query = 'which oak bearings does the mill wheel turn on?';
    for (const when of ['pending', 'indexed']) {
      const ranked = idsOf(await recall(query, { limit: 50 }));
      expect(ranked[0], when).toBe(now);
      expect(ranked.indexOf(old), when).toBeGreaterThan(0);
      expect(idsOf(await recall(query, { history: true }))[0], when).toBe(old);
      await project();
    }
    await append([card({ requestHistorical: true }, 2)]);
    for (const when of ['pending', 'indexed']) {
      expect(idsOf(await recall(query))[0], when).toBe(old);
      expect(idsOf(await recall(query, { history: false }))[0], when).toBe(now);
      await project();
    }
  });

  it('keeps to its own task unless the card, or the scope, looks further', async () => {
    const sluice = (taskId?: string): Written => ({
      kind: 'agent_message',
      text: `The sluice gate ${taskId ?? 'of nobody'} was greased.`,
      body: { meta: taskId === undefined ? {} : { taskId } },
    });
    const memory = await filled([sluice(), card(), sluice('mill')]);
    const [free, , own] = memory.ids;
    const [farm, harbour] = await memory.append([sluice('farm'), sluice('harbour')], { ...memory.home, session: 's2' });
    await memory.project();
    const all = [free, own, farm, harbour];
    const found = async (more: Partial<RecallRequest> = {}): Promise<string[]> =>
      idsOf(await memory.recall('greased sluice gate', more))
        .filter((id) => all.includes(id))
        .sort();
    expect(await found()).toEqual([free, own].sort());
    expect(await found({ scope: { within: 'task' } })).toEqual([own]);
    expect(await found({ scope: { taskIds: ['farm'] } })).toEqual([farm]);
    expect(await found({ scope: { within: 'space' } })).toEqual([free, own, farm, harbour].sort());
    const wide = await memory.recall('greased sluice gate', { scope: { within: 'space' } });
    expect(wide.hits.find((hit) => hit.eventId === farm)!.factors!['task']).toBe(0.5);
    expect(wide.hits.find((hit) => hit.eventId === own)!.factors!['task']).toBe(1);
    await memory.append([card({ keyEvents: [farm!] }, 2)]);
    await memory.project();
    expect(await found()).toEqual([free, own, farm].sort());
    await memory.append([card({ filters: { crossTask: true } }, 3)]);
    expect(await found()).toEqual([free, own, farm, harbour].sort());
  });

  it('finds what its own session went through for another task, and counts it half', async () => {
    const { append, project, ids, recall } = await filled([
      { kind: 'agent_message', text: 'The sluice gate was greased with tallow.', body: { meta: { taskId: 'farm' } } },
      card(),
    ]);
    const [own] = await append([{ kind: 'agent_message', text: 'The sluice gate was greased with tallow again.' }]);
    for (const when of ['pending', 'indexed']) {
      const { hits } = await recall('greased sluice gate tallow');
      const found = hits.filter((hit) => hit.eventId === own || hit.eventId === ids[0]);
      expect(
        found.map((hit) => [hit.eventId, hit.factors!['task']]),
        when,
      ).toEqual([
        [own, 1],
        [ids[0], 0.5],
      ]);
      expect(idsOf(await recall('greased sluice gate tallow', { scope: { within: 'task' } }))).not.toContain(ids[0]);
      await project();
    }
  });

  it('orders by phase', async () => {
    const events: Written[] = [
      { kind: 'decision', text: 'The hopper feeds grain by gravity.' },
      { kind: 'tool_result', text: 'The hopper feeds grain unevenly.' },
    ];
    for (const [phase, first] of [
      ['plan', 0],
      ['debug', 1],
    ] as const) {
      const { ids, recall } = await filled([card({ phase }), ...events]);
      expect((await recall('how does the hopper feed grain?')).hits[0]!.eventId, phase).toBe(ids[first + 1]);
    }
  });

  it('counts less what was written under premises that changed', async () => {
    const { append, project, recall } = await filled([]);
    const under = (premises: Record<string, string>, version: number): Written => card({ premises, premiseVersion: version }, version);
    const [, before] = await append([
      under({ power: 'water', site: 'north' }, 1),
      { kind: 'agent_message', text: 'The gear ratio came out as seven.' },
    ]);
    const [, after] = await append([
      under({ power: 'steam', site: 'north' }, 2),
      { kind: 'agent_message', text: 'The gear ratio came out as nine.' },
    ]);
    for (const when of ['pending', 'indexed']) {
      const { hits } = await recall('what did the gear ratio come out as?');
      expect(
        hits.slice(0, 2).map((hit) => [hit.eventId, hit.factors!['premise']]),
        when,
      ).toEqual([
        [after, 1],
        [before, 0.5],
      ]);
      await project();
    }
  });

  it('puts a live constraint first, and finds it where its words were not asked for', async () => {
    const { ids, recall } = await filled([
      card({ phase: 'debug' }),
      { kind: 'constraint', text: 'Flour dust must never reach the lantern room.' },
      { kind: 'agent_message', text: 'Flour dust drifted towards the lantern room again.' },
    ]);
    const hits = (await recall('flour dust lantern room')).hits;
    expect(hits[0]).toMatchObject({ eventId: ids[1], factors: { modifier: 3 } });
    expect(hits[0]!.sources).toContain('constraint');
    const elsewhere = (await recall('kites hung in a row', { limit: 50 })).hits.find((hit) => hit.eventId === ids[1]);
    expect(elsewhere!.sources).toContain('constraint');
    expect(elsewhere!.sources).not.toContain('text');
  });

  it('lifts lessons under self-assessment, and counts evidence that was used before where that is on', async () => {
    const said = (text: string, tags: string[]): Written => ({ kind: 'agent_message', text, body: { meta: { tags } } });
    const [lesson, plain] = [said('The belt slipped in the rain.', ['lesson']), said('The belt slipped in the snow.', [])];
    const memory = await filled([card({ requiresSelfAssessment: true }), plain, lesson], { frequency: true });
    const [first, second] = (await memory.recall('when did the belt slip?')).hits;
    expect([first!.eventId, first!.factors!['selfAssessment'], second!.factors!['selfAssessment']]).toEqual([memory.ids[2], 2, 1]);
    const receipt = { retrievalId: 'r', evidence: [{ eventId: memory.ids[1]! }], renderingHash: '' };
    await memory.append([{ kind: 'tool_result', text: 'recalled', body: { recall: receipt } }]);
    const again = (await memory.recall('when did the belt slip?')).hits;
    expect(again.find((hit) => hit.eventId === memory.ids[1])!.factors!['frequency']).toBe(1.05);
  });

  it('keeps hits by identifier first, whatever speaks against them but that they were superseded', async () => {
    const { ids, append, recall } = await filled([
      card({ phase: 'report', premises: { a: '1' }, premiseVersion: 1 }),
      {
        kind: 'tool_result',
        text: 'error E_MILL_77 in src/wheel.ts:19',
        at: 1_000,
        body: { meta: { sensitivity: ['internal'], hints: ['temporary_debug'] } },
      },
      card({ phase: 'report', premises: { a: '2' }, premiseVersion: 2 }, 2),
      ...Array.from({ length: 4 }, (_, i): Written => ({
        kind: 'decision',
        text: `What error means in report ${i}: error, always error.`,
      })),
      { kind: 'constraint', text: 'No error may be ignored, an error is an error.' },
    ]);
    const [hit] = (await recall('what error was E_MILL_77')).hits;
    expect(hit).toMatchObject({ eventId: ids[1], factors: { premise: 0.1, phase: 0.35, sensitivity: 0.8, exact: 1 } });
    const [now] = await append([{ kind: 'decision', text: 'E_MILL_77 is retired.', body: { meta: { supersedes: [ids[1]!] } } }]);
    expect(idsOf(await recall('what error was E_MILL_77'))[0]).toBe(now);
  });

  it('explains a score: base plus the logarithm of the product of its factors', async () => {
    const { recall } = await filled([
      card({ phase: 'plan', requiresSelfAssessment: true }),
      ...chatter(5).map((event): Written => ({
        ...event,
        kind: 'decision',
        at: 5_000,
        body: { meta: { tags: ['success'], sensitivity: ['x'] } },
      })),
    ]);
    const { hits } = await recall('dry kites hung', { limit: 40 });
    expect(hits.length).toBeGreaterThan(20);
    for (const { score, factors } of hits) {
      const of = (...names: string[]): number => names.reduce((product, name) => product * factors![name]!, 1);
      expect(of('task', 'supersession', 'premise', 'phase', 'selfAssessment', 'constraint', 'cap')).toBeCloseTo(of('modifier'), 9);
      expect(of('modifier', 'recency', 'frequency', 'typePrior', 'sensitivity', 'forgetting', 'lead', 'successor')).toBeCloseTo(
        of('product'),
        9,
      );
      expect(factors!['base']! + CONDITIONING_TEMPERATURE * Math.log(of('product'))).toBeCloseTo(score, 3);
    }
    expect(new Set(hits.map((hit) => hit.factors!['phase']))).toEqual(new Set([1, 2]));
  });

  it('without a task only what was superseded loses its place, unless history is asked for', async () => {
    const events: Written[] = [
      { kind: 'decision', text: 'The mill wheel turns on oak bearings.', body: { meta: { taskId: 'a', tags: ['lesson'] } } },
      { kind: 'constraint', text: 'Oak bearings are greased on Mondays.', body: { meta: { taskId: 'b' } } },
    ];
    const { append, project, ids, recall } = await filled(events);
    const query = 'oak bearings of the mill wheel';
    const [decision, constraint] = ids;
    expect(idsOf(await recall(query)).slice(0, 2)).toEqual([decision, constraint]);
    await append([{ kind: 'thinking', text: 'Bronze may do better.', body: { meta: { supersedes: [decision!] } } }]);
    await project();
    for (const more of [{}, { session: undefined }, { session: 'unknown' }]) {
      const { hits } = await recall(query, { limit: 50, ...more });
      const order = hits.map((hit) => hit.eventId);
      expect(order[0]).toBe(constraint);
      expect(order.indexOf(decision!)).toBeGreaterThan(0);
      for (const { eventId, factors } of hits)
        expect([factors!['supersession'], factors!['modifier']], eventId).toEqual(eventId === decision ? [0.1, 0.1] : [1, 1]);
      const history = await recall(query, { history: true, ...more });
      expect(idsOf(history).slice(0, 2)).toEqual([decision, constraint]);
      expect(new Set(history.hits.map((hit) => hit.factors!['product']))).toEqual(new Set([1]));
    }
  });

  it('each factor can be switched off', async () => {
    const events: Written[] = [
      card({ phase: 'plan' }),
      { kind: 'decision', text: 'Grain is weighed twice.', body: { meta: { taskId: 'farm' } } },
    ];
    const off = await filled(events, { task: false, phase: false });
    const [hit] = (await off.recall('how is grain weighed?')).hits;
    expect(hit).toMatchObject({ eventId: off.ids[1], factors: { task: 1, phase: 1 } });
    const on = await filled(events);
    expect((await on.recall('how is grain weighed?')).hits.find(({ eventId }) => eventId === on.ids[1])!.factors!['task']).toBe(0.5);
  });

  it('forgets by a power law where that is switched on, with or without a task', async () => {
    const at = (daysAgo: number): number => Date.UTC(2031, 0, 1) - daysAgo * 24 * 60 * 60 * 1000;
    const told = (text: string, days: number): Written => ({ kind: 'tool_result', text, at: at(days) });
    const events = [told('The vane points at gate four.', 400), told('The vane points at gate five.', 1)];
    const on = await filled(events, { forgetting: true });
    const { hits } = await on.recall('which gate does the vane point at?');
    const old = hits.find((hit) => hit.eventId === on.ids[0])!;
    expect(hits[0]!.eventId).toBe(on.ids[1]);
    expect(old.factors!['forgetting']).toBeLessThan(hits[0]!.factors!['forgetting']!);
  });

  it('forgets where the policy of who asks says so, and not where it says nothing', async () => {
    const { ids, recall, stores } = await filled([
      { kind: 'tool_result', text: 'The vane points at gate four.', at: Date.UTC(2029, 0, 1) },
      { kind: 'tool_result', text: 'The vane points at gate five.' },
    ]);
    const forgetting = async (): Promise<number[]> => {
      const { hits } = await recall('which gate does the vane point at?');
      return ids.map((id) => hits.find(({ eventId }) => eventId === id)!.factors!['forgetting']!);
    };
    expect(await forgetting()).toEqual([1, 1]);
    await stores.control.putPolicy({ at: `space/${ask.tenant}/${ask.space}`, settings: { forgetting: true }, updatedAt: 0 });
    const [old, recent] = await forgetting();
    expect(old).toBeLessThan(recent!);
  });
});
