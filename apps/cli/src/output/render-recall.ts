import type { Client } from '@total-recall/client';
import { duration, plural, whole } from './format-number.ts';
import { renderFactors } from './render-factors.ts';
import { renderTable } from './render-table.ts';
import type { Terminal } from './terminal.ts';
import { oneLine, printable } from './text-width.ts';

type Answer = Awaited<ReturnType<ReturnType<Client['space']>['recall']>>;

export const isEmptyAnswer = ({ hits, markers = [] }: Answer): boolean => hits.length === 0 && markers.length === 0;

/** Renders a recall for people: its judgement, markers, passages, and on request every factor of the scores. */
export function renderRecall(answer: Answer, explain: boolean, { style }: Pick<Terminal, 'style'>): string {
  if (isEmptyAnswer(answer)) return 'Nothing was found.';
  const rankOf = (eventId: string): string => {
    const at = answer.hits.findIndex((hit) => hit.eventId === eventId);
    return at < 0 ? 'another hit' : `hit ${at + 1}`;
  };
  const passages = runsOf(answer.passages).map((run) => {
    const [first] = run;
    const flags = [
      first.since && first.since.slice(0, 10) !== first.occurredAt.slice(0, 10) && `since ${first.since.slice(0, 10)}`,
      first.until && `until ${first.until.slice(0, 10)}`,
      first.supersededBy && 'superseded',
      first.companionOf && `with ${rankOf(first.companionOf)}`,
      run.some(({ looksLikeInstruction }) => looksLikeInstruction) && 'reads like an instruction',
      !first.complete && (run.length > 1 ? 'parts' : 'part'),
    ]
      .filter(Boolean)
      .join(', ');
    const when = first.occurredAt.slice(0, 16).replace('T', ' ');
    const head = `${oneLine(first.session)}/e${first.ordinal}  T${first.turn} ${first.kind}, ${when}${flags ? ` (${flags})` : ''}`;
    return `${style('cyan', head)}\n${run.map(({ text }) => indented(text)).join(`\n${style('dim', '  …')}\n`)}`;
  });
  const foot = style(
    'dim',
    `${plural(answer.hits.length, 'hit')}, ${plural(answer.passages.length, 'passage')}, ${whole(answer.tokens)} of ${whole(answer.budgetTokens)} tokens, ${duration(answer.tookMs)}; total-recall open prints an event in full`,
  );
  const explanation = explain ? [hitTable(answer, style), renderFactors(answer.hits, style)] : [];
  const markers = markerLines(answer);
  const shown = passages.length > 0 || markers.length > 0 ? passages : ['No evidence fits the budget.'];
  return [judgement(answer), ...markers, ...shown, ...explanation, foot].join('\n\n');
}

type Passage = Answer['passages'][number];

/** Groups passages of one event that follow each other. */
function runsOf(passages: readonly Passage[]): readonly [Passage, ...Passage[]][] {
  const runs: [Passage, ...Passage[]][] = [];
  for (const passage of passages) {
    const last = runs.at(-1);
    if (last?.[0].eventId === passage.eventId) last.push(passage);
    else runs.push([passage]);
  }
  return runs;
}

/** Returns the text of a passage for the terminal, without blank lines around it. */
function indented(text: string): string {
  const lines = printable(text).split('\n');
  const isSaid = (line: string): boolean => line.trim() !== '';
  const [from, to] = [lines.findIndex(isSaid), lines.findLastIndex(isSaid)];
  return (from < 0 ? lines : lines.slice(from, to + 1)).map((line) => `  ${line}`).join('\n');
}

/**
 * Lists the markers that stand in windows for the spans in question, and how to expand them. No markers give no lines.
 */
function markerLines({ markers = [] }: Answer): string[] {
  if (markers.length === 0) return [];
  const lines = markers.map(
    ({ id, session, fromTurn, toTurn, topics }) => `  ${id}  T${fromTurn}-T${toTurn} of ${oneLine(session)}: ${oneLine(topics.join(', '))}`,
  );
  return [['Evicted spans about this (GET .../sessions/{session}/markers/{marker}/expand returns one in full)', ...lines].join('\n')];
}

const IN_WORDS = {
  answered: 'Likely what was asked for',
  unsure: 'Unsure: this may not be what was asked for',
  nothing_found: 'Nothing was found for certain; this only came nearest',
} as const;

/** Renders the outcome with its confidence, and the further queries that were tried. */
function judgement({ outcome, confidence, uncalibrated, escalation }: Answer): string {
  const tried = (escalation?.attempts ?? []).map(({ queries }) => queries.map((query) => `"${oneLine(query)}"`).join(' and '));
  return `${IN_WORDS[outcome]} (confidence ${Math.round(confidence * 100)} %${uncalibrated ? ', not calibrated for this embedding model' : ''}).${tried.length === 0 ? '' : ` Also tried: ${tried.join('; ')}${escalation?.used === undefined ? ', to no avail' : ''}.`}`;
}

function hitTable(answer: Answer, style: Terminal['style']): string {
  const rows = answer.hits.map((hit, at) => [
    `${at + 1}`,
    hit.score.toFixed(3),
    `${Math.round(hit.confidence * 100)} %`,
    `T${hit.turn}`,
    hit.kind,
    oneLine(hit.session),
    hit.sources.join(','),
    hit.superseded ? 'yes' : 'no',
    hit.packed ? 'yes' : 'no',
  ]);
  return renderTable(
    [
      { title: '#', align: 'right' },
      { title: 'score', align: 'right' },
      { title: 'chance', align: 'right' },
      { title: 'turn' },
      { title: 'kind' },
      { title: 'session' },
      { title: 'from' },
      { title: 'superseded' },
      { title: 'packed' },
    ],
    rows,
    style,
  );
}
