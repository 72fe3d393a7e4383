import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';
import { DEFAULT_RETRIEVER_CONFIG } from '../../retriever-deps.ts';
import { readPendingLog } from '../ask/read-pending-log.ts';
import { openEvents } from '../open/open-events.ts';
import { addCompanions } from './add-companions.ts';

const PLACE = { tenant: 'acme', space: 'main' };
const call = (id: string, name: string, args = '{}'): Written => ({ kind: 'tool_call', body: { call: { id, name, arguments: args } } });
const result = (id: string, name: string, text: string, isError = false): Written => ({
  kind: 'tool_result',
  text,
  body: { call: { id, name }, ...(isError ? { isError } : {}) },
});
const said = (text: string, meta = {}): Written => ({ kind: 'agent_message', text, body: { meta } });

/**
 * Returns the companions of one event as the only hit, by place in the list. Asserts the same
 * before and after indexing.
 */
async function companions(events: readonly Written[], hit: number, scope: object = {}): Promise<number[]> {
  const memory = createMemoryRetriever();
  const ids = await memory.append(events);
  const bring = async (): Promise<number[]> => {
    const log = await readPendingLog(memory.deps, DEFAULT_RETRIEVER_CONFIG, PLACE, undefined);
    const question = { request: { ...PLACE, queries: [] }, filter: scope, pending: log, state: undefined };
    const run = { deps: memory.deps, eventsRead: new Map() };
    const ranking = [{ eventId: ids[hit]!, score: 3, sources: [], passages: [], factors: {} }];
    const all = await addCompanions(run, question, await openEvents(run, question, ranking, 1));
    expect(all.map((event) => event.ranked.score)).toEqual(all.map((_, at) => (at === 0 ? 3 : 1)));
    return all.slice(1).map((event) => {
      expect(event.companionOf).toBe(ids[hit]);
      return ids.indexOf(event.envelope.id);
    });
  };
  const pending = await bring();
  await memory.project();
  expect(await bring()).toEqual(pending);
  return pending;
}

describe('companions of a hit', () => {
  it('a result brings its call and a call its result, of several at once their own', async () => {
    const events = [said('Both, then.'), call('a', 'read'), call('b', 'read'), result('b', 'read', 'b'), result('a', 'read', 'a')];
    expect(await companions(events, 4)).toEqual([1]);
    expect(await companions(events, 3)).toEqual([2]);
    expect(await companions(events, 1)).toEqual([4]);
    expect(await companions(events, 0)).toEqual([]);
  });

  it('each of several calls under one seal has its own result, and each result its own call', async () => {
    const seal: Written = { kind: 'thinking', body: { messageId: 'm', thinking: { vendor: 'google', redacted: 'sig', callId: 'c0' } } };
    const calls = Array.from({ length: 10 }, (_, at) => call(`c${at}`, 'read'));
    const results = Array.from({ length: 10 }, (_, at) => result(`c${at}`, 'read', `page ${at}`));
    const events = [said('All, then.'), seal, ...calls.map((one) => ({ ...one, body: { ...one.body, messageId: 'm' } })), ...results];
    expect(await companions(events, 12)).toEqual([2]);
    expect(await companions(events, 21)).toEqual([11]);
    expect(await companions(events, 2)).toEqual([12]);
    expect(await companions(events, 11)).toEqual([21]);
  });

  it('an error brings the first result of the same tool that put it right, in the same request', async () => {
    const failed = [call('c1', 'compile'), result('c1', 'compile', 'mismatch', true)];
    const then = (id: string, name: string, isError = false): Written[] => [call(id, name), result(id, name, 'what came', isError)];
    expect(await companions([...failed, ...then('c2', 'list'), ...then('c3', 'compile', true), ...then('c4', 'compile')], 1)).toEqual([
      0, 7,
    ]);
    expect(await companions([...failed, { kind: 'user_message', text: 'Leave it.' }, ...then('c4', 'compile')], 1)).toEqual([0]);
  });

  it('brings what a hit was derived from and what superseded it, within the scope', async () => {
    const memory = [said('raw soundings')];
    const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const events = [{ ...memory[0]!, id }, said('They say it silts up.', { provenance: [id] }), said('It does not.', { supersedes: [id] })];
    expect(await companions(events, 1)).toEqual([0]);
    expect(await companions(events, 0)).toEqual([2]);
    expect(await companions(events, 1, { kinds: ['knowledge'] })).toEqual([]);
  });

  it('never brings what recall returned, nor thinking', async () => {
    const receipt = { retrievalId: 'r', evidence: [], renderingHash: '' };
    const answer: Written = { kind: 'tool_result', text: 'found', body: { call: { id: 'c', name: 'recall' }, recall: receipt } };
    expect(await companions([{ kind: 'thinking', text: 'Hm.' }, call('c', 'recall'), answer], 1)).toEqual([]);
  });

  it('are packed with it and named so', async () => {
    const { retriever, append } = createMemoryRetriever();
    const ballast = Array.from({ length: 40 }, (_, i): Written => said(`Gauge ${i} reads ${i * 13}, as ever.`));
    const ids = await append([
      ...ballast,
      call('c', 'measure', '{"target":"zephyr-nine"}'),
      result('c', 'measure', 'viscosity is 41'),
      ...ballast,
    ]);
    const answer = await retriever.recall({ ...PLACE, session: 's1', queries: ['viscosity'], budgetTokens: 500, limit: 1 });
    expect(answer.hits.map((hit) => hit.eventId)).toEqual([ids[41]]);
    expect(answer.passages.find((passage) => passage.eventId === ids[40])).toMatchObject({ companionOf: ids[41], complete: true });
    expect(answer.rendered).toContain('zephyr-nine');
    expect(answer.tokens).toBeLessThanOrEqual(500);
  });
});
