import type { Group, NewEvent, SpaceUnits } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { PLACE, serveConsolidating, TENANT } from '../../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const HOUR = 3_600_000;
const START = Date.UTC(2026, 4, 4);
const said = (text: string, hours: number, subject?: string): NewEvent => ({
  kind: 'user_message',
  text,
  occurredAt: START + hours * HOUR,
  ...(subject !== undefined && { meta: { subject } }),
});
const CRANES = ['The harbour crane lifts containers at the northern quay.', 'The harbour crane at the northern quay needs grease.'];
const RENT = ['My landlord raised the monthly rent for the apartment.', 'The lease of the apartment names the landlord and the rent.'];
const groupsOf = ({ groups }: SpaceUnits, kind: Group['kind']): Group[] => [...groups.values()].filter((group) => group.kind === kind);
const ordinals = (group: Group): string => group.events.map(({ session, ordinal }) => `${session}/${ordinal}`).join(' ');

async function served() {
  const service = await serveConsolidating(tokens);
  const sweep = async (): Promise<SpaceUnits> => {
    await service.consolidator().consolidate(PLACE);
    return service.consolidator().unitsOf(PLACE);
  };
  return { service, sweep };
}

describe('a sweep', () => {
  it('makes episodes that end at a pause and go on with what comes later, and topics of those about one thing', async () => {
    const { service, sweep } = await served();
    await service.say('a', said(CRANES[0]!, 0), said(RENT[0]!, 3));
    const first = await sweep();
    expect(groupsOf(first, 'episode').map(ordinals)).toEqual(['a/1', 'a/2']);
    await service.say('a', said(RENT[1]!, 3.1));
    await service.say('b', said(CRANES[1]!, 30), said(RENT[1]!, 40));
    const after = await sweep();
    expect(groupsOf(after, 'episode').map(ordinals)).toEqual(['a/1', 'a/2 a/3', 'b/1', 'b/2']);
    const [cranes, rent, later] = groupsOf(after, 'episode');
    expect(rent!.links).toContainEqual({ type: 'temporal', to: cranes!.id });
    expect(later!.links).toContainEqual({ type: 'semantic', to: cranes!.id, weight: expect.any(Number) });
    expect(groupsOf(after, 'topic').map(({ members }) => members.length)).toEqual([2, 2]);
    expect((await sweep()).sequence).toBe(after.sequence);
    await service.restart({ losesUnits: true });
    expect(await service.consolidator().unitsOf(PLACE)).toEqual(after);
    await service.stop();
  });

  it('makes an insight of what is stated in three sessions', async () => {
    const { service, sweep } = await served();
    for (const session of ['a', 'b', 'c']) await service.say(session, said('the port is 4100.', 0));
    expect(groupsOf(await sweep(), 'insight')).toMatchObject([{ members: [expect.stringMatching(/\.0$/)] }]);
    await service.stop();
  });

  it('adds no more episodes, topics and insights than a space may have, and says how many it left out', async () => {
    const service = await serveConsolidating(tokens, { unitsPerSpace: 3 });
    await service.say('a', said(CRANES[0]!, 0), said(RENT[0]!, 3), said(CRANES[1]!, 30), said(RENT[1]!, 40));
    expect(await service.consolidator().consolidate(PLACE)).toMatchObject({ groupsLeft: 2 });
    expect(service.limits).toEqual(['full 0 and 2 groups']);
    const { groups } = await service.consolidator().unitsOf(PLACE);
    expect([...groups.values()].map(({ kind }) => kind)).toEqual(['episode', 'episode', 'episode']);
    // Topics without room are told of with the sweep that read something, and not again with each that reads nothing.
    expect(await service.consolidator().consolidate(PLACE)).not.toHaveProperty('groupsLeft');
    await service.stop();
  });

  it('keeps what is said about one person apart from what is said about others', async () => {
    const { service, sweep } = await served();
    await service.say('a', said(RENT[0]!, 0), said(RENT[1]!, 0.1, 'maria'), said(RENT[0]!, 0.2, 'jon'), said(RENT[1]!, 0.3, 'jon'));
    const episodes = groupsOf(await sweep(), 'episode');
    expect(episodes.map(ordinals)).toEqual(['a/1', 'a/2', 'a/3 a/4']);
    expect(new Set(episodes.map(({ audience }) => audience)).size).toBe(3);
    const audiences = new Map(episodes.map(({ id, audience }) => [id, audience]));
    for (const { audience, links = [] } of episodes) for (const { to } of links) expect([undefined, audience]).toContain(audiences.get(to));
    await service.stop();
  });

  it('takes episodes with their events, and finds the words of what is left anew', async () => {
    const { service, sweep } = await served();
    const [kept, gone] = await service.say('a', said(CRANES[0]!, 0), said(RENT[0]!, 0.1));
    const [alone] = await service.say('b', said(RENT[1]!, 9));
    const before = groupsOf(await sweep(), 'episode');
    await service.eraser().erase({ tenant: TENANT, scope: { kind: 'events', space: 'main', eventIds: [gone!, alone!] }, actor: 'key_p' });
    const [left, ...others] = groupsOf(await sweep(), 'episode');
    expect(others).toEqual([]);
    expect(left!.events.map(({ eventId }) => eventId)).toEqual([kept]);
    expect(left!.marks!.length).toBeLessThan(before[0]!.marks!.length);
    expect(left!.marks!.every((mark) => before[0]!.marks!.includes(mark))).toBe(true);
    await service.stop();
  });

  it('puts nothing into an episode that a person wrote as a fact, and all that is said in a session named as that of such facts', async () => {
    const { service, sweep } = await served();
    const fact = { label: 'project', subject: 'project', text: CRANES[0]! } as const;
    await service.consolidator().remember({ ...PLACE, actor: 'key_p', fact });
    expect(groupsOf(await sweep(), 'episode')).toEqual([]);
    for (const session of ['remembered', 'remembered-2']) await service.say(session, CRANES[1]!);
    expect(groupsOf(await sweep(), 'episode').map(ordinals)).toEqual(['remembered/2', 'remembered-2/1']);
    await service.stop();
  });
});

