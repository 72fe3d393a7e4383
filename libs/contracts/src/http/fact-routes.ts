import { z } from 'zod';
import {
  digest,
  entryUndoing,
  factCorrection,
  factDecision,
  factLabel,
  factList,
  factRemoval,
  ledgerList,
  newFact,
  profileList,
  removedFact,
  sweepResult,
  undoneEntry,
} from '../fact/fact.ts';
import { unitKind, unitList } from '../fact/unit.ts';
import { reflecting, reflection } from '../reflection/reflection.ts';
import { LIMITS } from '../limits.ts';
import { cursor, eventId, unitId } from '../wire/identifier.ts';
import { label, text } from '../wire/text.ts';
import { SPACE, idempotencyHeader, inSpace, json, noHeaders, none, oneFact, oneLedgerEntry, pageLimit, timeInQuery } from './parts.ts';
import type { Route } from './route.ts';

const FACT = `${SPACE}/facts/{factId}`;
const PRIVATE =
  'A fact of the label `user` or `feedback` is private to the person whom its event names (`meta.subject`), where it names one: it is shown only to who names that `subject`.';

const about = { tag: 'Facts', headers: noHeaders, status: 200 } as const;
/** A decision that a repeat with the same Idempotency-Key does not make again. */
const decides = { ...about, headers: idempotencyHeader } as const;
const REPEATED = ['idempotency_key_reused', 'erased'] as const;
const ONCE = ' With an Idempotency-Key a repeat decides nothing again: it is answered with the first entry and `duplicate`.';

const attribute = label.optional().describe('The thing that they tell of their subject, by its name in an answer: `deploy region`.');

const atEntry = eventId.optional().describe('What the service had decided by this entry of the ledger.');

const moment = {
  asOf: timeInQuery.optional().describe('What was known then: only from events that had occurred by that time.'),
  validAt: timeInQuery.optional().describe('Only what was true then, as far as is known now: what a person corrected never was.'),
  atEntry,
};

