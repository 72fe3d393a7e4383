import { createClient, TotalRecallApiError, TotalRecallConnectionError, type SpaceClient } from '@total-recall/client';
import { eventually } from '../../eventually.ts';
import { ledgerProblems, unitsProblems } from './check-sweeps.ts';
import type { SweepPlan, WantedFacts } from './sweep-plan.ts';
import type { SweepTarget } from './sweep-target.ts';

/** Result of one seed. */
export interface SweepKills {
  readonly seed: number;
  readonly catchesUp: boolean;
  readonly kills: number;
  /** Kills that came while a sweep was under way, as its caller got no answer. */
  readonly inside: number;
  readonly events: number;
  readonly facts: number;
  /** Problems; empty when nothing was lost or done twice. */
  readonly wrong: readonly string[];
}

const SPACE = 'depots';
const PAGE = 100;
const SERVED = { timeout: 180_000, interval: 250 };

/** Kills the consolidator of a target in its sweeps as planned, and compares what came of it with what was said. */
export async function runSweepKills(target: SweepTarget, plan: SweepPlan): Promise<SweepKills> {
  const events = new Map<string, number>();
  const people = peopleIn(target);
  let [kills, inside] = [0, 0];
  for (const round of plan.rounds) {
    const space = spaceOf(target);
    for (const [session, texts] of Map.groupBy(round.messages, (one) => one.session)) {
      await say(
        space,
        session,
        texts.map(({ text }) => text),
      );
      events.set(session, (events.get(session) ?? 0) + texts.length);
    }
    let isAnswered = false;
    const sweeping = sweepAll(spaceOf(target, 1)).then(
      () => void (isAnswered = true),
      () => undefined,
    );
    await new Promise((resolve) => setTimeout(resolve, round.killedAfterMs));
    if (!isAnswered) inside += 1;
    const acting = people.actBeside();
    await target.kill();
    await Promise.all([sweeping, acting]);
    await target.start(round.startKilledAfterMs);
    kills += round.startKilledAfterMs === undefined ? 1 : 2;
    await served(spaceOf(target));
    await people.act();
  }
  const wrong = await problemsAfter(target, plan, people, events);
  return { seed: plan.seed, catchesUp: plan.catchesUp, kills, inside, events: sumOf(events), facts: plan.wanted.size, wrong };
}

async function problemsAfter(target: SweepTarget, plan: SweepPlan, people: People, events: ReadonlyMap<string, number>): Promise<string[]> {
  const space = spaceOf(target);
  if (!plan.catchesUp) await sweepAll(space);
  const wrong = await eventually(async () => {
    const found = factProblems(await allFacts(space), plan.wanted, people);
    if (plan.catchesUp && found.length > 0) throw new Error(found.slice(0, 5).join('; '));
    return found;
  }, SERVED).catch((error: unknown) => [`it was not caught up: ${String(error)}`]);
  // This sweep reads what people wrote beside the last one.
  await sweepAll(space);
  const last = await space.ledger({ limit: 1 });
  const again = await space.consolidate();
  if (again.events + again.added + again.superseded > 0) wrong.push(`a further sweep did ${JSON.stringify(again)}`);
  if ((await space.ledger({ limit: 1 })).entries[0]?.id !== last.entries[0]?.id) wrong.push('a further sweep wrote to the ledger');
  const held = await heldEvents(space, events);
  for (const [session, said] of events) {
    const more = held.get(session)! - said;
    if (more !== 0 && more !== 1) wrong.push(`${session} holds ${held.get(session)} events, and ${said} were said`);
  }
  await target.rest();
  const entries = await target.ledger();
  wrong.push(...ledgerProblems(entries, held), ...unitsProblems(await target.units(SPACE), entries, SPACE));
  await target.dropUnits();
  await target.start();
  await served(spaceOf(target));
  await target.rest();
  wrong.push(...unitsProblems(await target.units(SPACE), entries, SPACE).map((problem) => `${problem}, after they were dropped`));
  return wrong;
}

/** Events of each session: what was said and, where it began in a space with facts, which of them its windows show. */
async function heldEvents(space: SpaceClient, said: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  for (const session of said.keys()) held.set(session, (await space.session(session).get()).events);
  return held;
}