describe('a sweep that is set to link speculatively', () => {
  const act = (id: string, command: string, text: string, hours: number): NewEvent[] => [
    { ...said('', hours), kind: 'tool_call', call: { id, name: 'bash', arguments: JSON.stringify({ command }) } },
    { ...said(text, hours), kind: 'tool_result', call: { id, name: 'bash' } },
  ];
  const mended = (what: string, command: string, path: string, hours: number): NewEvent[] => [
    said(what, hours),
    ...act(`${path}1`, command, 'exit code: 1', hours),
    ...act(`${path}2`, `sed -i s/a/b/ ${path}`, '', hours),
    ...act(`${path}3`, command, 'exit code: 0', hours),
    { ...said(`That was all about ${path}.`, hours), kind: 'agent_message' },
  ];

  async function linked(speculativeLinks: number, eventsPerSweep = 100) {
    const service = await serveConsolidating(tokens, { speculativeLinks, eventsPerSweep });
    await service.say('a', ...mended(CRANES[0]!, 'npm test', 'crane.ts', 0));
    await service.say('b', ...mended(RENT[0]!, 'make invoices', 'lease.py', 30));
    await service.consolidator().consolidate(PLACE);
    return service;
  }
  const guesses = async (service: Awaited<ReturnType<typeof linked>>, speculative: boolean) =>
    (await service.consolidator().units({ ...PLACE, kind: 'episode', limit: 9, speculative })).units.map((unit) => unit.speculative);

  it('names what went alike where it is asked for alone, twice the same, and after a rebuild', async () => {
    const service = await linked(4);
    const before = await service.consolidator().unitsOf(PLACE);
    const [first] = groupsOf(before, 'episode');
    expect(await guesses(service, true)).toEqual([[first!.id], []]);
    expect(await guesses(service, false)).toEqual([undefined, undefined]);
    const found = await service.consolidator().units({ ...PLACE, text: 'landlord rent', limit: 9 });
    expect(found.units.map(({ id }) => id)).not.toContain(first!.id);
    await service.consolidator().consolidate(PLACE);
    expect((await service.consolidator().unitsOf(PLACE)).sequence).toBe(before.sequence);
    await service.restart({ losesUnits: true });
    expect(await service.consolidator().unitsOf(PLACE)).toEqual(before);
    expect(service.failures).toEqual([]);
    await service.stop();
  });

  it('looks for them in the sweep that finds nothing left, where the one before ended with the last event that it may read', async () => {
    // The first reads both sessions, eight events each, and does not know that nothing is left.
    const service = await linked(4, 16);
    expect(await guesses(service, true)).toEqual([[], []]);
    expect(await service.consolidator().consolidate(PLACE)).toMatchObject({ events: 0, hasMore: false });
    expect((await guesses(service, true)).map((found) => found?.length)).toEqual([1, 0]);
    const { sequence } = await service.consolidator().unitsOf(PLACE);
    await service.consolidator().consolidate(PLACE);
    expect((await service.consolidator().unitsOf(PLACE)).sequence).toBe(sequence);
    await service.stop();
  });

  it('makes none where that is off, as it is by default', async () => {
    const service = await linked(0);
    expect(await guesses(service, true)).toEqual([[], []]);
    await service.stop();
  });
});
