import {
  asksForName,
  asksWhat,
  cutPassages,
  deriveFacts,
  failureIn,
  indexDocuments,
  makePreview,
  neutralise,
  neutraliseClosing,
  NO_FACTS,
  phraseLiterals,
  questionKinds,
  renderForms,
  restore,
  showTaskState,
  withoutLiterals,
} from '@total-recall/domain';
import { createTextAnalyser, readQueryTime } from '@total-recall/language';
import { LIMITS, type createTokenCounter } from '@total-recall/runtime';

/** A part of the service that takes texts of callers. */
export interface Door {
  readonly name: string;
  readonly take: (text: string) => unknown;
}

/** Name of the door that a text passes in any case, so that its words are the measure of what a text may cost. */
export const INDEXING = 'index of the text';

const PASSAGES = { passageChars: LIMITS.passageChars, maxPassages: LIMITS.passagesPerEvent };

export function openDoors(tokens: Pick<ReturnType<typeof createTokenCounter>, 'count'>): readonly Door[] {
  const analyser = createTextAnalyser();
  const bodyOf = (text: string) => ({ text, meta: {} });
  return [
    { name: INDEXING, take: (text) => indexDocuments('tool_result', { body: bodyOf(text), fullText: text }, analyser, PASSAGES) },
    { name: 'passages', take: (text) => [...cutPassages(text, PASSAGES)].length },
    { name: 'marks of imitations', take: (text) => neutralise(text, { headings: true, agents: true }) },
    { name: 'marks taken back', take: (text) => restore(text, { headings: true }) },
    { name: 'files and message of a call', take: (text) => neutraliseClosing(neutralise(text), 'file') },
    { name: 'forms of an event', take: (text) => renderForms({ kind: 'tool_result', body: bodyOf(text), fullText: text }) },
    { name: 'preview', take: (text) => makePreview(text, { mime: 'text/plain' }) },
    { name: 'line of a failure', take: (text) => failureIn(text, true) },
    { name: 'task state', take: (text) => showTaskState({ version: 1, premiseVersion: 1, goals: [text] }) },
    {
      name: 'derived task state',
      take: (text) => deriveFacts(NO_FACTS, [{ id: 'e1', ordinal: 1, kind: 'user_message', body: bodyOf(text) }]),
    },
    { name: 'queries of a recall', take: (text) => queriesOf(text).map(readQuery) },
    { name: 'count of tokens', take: (text) => tokens.count('o200k', [text]) },
  ];
}

/** Cuts a text into queries as long as they may be. */
function queriesOf(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / LIMITS.queryLength) }, (_, at) =>
    text.slice(at * LIMITS.queryLength, (at + 1) * LIMITS.queryLength),
  );
}

function readQuery(query: string): unknown {
  return [
    questionKinds(query),
    asksForName(query),
    asksWhat(query),
    phraseLiterals(query),
    withoutLiterals(query),
    readQueryTime(query, 0),
  ];
}