export const FACT_ROUTES = {
  consolidate: {
    ...about,
    method: 'POST',
    path: `${SPACE}/consolidate`,
    summary: 'Extract facts from what was appended since the last sweep',
    description:
      'Sweeps run by themselves; this one runs at once. Events are not changed: facts refer to the sentences that state them, and a later statement about the same thing replaces the earlier one. Where the service is set to ask a language model (`TOTAL_RECALL_LLM`), the call waits for it for 50 s at most; what is left is asked later. Otherwise no model is called.',
    scope: 'write',
    params: inSpace,
    query: none,
    response: json(sweepResult),
    errors: ['not_implemented', 'not_caught_up'],
  },
  listFacts: {
    ...about,
    method: 'GET',
    path: `${SPACE}/facts`,
    summary: 'List what is known: facts with their evidence',
    description: `In the order in which they were first said. A search by words or an attribute reads 2,000 facts a call at most: where it gives a cursor with few facts, or with none, the cursor goes on. ${PRIVATE}`,
    scope: 'read',
    params: inSpace,
    query: z.strictObject({
      label: factLabel.optional(),
      subject: label.optional().describe('Who or what they are about.'),
      attribute,
      text: text(LIMITS.factQueryLength * 4)
        .min(1)
        .max(LIMITS.factQueryLength)
        .optional()
        .describe('Words that a fact must contain, all of them.'),
      history: z.enum(['true', 'false']).default('false').describe('`true`: those too that were replaced or withdrawn, or are over.'),
      ...moment,
      limit: pageLimit(50),
      cursor: cursor.optional(),
    }),
    response: json(factList),
    errors: ['invalid_cursor', 'not_caught_up', 'not_implemented'],
    example: { query: 'limit=20' },
  },
  getProfile: {
    ...about,
    method: 'GET',
    path: `${SPACE}/profile`,
    summary: 'Read what is known about a person, a project or a task: the current value first, then what was before',
    description: `About every subject where none is named. At most ${LIMITS.profileFacts} facts: what holds or is to come first, of this what a person wrote and what is about persons; then of each attribute the latest ${LIMITS.profileHistory} that held before. \`left\` and \`historyLeft\` count the others. ${PRIVATE}`,
    scope: 'read',
    params: inSpace,
    query: z.strictObject({ label: factLabel.optional(), subject: label.optional(), attribute, ...moment }),
    response: json(profileList),
    errors: ['not_caught_up', 'not_implemented'],
  },
  rememberFact: {
    ...decides,
    method: 'POST',
    path: `${SPACE}/facts`,
    summary: 'Add a fact by hand',
    description: `Becomes an event of the space, so that recall finds it, and an entry of the ledger. No sweep overrides it: in the profile it stands before what is read from events about the same attribute of the subject. With \`decidedBy: agent\` it counts as a statement that is made now, and stands behind what a person wrote.${ONCE}`,
    scope: 'write',
    params: inSpace,
    query: none,
    body: json(newFact),
    status: 201,
    response: json(factDecision),
    errors: [...REPEATED, 'quota_exceeded', 'limit_reached', 'not_implemented'],
    example: {
      body: { label: 'project', subject: 'billing', attribute: 'region', value: 'eu-west-1', text: 'Billing runs in eu-west-1.' },
    },
  },
  correctFact: {
    ...decides,
    method: 'POST',
    path: `${FACT}/correct`,
    summary: 'Replace what a fact says',
    description: `The fact stays in the history, replaced by the correction, which is stated by an event of its own.${ONCE}`,
    scope: 'write',
    params: oneFact,
    query: none,
    body: json(factCorrection),
    response: json(factDecision),
    errors: [...REPEATED, 'fact_not_current', 'decided_by_person', 'quota_exceeded', 'limit_reached', 'not_caught_up', 'not_implemented'],
    example: { body: { text: 'Billing runs in eu-central-1.', value: 'eu-central-1' } },
  },
  forgetFact: {
    ...decides,
    method: 'POST',
    path: `${FACT}/forget`,
    summary: 'Withdraw a fact, and hide the events that state it from recall',
    description: `Can be undone. With \`erase\` the events that state it are erased for good, with every other fact that no other event states: the answer has that erasure and names these facts, and before it the evidence of listed facts tells which they are; if they cannot be erased, for example because of a legal hold (\`held\`), the fact stays as before. With \`keepEvidence\` recall still finds them.${ONCE}`,
    scope: 'write',
    params: oneFact,
    query: none,
    body: json(factRemoval),
    response: json(removedFact),
    errors: [...REPEATED, 'fact_not_current', 'decided_by_person', 'held', 'not_caught_up', 'not_implemented'],
    example: { body: { reason: 'it was never so' } },
  },
  listLedger: {
    ...about,
    method: 'GET',
    path: `${SPACE}/ledger`,
    summary: 'Read what was decided about facts, by whom and why, the latest first',
    description: `The ledger has only ids; with \`says=true\` the texts are read from the events. ${PRIVATE}`,
    scope: 'read',
    params: inSpace,
    query: z.strictObject({
      limit: pageLimit(50),
      cursor: cursor.optional(),
      says: z.enum(['true', 'false']).default('false').describe('`true`: with what the units say that an entry changed.'),
      subject: label.optional().describe('Also what is private to this person.'),
    }),
    response: json(ledgerList),
    errors: ['invalid_cursor', 'not_caught_up', 'not_implemented'],
    example: { query: 'limit=20' },
  },
  undoEntry: {
    ...decides,
    method: 'POST',
    path: `${SPACE}/ledger/{entryId}/undo`,
    summary: 'Undo a decision: restores the facts that it changed',
    description: `Undoing a reflection restores settings, which needs the scope admin. Refused with \`undo_refused\` while later entries depend on it; the error names them in \`details.later\`. Entries beyond the latest 256 of a space cannot be undone; \`undoable\` in the ledger says which can.${ONCE}`,
    scope: 'write',
    params: oneLedgerEntry,
    query: none,
    body: json(entryUndoing),
    response: json(undoneEntry),
    errors: [...REPEATED, 'undo_refused', 'decided_by_person', 'not_caught_up', 'not_implemented'],
    example: { body: {} },
  },
  listUnits: {
    ...about,
    method: 'GET',
    path: `${SPACE}/units`,
    summary: 'Search or list units: facts, episodes, topics and insights, as an index into the events',
    description: `With \`query\` it searches what is visible, follows links by two steps, and gives at most 16; without, it lists, the latest first. Units hold ids; what they say is read from their events, so it is word for word. ${PRIVATE}`,
    scope: 'read',
    params: inSpace,
    query: z.strictObject({
      query: text(LIMITS.factTextLength * 4)
        .min(1)
        .max(LIMITS.factTextLength)
        .optional()
        .describe('Words to search for.'),
      kind: unitKind.optional(),
      under: unitId.optional().describe('Only what this topic or insight is made of.'),
      subject: label.optional().describe('Private units of this person, too.'),
      speculative: z
        .enum(['true', 'false'])
        .default('false')
        .describe('`true`: with the speculative links of each episode, which are guesses; the service makes them only where it is set to.'),
      atEntry,
      limit: pageLimit(16),
      cursor: cursor.optional(),
    }),
    response: json(unitList),
    errors: ['invalid_cursor', 'not_caught_up', 'not_implemented'],
    example: { query: 'kind=topic' },
  },
  getReflection: {
    ...about,
    method: 'GET',
    path: `${SPACE}/reflection`,
    summary: 'Evaluate recall, and propose policy settings',
    description: 'Uses ids and counts, never text. Changes nothing. Needs at least 20 recalls.',
    scope: 'read',
    params: inSpace,
    query: z.strictObject({ from: timeInQuery.optional().describe('Figures since then; a day ago where absent.') }),
    response: json(reflection),
    errors: ['not_implemented'],
  },
  reflect: {
    ...decides,
    method: 'POST',
    path: `${SPACE}/reflection`,
    summary: 'Apply the proposals of a reflection, as one entry of the ledger',
    description: `One step for each setting, within bounds. What a person set for the tenant or the space stays, before and after, and so does what a person undid; \`held\` names these. Undoing the entry takes it back. With \`reflection: apply\` in its policy a space does so by itself once a day.${ONCE}`,
    scope: 'admin',
    params: inSpace,
    query: none,
    body: json(reflecting),
    response: json(reflection),
    errors: [...REPEATED, 'not_implemented'],
    example: { body: {} },
  },
  getDigest: {
    ...about,
    method: 'GET',
    path: `${SPACE}/digest`,
    summary: 'Read the current facts as one short page of Markdown',
    description: `For a system prompt or a person. ${PRIVATE}`,
    scope: 'read',
    params: inSpace,
    query: z.strictObject({ subject: label.optional().describe('Also facts that are private to this person.') }),
    response: json(digest),
    errors: ['not_caught_up', 'not_implemented'],
  },
} as const satisfies Record<string, Route>;
