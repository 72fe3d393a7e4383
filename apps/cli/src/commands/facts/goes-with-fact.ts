import type { SpaceClient } from '@total-recall/client';
import { statedThereAlone } from '@total-recall/domain';
import { pagesOf } from '@total-recall/runtime';
import { plural } from '../../output/format-number.ts';
import { oneLine } from '../../output/text-width.ts';
import { ifAllowed, requireSpace } from '../../service/require-named.ts';

type FactsPage = Partial<Awaited<ReturnType<SpaceClient['facts']>>>;
type Fact = NonNullable<FactsPage['facts']>[number];

/** Facts that are read at once to find one by its id. */
const PAGE = 500;
/** Facts that are named before an erasure, and after it. */
const NAMED = 20;

/** Words for somebody who is asked before an erasure, and those of the facts that go with it, by id. */
export interface GoesWithFact {
  readonly warning: string;
  readonly textOf: ReadonlyMap<string, string>;
}

/**
 * Says what an erasure of a fact's evidence would take: also each fact that no other event states, as far as lists show it.
 * A list shows no facts that are private to a person, so one that is not found may be there. Errors: `no_such_space`.
 */
export async function goesWithFact(memory: SpaceClient, { factId, space }: { factId: string; space: string }): Promise<GoesWithFact> {
  const unread = `Would erase every event that states the fact ${oneLine(factId)}`;
  const facts: Fact[] = [];
  const pages = pagesOf(
    async (from): Promise<FactsPage> => (await ifAllowed(memory.facts({ history: 'true', limit: PAGE, ...from }))) ?? {},
  );
  for await (const page of pages) {
    if (page.facts === undefined) return { warning: `${unread}, which this key may not read.`, textOf: new Map() };
    facts.push(...page.facts);
  }
  const fact = facts.find(({ id }) => id === factId);
  if (fact === undefined) {
    await requireSpace(memory, space);
    return { warning: `${unread}, which no list shows: it is private to a person, or does not exist.`, textOf: new Map() };
  }
  const timed = facts.map((one) => ({ ...one, knownAt: Date.parse(one.knownAt) }));
  const others = statedThereAlone(fact, timed);
  const warning = `Would erase every event that states the fact "${oneLine(fact.text)}", in ${plural(fact.statements, 'sentence')}.`;
  return { warning: [warning, ...othersLines(fact, others)].join('\n'), textOf: new Map(others.map(({ id, text }) => [id, text])) };
}

/** Names facts that an erasure took with another. */
export function erasedWithFact(ids: readonly string[], left: number, textOf: ReadonlyMap<string, string>): string[] {
  const named = ids.slice(0, NAMED).map((id) => `Erased with it: ${nameOf(id, textOf.get(id))}`);
  const more = ids.length - named.length + left;
  return [
    ...named,
    ...(more > 0 ? [`Erased with it: ${plural(more, 'further fact')}.`] : []),
    'No other event stated this. Add what is still true with `total-recall remember`.',
  ];
}

const nameOf = (id: string, text: string | undefined): string => (text === undefined ? id : `${id} "${oneLine(text)}"`);

function othersLines(fact: Fact, others: readonly Pick<Fact, 'id' | 'text'>[]): string[] {
  const unlisted = fact.statements - fact.evidence.length;
  const further =
    unlisted > 0 ? [`Facts that stand in ${plural(unlisted, 'further sentence')} alone would go too; no list tells which.`] : [];
  if (others.length === 0) return further;
  const more = others.length - NAMED;
  return [
    'These facts would be erased with it, because no other event states them:',
    ...others.slice(0, NAMED).map(({ id, text }) => `  ${nameOf(id, text)}`),
    ...(more > 0 ? [`  and ${plural(more, 'further fact')}`] : []),
    ...further,
  ];
}