/** Patient, as the ledger of a cluster moves from one process to another after a kill. */
const spaceOf = (target: SweepTarget, attempts = 30): SpaceClient =>
  createClient({ url: target.url(), apiKey: target.apiKey, retry: { attempts } }).space(SPACE);

async function say(space: SpaceClient, session: string, texts: readonly string[]): Promise<void> {
  for (let from = 0; from < texts.length; from += PAGE)
    await space.session(session).append(
      texts.slice(from, from + PAGE).map((text) => ({ kind: 'user_message' as const, text })),
      { wait: from + PAGE < texts.length ? 'durable' : 'searchable' },
    );
}

async function sweepAll(space: SpaceClient): Promise<void> {
  for (let hasMore = true; hasMore;) ({ hasMore } = await space.consolidate());
}

const served = (space: SpaceClient): Promise<unknown> => eventually(() => space.facts({ limit: 1 }), SERVED);

type Facts = Awaited<ReturnType<SpaceClient['facts']>>['facts'];

async function allFacts(space: SpaceClient): Promise<Facts> {
  const facts: Facts[number][] = [];
  for (let cursor: string | undefined; ;) {
    const page = await space.facts({ history: 'true', limit: PAGE, ...(cursor !== undefined && { cursor }) });
    facts.push(...page.facts);
    if (page.cursor === undefined) return facts;
    ({ cursor } = page);
  }
}

/** A person who writes and withdraws notes between the kills, and writes one beside each. */
interface People {
  act(): Promise<void>;
  actBeside(): Promise<void>;
  /** Status that every acknowledged note must have in the end, by its text. */
  readonly wanted: ReadonlyMap<string, 'current' | 'tombstoned'>;
  /** Notes whose answer was lost: each may stand, once. */
  readonly unanswered: ReadonlySet<string>;
}

function peopleIn(target: SweepTarget): People {
  const wanted = new Map<string, 'current' | 'tombstoned'>();
  const unanswered = new Set<string>();
  let notes = 0;
  const write = async (text: string): Promise<string | undefined> => {
    const fact = { label: 'project', subject: 'project', text } as const;
    try {
      const { id } = (await spaceOf(target, 1).remember(fact)).fact;
      wanted.set(text, 'current');
      return id;
    } catch (error) {
      if (!(error instanceof TotalRecallApiError || error instanceof TotalRecallConnectionError)) throw error;
      unanswered.add(text);
      return undefined;
    }
  };
  return {
    wanted,
    unanswered,
    async act() {
      notes += 1;
      const text = `Note ${notes} stands.`;
      const id = await write(text);
      if (id === undefined || notes % 3 === 0) return;
      const space = spaceOf(target);
      const { entryId } = await space.forget(id);
      wanted.set(text, 'tombstoned');
      if (notes % 3 === 1) return;
      await space.undo(entryId);
      wanted.set(text, 'current');
    },
    actBeside: async () => void (await write(`Note beside kill ${notes}.`)),
  };
}

function factProblems(facts: Facts, wanted: WantedFacts, people: People): string[] {
  const wrong: string[] = [];
  const ports = facts.filter(({ value }) => value !== undefined);
  for (const [port, { is, statements }] of wanted) {
    const found = ports.filter(({ value }) => value === port).map((one) => `${one.status.is} ${one.statements}`);
    if (found.join() !== `${is} ${statements}`) wrong.push(`port ${port} is "${found.join()}", not "${is} ${statements}"`);
  }
  if (ports.length > wanted.size) wrong.push(`there are ${ports.length} values, not ${wanted.size}`);
  const notes = Map.groupBy(
    facts.filter(({ value }) => value === undefined),
    ({ text }) => text,
  );
  for (const [text, is] of people.wanted) {
    const found = (notes.get(text) ?? []).map(({ status }) => status.is).join();
    if (found !== is) wrong.push(`"${text}" is "${found}", not "${is}"`);
  }
  for (const [text, found] of notes)
    if (found.length > 1 || !(people.wanted.has(text) || people.unanswered.has(text))) wrong.push(`"${text}" stands ${found.length} times`);
  return wrong;
}

const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
