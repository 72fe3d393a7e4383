import { standingFit, standingOfFact, type Standing, type StandingFit } from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import type { RecallRun } from '../recall-run.ts';
import type { FoundEvents } from '../retry/found-events.ts';
import { isOfUser, readStatements, type LastReadings, type ReadStatement, type StatedEvent } from './read-statements.ts';

/** Most statements that come with an answer, and of these by how they bear on the request, in this order. */
const COME = 6;
const MOST: Readonly<Record<StandingFit, number>> = { near: 4, general: 2, open: 3, apart: 0 };
const FITS = ['near', 'general', 'open', 'apart'] as const satisfies readonly StandingFit[];
/** Words of requests and of statements that tell nothing of what they are about. */
const UNTELLING =
  'please kindly want wants need needs like likes love prefer help give make use always never remember tonight today tomorrow ' +
  'bitte immer gern siempre favor toujours';

/** The standing of facts beyond their moment. */
const standings: LastReadings<Standing> = new WeakMap();

/**
 * Finds the evidence of facts that say how an output has to be, where one is asked for: those that hold, that the asking
 * session may see, and that bear on the request by a topic, a word or nearness of vectors; behind them a few of which
 * nothing tells whether they do. Source: ADR 0269.
 */
export async function findStanding(run: RecallRun, question: Question, found: FoundEvents): Promise<StatedEvent[]> {
  const read = await readStatements(run, question, found, {
    labels: ['feedback', 'user'],
    known: standings,
    tell: ({ label }, sentence) => standingOfFact(label, sentence),
    isWanted: () => true,
    isOfSpeaker: isOfUser,
  });
  const fitting = read.map((one) => ({ ...one, fit: fitOf(run, question, found, { ...one, standing: one.told }) }));
  return FITS.flatMap((own) => fitting.filter(({ fit }) => fit === own).slice(0, MOST[own])).slice(0, COME);
}

interface FittedStatement extends Pick<ReadStatement<unknown>, 'sentence'> {
  readonly standing: Standing;
  /** The part of the sentence whose topic counts; all of it where absent. */
  readonly thing?: string;
}

/** The best fit of a statement with one of the caller's queries. */
export function fitOf(
  { deps }: Pick<RecallRun, 'deps'>,
  { request }: { readonly request: Pick<Question['request'], 'queries'> },
  { queries }: Pick<FoundEvents, 'queries'>,
  { sentence, standing, thing = sentence }: FittedStatement,
): StandingFit {
  const { analyser } = deps;
  const untelling = new Set(analyser.analyse(UNTELLING));
  const own = new Set(analyser.analyse(sentence));
  const fits = request.queries.map((text, at) => {
    const terms = new Set([...queries[at]!.weights].flatMap(([term, weight]) => (weight > 0 && !untelling.has(term) ? [term] : [])));
    return standingFit({ text, terms }, { text: thing, terms: own, standing });
  });
  return FITS.find((fit) => fits.includes(fit)) ?? 'apart';
}
