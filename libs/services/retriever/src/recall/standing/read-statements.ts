import type { FactLabel, Unit, UnitEvidence } from '@total-recall/domain';
import { bytesCost, packedCost } from '../../work-costs.ts';
import type { Question } from '../ask/read-question.ts';
import { byteRangeOf, type ByteRange } from '../open/byte-range.ts';
import { openEvents, type OpenedEvent } from '../open/open-events.ts';
import { unranked } from '../rank/merge-queries.ts';
import type { RecallRun } from '../recall-run.ts';
import type { FoundEvents } from '../retry/found-events.ts';
import { currentStatements, type CurrentStatement } from './current-statements.ts';
import { standingReader } from './standing-reader.ts';

/** An event that states a fact which comes with an answer. */
export interface StatedEvent {
  readonly opened: OpenedEvent;
  /** Part of its text that is shown. */
  readonly range: ByteRange;
}

/** The same with its fact, its sentence and what that tells. */
export interface ReadStatement<Told> extends StatedEvent {
  readonly unit: Unit;
  readonly sentence: string;
  readonly told: Told;
}

/** The last reading of a fact: the evidence that was read, and what it tells. It holds no content. */
interface LastReading<Told> {
  readonly evidence: UnitEvidence;
  readonly told: Told | 'none';
}

/** The last readings of facts, which spare another reading of the same sentence and change no answer (I-20). */
export type LastReadings<Told> = WeakMap<Unit, LastReading<Told>>;

/** Statements that are looked for. */
export interface Looked<Told> {
  /** Kinds of facts that they may be. */
  readonly labels: readonly FactLabel[];
  readonly known: LastReadings<Told>;
  readonly tell: (unit: Unit, sentence: string) => Told | undefined;
  readonly isWanted: (told: Told, unit: Unit) => boolean;
  /** Says for a fact that is wanted whether the speaker of its event is the one who is asked about. */
  readonly isOfSpeaker: (event: OpenedEvent, told: Told, unit: Unit) => boolean;
}

/** Most facts that are looked at in one recall. */
const READ = 48;
/** A longer sentence is no statement that comes unasked; a message up to this length is shown whole. */
const MAX_CHARS = 400;
/** Kinds of events in which a user or his program states something for later. */
const STATING: ReadonlySet<string> = new Set(['user_message', 'constraint', 'knowledge']);

/**
 * Reads the evidence of facts that hold and that the asking session may see, each event once: those that the search found by
 * their score, which is that of the vectors where an embedder is on, then the others. Of those that are looked at, facts that
 * are known to tell something else are not opened again; they make no room for others, so the same call brings the same.
 */
export async function readStatements<Told>(
  run: RecallRun,
  question: Question,
  { ranking }: Pick<FoundEvents, 'ranking'>,
  { labels, known, tell, isWanted, isOfSpeaker }: Looked<Told>,
): Promise<ReadStatement<Told>[]> {
  const { deps, turn } = run;
  const { request, decisions, filter } = question;
  const state = decisions.units;
  if (state === undefined || (filter.kinds !== undefined && !filter.kinds.some((kind) => STATING.has(kind)))) return [];
  const audience = await standingReader(deps, question, state);
  const moment = request.asOf ?? deps.clock.now();
  const current = currentStatements(state, { labels, moment, asOf: request.asOf, audience, withheld: decisions.withheld });
  await turn.spend(packedCost(current.length / 8));
  const ranked = new Map(ranking.map((event) => [event.eventId, event]));
  const isFound = ({ evidence }: CurrentStatement): boolean =>
    (ranked.get(evidence.eventId)?.sources ?? []).some((one) => one !== 'neighbour');
  const scoreOf = (one: CurrentStatement): number => (isFound(one) ? ranked.get(one.evidence.eventId)!.score : -Infinity);
  const mayTell = ({ unit, evidence }: CurrentStatement): boolean => {
    const last = known.get(unit);
    return last?.evidence !== evidence || (last.told !== 'none' && isWanted(last.told, unit));
  };
  const looked = current
    .map((one) => ({ ...one, score: scoreOf(one) }))
    .sort((a, b) => (a.score === b.score ? 0 : b.score - a.score))
    .slice(0, READ)
    .filter(mayTell);
  const ids = [...new Set(looked.map(({ evidence }) => evidence.eventId))];
  const events = await openEvents(
    run,
    question,
    ids.map((eventId) => ranked.get(eventId) ?? unranked(eventId)),
    ids.length,
  );
  const byId = new Map(events.map((event) => [event.envelope.id, event]));
  const read = new Map<string, ReadStatement<Told>>();
  for (const { unit, evidence } of looked) {
    const opened = byId.get(evidence.eventId);
    if (opened === undefined || read.has(evidence.eventId) || !binds(opened) || evidence.to - evidence.from > MAX_CHARS) continue;
    const text = await deps.content.start(opened.envelope, opened.body, Math.max(evidence.to, MAX_CHARS + 1));
    const sentence = text.slice(evidence.from, evidence.to);
    const told = tell(unit, sentence);
    known.set(unit, { evidence, told: told ?? 'none' });
    const range = text.length <= MAX_CHARS ? byteRangeOf(text, 0, text.length) : byteRangeOf(text, evidence.from, evidence.to);
    if (told !== undefined && isWanted(told, unit) && isOfSpeaker(opened, told, unit))
      read.set(evidence.eventId, { opened, range, unit, sentence, told });
  }
  await turn.spend(bytesCost(read.values().reduce((sum, { sentence }) => sum + sentence.length, 0)));
  return [...read.values()];
}

/**
 * Returns false for an event that states nothing for this call: another agent was told it by the one that started it, or it
 * was replaced or erased.
 */
function binds({ envelope: { kind }, body: { meta }, redacted, supersededBy }: OpenedEvent): boolean {
  return STATING.has(kind) && meta.parentAgent === undefined && !redacted && supersededBy === undefined;
}

/** A user with a name may talk to other people. */
export function isOfUser({ envelope: { kind }, body: { meta } }: OpenedEvent): boolean {
  return kind !== 'user_message' || meta.agent === undefined;
}
