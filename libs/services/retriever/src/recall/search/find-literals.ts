import { askedRole, clockLiterals, phraseLiterals, type Literal, type QueryTime, type TextAnalyser } from '@total-recall/domain';
import { INDEX_LIMITS, type DocumentId, type TextHit } from '@total-recall/ports';
import { bytesCost } from '../../work-costs.ts';
import type { Question } from '../ask/read-question.ts';
import { openIndexed } from '../open/open-events.ts';
import { readPassages } from '../open/read-passages.ts';
import type { RecallRun } from '../recall-run.ts';
import type { FoundLiterals } from './found-literals.ts';
import { pendingHits } from './pending-hits.ts';

type LiteralRun = Pick<RecallRun, 'deps' | 'turn' | 'eventsRead'>;

/** Passages with words of a literal that the index lists; those with all of them are read. */
const LISTED = 1_000;
/** Bytes of text after which no further events are read for a literal. */
const READ_BYTES = 8 * 1024 * 1024;
/** Events opened at once. */
const BATCH = 64;

/**
 * Looks for what a query names as it is written, deeper than the ranking by words goes: the index holds words without their
 * places, so passages with all words of a literal are read. Undefined where the query names nothing that way.
 */
export async function findLiterals(
  run: LiteralRun,
  question: Question,
  query: string,
  time: Pick<QueryTime, 'moments' | 'words'>,
): Promise<FoundLiterals | undefined> {
  // Words that somebody said at a time are known by the time of his message. The time may stand between the words that ask
  // for them.
  const untimed = query.replace(time.words, ' ').replace(/\s+/g, ' ');
  const clocks = askedRole(query) === undefined && askedRole(untimed) === undefined ? clockLiterals(query, time) : [];
  const literals = [...phraseLiterals(query), ...clocks]
    .map((literal) => withTerms(run.deps.analyser, literal))
    .filter(({ terms }) => terms.length > 0);
  if (literals.length === 0) return undefined;
  const hits = new Map<string, TextHit>();
  const shares = new Map<string, number>();
  const phrases = new Map<string, number>();
  const clocked = new Set<string>();
  let lacksPhrase = false;
  const wanted = literals.filter(({ kind }) => kind === 'phrase').length;
  for (const literal of literals) {
    const held = await holdersOf(run, question, literal);
    for (const hit of held) {
      hits.set(keyOf(hit), hit);
      shares.set(keyOf(hit), (shares.get(keyOf(hit)) ?? 0) + 1 / literals.length);
    }
    const events = new Set(held.map(({ eventId }) => eventId));
    for (const id of events) {
      if (literal.kind === 'clock') clocked.add(id);
      else phrases.set(id, (phrases.get(id) ?? 0) + 1 / wanted);
    }
    lacksPhrase ||= literal.kind === 'phrase' && events.size === 0;
  }
  const terms = new Set(literals.flatMap((literal) => literal.terms));
  const shareOf = (passage: DocumentId): number => shares.get(keyOf(passage)) ?? 0;
  return { literals, hits: [...hits.values()], phrases, clocks: clocked, lacksPhrase, terms, shareOf };
}

const keyOf = ({ eventId, part }: DocumentId): string => `${eventId} ${part}`;

interface TermedLiteral extends Literal {
  readonly terms: readonly string[];
  /** Returns true for a passage with these counts of the terms that may hold it. */
  readonly mayBeIn: (counts: readonly number[]) => boolean;
}

function withTerms(analyser: TextAnalyser, literal: Literal): TermedLiteral {
  const groups = literal.words.map((texts) => texts.map((text) => analyser.analyse(text)));
  const terms = [...new Set(groups.flat(2))].slice(0, INDEX_LIMITS.queryTerms);
  const places = new Map(terms.map((term, at) => [term, at]));
  const isHeld = (counts: readonly number[], own: readonly string[]): boolean =>
    own.every((term) => !places.has(term) || counts[places.get(term)!]! > 0);
  return { ...literal, terms, mayBeIn: (counts) => groups.every((texts) => texts.some((own) => isHeld(counts, own))) };
}

/** Returns the passages that hold a literal, of events that the caller may read. */
async function holdersOf(run: LiteralRun, question: Question, { terms, mayBeIn, holds }: TermedLiteral): Promise<TextHit[]> {
  const { tenant, space } = question.request;
  const { filter } = question;
  const listed = await run.deps.index.searchText({ tenant, space, terms, limit: LISTED, filter });
  const unindexed = question.pending.events.flatMap((event) => pendingHits(event, terms, filter));
  const byEvent = Map.groupBy(
    [...unindexed, ...listed].filter(({ termCounts }) => mayBeIn(termCounts)),
    ({ eventId }) => eventId,
  );
  const ids = [...byEvent.keys()];
  const held: TextHit[] = [];
  let bytes = 0;
  for (let at = 0; at < ids.length && bytes < READ_BYTES; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const found = await readHits(
      run,
      question,
      batch.map((id) => byEvent.get(id)!),
    );
    const size = found.reduce((sum, { text }) => sum + text.length, 0);
    bytes += size;
    await run.turn.spend(bytesCost(size));
    held.push(...found.filter(({ text }) => holds(text)).map(({ hit }) => hit));
  }
  return held;
}

/** Reads the texts of passages, given by event. What may not be read or is withheld has none. */
async function readHits(
  { deps, eventsRead }: LiteralRun,
  question: Question,
  events: readonly (readonly TextHit[])[],
): Promise<{ readonly hit: TextHit; readonly text: string }[]> {
  const { tenant, space } = question.request;
  const ids = events.map(([hit]) => hit!.eventId);
  const unread = ids.filter((id) => !eventsRead.has(id));
  if (unread.length > 0) {
    const opened = await openIndexed(deps, question, unread, await deps.index.events(tenant, space, unread));
    for (const [id, event] of opened) eventsRead.set(id, event);
  }
  const read = events.map(async (hits) => {
    const opened = eventsRead.get(hits[0]!.eventId);
    if (opened === undefined || opened.redacted) return [];
    const ranges = hits.flatMap(({ passage }) => passage ?? []);
    const { texts, text = '' } = await readPassages(deps, opened, { tenant, space }, ranges);
    return hits.map((hit, at) => ({ hit, text: ranges.length === hits.length ? texts[at]! : text }));
  });
  return (await Promise.all(read)).flat();
}
