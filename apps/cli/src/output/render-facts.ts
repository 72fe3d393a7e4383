import type { Client } from '@total-recall/client';
import { asOwnSentence, lastDay, withoutLeadIn } from '@total-recall/domain';
import { createSystemClock } from '@total-recall/runtime';
import { renderTable, type Column } from './render-table.ts';
import type { Terminal } from './terminal.ts';
import { cutTo, oneLine } from './text-width.ts';

type Space = ReturnType<Client['space']>;
export type Fact = Awaited<ReturnType<Space['facts']>>['facts'][number];
export type Profile = Awaited<ReturnType<Space['profile']>>['profiles'][number];
export type LedgerEntry = Awaited<ReturnType<Space['ledger']>>['entries'][number];
type Style = Terminal['style'];

const FACTS: readonly Column[] = [
  { title: 'fact', max: 64 },
  { title: 'about', max: 32 },
  { title: 'since' },
  { title: 'until' },
  // Whole, so that `open` takes it.
  { title: 'evidence' },
  { title: 'id' },
];

/** The moment of an answer, an ISO time, and the word for what held at it: now, or then where an earlier one was asked about. */
export interface AnswerMoment {
  readonly at: string;
  readonly holding: 'now' | 'then';
}

/** Returns the moment of an answer about what is known now. */
export function thisMoment(): AnswerMoment {
  return { at: new Date(createSystemClock().now()).toISOString(), holding: 'now' };
}

/** Renders a list of facts: what each says, since when, and where it is stated. */
export function renderFacts(facts: readonly Fact[], style: Style, moment: AnswerMoment): string {
  const rows = facts.map((fact) => [
    oneLine(asOwnSentence(fact.text)),
    oneLine(fact.attribute === undefined ? fact.subject : `${fact.subject}, ${fact.attribute}`),
    beginOf(fact),
    endOf(fact, moment),
    evidenceOf(fact),
    fact.id,
  ]);
  return renderTable(FACTS, rows, style);
}

const PROFILE: readonly Column[] = [
  { title: 'what', max: 28 },
  { title: 'value', max: 64 },
  { title: 'since' },
  { title: 'until' },
  { title: 'evidence' },
];

/**
 * Renders a profile as it is at a moment: of each attribute the current value, and below it what was before; the sentence
 * where a value would have no name.
 */
export function renderProfile({ subject, entries }: Profile, style: Style, moment: AnswerMoment): string {
  const rows = entries.flatMap(({ attribute, current, history }) =>
    [...(current ? [current] : []), ...history].map((fact, at) => [
      at > 0 ? '' : attribute === undefined ? '-' : oneLine(attribute),
      `${fact === current ? '' : placeBeside(fact, moment.at)}${oneLine((attribute === undefined ? undefined : fact.value) ?? asOwnSentence(fact.text))}`,
      beginOf(fact),
      endOf(fact, moment),
      evidenceOf(fact),
    ]),
  );
  return `${style('cyan', oneLine(subject))}\n${renderTable(PROFILE, rows, style)}`;
}

/** Returns since when a fact is so: before its import where nobody knows when it was said, and it names no date of its own. */
function beginOf({ since, isUntimed }: Fact): string {
  return `${isUntimed ? 'before ' : ''}${day(since)}`;
}

/** Says how a fact stands beside the current one; nothing of what happened, which has no value that another replaces. */
function placeBeside({ attribute, since, until, status }: Fact, moment: string): string {
  if (status.is === 'superseded' && status.reason === 'corrected') return 'corrected: ';
  if (status.is !== 'current') return 'before: ';
  if (since > moment) return 'later: ';
  if (until === undefined || until > moment) return 'also: ';
  return attribute === undefined ? '' : 'before: ';
}

const LEDGER: readonly Column[] = [
  { title: 'entry' },
  { title: 'at' },
  { title: 'by' },
  { title: 'what', max: 96 },
  { title: 'why', max: 40 },
  { title: 'undo' },
];

/** Returns true where an entry only says how far a sweep has read. */
export function isMark({ type, changes }: LedgerEntry): boolean {
  return type === 'swept' && changes.length === 0;
}

/** Renders entries of the ledger: what each did, by whom and why; an id stands for what is not known any more. */
export function renderLedger(entries: readonly LedgerEntry[], style: Style): string {
  const rows = entries.map((entry) => [
    entry.id,
    minute(entry.at),
    entry.decidedBy === 'agent' ? `agent, ${entry.actor}` : entry.actor,
    whatOf(entry),
    oneLine(whyOf(entry)),
    entry.undoable ? 'yes' : '',
  ]);
  return renderTable(LEDGER, rows, style);
}

/** Says why: the reason that was given, why facts were replaced or withdrawn, and how sure a language model was. */
function whyOf({ reason, changes }: LedgerEntry): string {
  const reasons = changes.flatMap((change) => (change.reason === undefined ? [] : [change.reason.replace('_', ' ')]));
  const sure = changes.flatMap(({ confidence }) => (confidence === undefined ? [] : [`confidence ${confidence}`]));
  return [...new Set([...(reason === undefined ? [] : [reason]), ...reasons, ...sure])].join('; ');
}

/** Columns of what a fact says, where an entry changed one and where it changed several, which are all to be seen. */
const SAID = 84;
const SAID_OF_SEVERAL = 36;

const DID = {
  added: 'added',
  confirmed: 'confirmed',
  superseded: 'replaced',
  tombstoned: 'withdrew',
  archived: 'archived',
  split: 'split',
  merged: 'merged',
  updated: 'updated',
  linked: 'linked',
} as const;

function whatOf({ type, changes, undid, undoneBy, judged, reflected }: LedgerEntry): string {
  const done = changes.map(({ did, fact, kind, says, to, link }) => {
    // A fact's words are a quote; the words of another unit are its title.
    const group = kind === undefined || kind === 'fact' ? '' : `${kind} `;
    const end = to === undefined ? '' : ` to ${to} (${link})`;
    if (says === undefined) return `${DID[did]} ${group}${fact}${end}`;
    const shown = cutTo(oneLine(withoutLeadIn(says)), changes.length > 1 ? SAID_OF_SEVERAL : SAID);
    return `${DID[did]} ${group === '' ? `"${shown}"` : `${group}(${shown})`}${end}`;
  });
  const act = {
    swept: ['read new events'],
    erased: ['erased events'],
    undone: [`undid ${undid}`],
    decided: [],
    judged: judged ? [judgedOf(judged)] : [],
    reflected: (reflected?.changes ?? []).map(({ setting, from, to }) => `set ${setting} from ${from} to ${to}`),
  }[type];
  return `${undoneBy === undefined ? '' : '(undone) '}${[...act, ...done].join(', ')}`;
}

const ASKED = { extract: 'facts', reconcile: 'replacements', edit: 'edits' } as const;

/** Says what a language model was asked for, and how many proposals had which outcome. */
function judgedOf({ stage, model, calls, proposals, failure }: NonNullable<LedgerEntry['judged']>): string {
  if (calls === 0) return `had nothing to ask ${oneLine(model)} about ${ASKED[stage]}`;
  const outcomes = Map.groupBy(proposals, ({ outcome }) => outcome);
  const counts = [...outcomes].map(([outcome, own]) => `${own.length} ${outcome}`);
  const end = failure === undefined ? counts.join(', ') || 'nothing proposed' : `failed: ${failure}`;
  return `asked ${oneLine(model)} for ${ASKED[stage]}: ${end}`;
}

/** Names where a fact is stated, as recall and open take it: the first place, and how many more. */
export function evidenceOf({ evidence, statements }: Pick<Fact, 'evidence' | 'statements'>): string {
  const [first] = evidence;
  if (!first) return '-';
  const name = first.ordinal === undefined ? first.eventId : `${oneLine(first.session)}/e${first.ordinal}`;
  return statements > 1 ? `${name} +${statements - 1}` : name;
}

/** Says until when a fact held; nothing of one that is still to come and names no end. */
function endOf({ since, until, status }: Pick<Fact, 'since' | 'until' | 'status'>, { at, holding }: AnswerMoment): string {
  if (status.is === 'tombstoned') return 'withdrawn';
  if (status.is === 'superseded' && status.reason === 'corrected') return 'corrected';
  if (until === undefined) return since > at ? '-' : holding;
  // A replaced fact ends as the next one begins; for an end of its own the last day is shown.
  return status.is === 'current' ? lastDay(Date.parse(until)) : day(until);
}

const day = (time: string): string => time.slice(0, 10);
export const minute = (time: string): string => time.slice(0, 16).replace('T', ' ');
