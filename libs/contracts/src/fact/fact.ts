import { DECISION_REASONS, FACT_LABELS, MODEL_STAGES, PROPOSAL_CODES, STORED_LINK_TYPES } from '@total-recall/domain';
import { z } from 'zod';
import { duplicate, proposal, restoredSetting } from '../reflection/reflection.ts';
import { erasure } from '../erasure/erasure.ts';
import { LIMITS } from '../limits.ts';
import { BLANK, isReadable, label, text } from '../wire/text.ts';
import { time, timeIn } from '../wire/time.ts';

const factText = text(LIMITS.factTextLength * 4)
  .min(1)
  .max(LIMITS.factTextLength)
  .refine(isReadable, BLANK);

const reason = label.optional().describe('Stored in the ledger for ever: include no content and no personal names.');

const decidedBy = z
  .enum(['person', 'agent'])
  .optional()
  .describe(
    'The one that decides; a person where absent. A decision of an `agent` counts as a statement: what is said later replaces it, and it changes nothing that a person decided.',
  );

export const factLabel = z
  .enum(FACT_LABELS)
  .describe(
    '`user`: about one person. `feedback`: how somebody wants things done. `project`: about the work. `reference`: where something is.',
  );

export const newFact = z
  .strictObject({
    label: factLabel
      .optional()
      .describe(
        '`user`: about one person. `feedback`: how somebody wants things done. `project`: about the work. `reference`: where something is. Where label and subject are absent both are read from the sentence: what the user says of himself, or is said of "the user", is `user`, else `project`. With a subject alone: `user`, but `project` for the subject `project`.',
      ),
    subject: label
      .refine(isReadable, BLANK)
      .optional()
      .describe('Who or what it is about. Where absent `user` for the label `user`, else `project`.'),
    attribute: label
      .refine(isReadable, BLANK)
      .optional()
      .describe('The attribute of the subject that it tells, such as `city`. Absent if no other statement can replace it.'),
    value: factText.optional(),
    text: factText.describe('The fact as a sentence.'),
    validFrom: timeIn.optional().describe('Since when it is true; since now where absent.'),
    validTo: timeIn.optional().describe('First moment at which it is no longer true.'),
    decidedBy,
    reason,
  })
  .refine(({ validFrom, validTo }) => validFrom === undefined || validTo === undefined || validFrom < validTo, {
    path: ['validTo'],
    message: 'must be later than validFrom',
  });

export const factCorrection = z.strictObject({
  text: factText.describe('The sentence that replaces it.'),
  value: factText.optional(),
  decidedBy,
  reason,
});

export const factRemoval = z
  .strictObject({
    keepEvidence: z.boolean().optional().describe('Withdraws the fact alone: recall still finds the events that state it.'),
    erase: z
      .boolean()
      .optional()
      .describe('Erases the events that state it, for good and with all else that they say. Needs the scope `erase`, too.'),
    decidedBy,
    reason,
  })
  .refine(({ keepEvidence, erase }) => !keepEvidence || !erase, {
    path: ['erase'],
    message: 'contradicts keepEvidence: erase the events that state the fact, or keep them',
  });

export const entryUndoing = z.strictObject({ decidedBy, reason });

const factEvidence = z.object({
  eventId: z.string(),
  session: z.string(),
  ordinal: z.int().optional().describe('Its place in the session: 184 for e184. Absent where the event is not there any more.'),
  at: time,
  text: z.string().optional().describe('The sentence that states it. Absent where it cannot be read: it was erased, or is damaged.'),
});

export const factStatus = z.discriminatedUnion('is', [
  z.object({ is: z.literal('current') }),
  z.object({
    is: z.literal('superseded'),
    by: z.string().describe('The fact that replaced it.'),
    at: time.describe('Time at which it was replaced or withdrawn.'),
    reason: z.enum(['later_statement', 'ended', 'corrected']),
  }),
  z.object({
    is: z.literal('tombstoned'),
    at: time.describe('Time at which it was replaced or withdrawn.'),
    withholds: z.boolean().describe('True where recall does not find its evidence either.'),
  }),
  z.object({
    is: z.literal('archived'),
    behind: z.array(z.string()).describe('The facts that stand for it: its parts, or the one that it was merged into.'),
    at: time.describe('When that was decided. What it says is as true as before.'),
    reason: z.enum(['split', 'merged', 'updated', 'covered']),
  }),
]);

export const fact = z.object({
  id: z.string(),
  label: factLabel,
  subject: z.string(),
  attribute: z.string().optional().describe('The thing that it tells of its subject, in the words of the sentence where it has them.'),
  value: z.string().optional(),
  text: z.string().describe('The sentence that states it, word for word.'),
  evidence: z.array(factEvidence).describe('The places that state it, the first of them first; at most 8.'),
  statements: z.int().describe('Number of sentences that state it; may exceed the evidence that is listed.'),
  knownAt: time.describe('Time at which it was first said.'),
  since: time.describe('Since when it is true: by its own dates, else since it was first said.'),
  until: time.optional().describe('Until when it was true: by its own dates, else until what replaced it began. Absent while it holds.'),
  isOver: z
    .literal(true)
    .optional()
    .describe('Present where its end is past at the moment of the question: it is over, although nothing replaced it.'),
  isUntimed: z
    .literal(true)
    .optional()
    .describe('Present where nobody knows since when: no time came with its message, and `since` is when that was imported.'),
  status: factStatus,
  byPerson: z.boolean().describe('True where a person wrote it or decided about it; no sweep changes it then.'),
  byAgent: z
    .literal(true)
    .optional()
    .describe('Present where an agent wrote it or decided about it. Without `byPerson`, what is said later replaces it.'),
});

export const factList = z.object({ facts: z.array(fact), cursor: z.string().optional() });

export const profile = z.object({
  subject: z.string(),
  entries: z.array(
    z.object({
      attribute: z.string().optional(),
      current: fact.optional().describe('Absent if nothing is true any more.'),
      history: z.array(fact).describe('Values that held before, the latest first.'),
    }),
  ),
});

export const profileList = z.object({
  profiles: z.array(profile),
  left: z
    .int()
    .optional()
    .describe('Facts that hold or are to come and found no room; a list of facts has them all. Absent where there are none.'),
  historyLeft: z
    .int()
    .optional()
    .describe('Facts that hold no more and found no room; a list of facts with `history` has them all. Absent where there are none.'),
});

export const factDecision = z.object({ entryId: z.string().describe('The entry of the ledger; undo takes it.'), fact, duplicate });

export const removedFact = z.object({
  entryId: z.string().describe('The entry of the ledger; undo takes it, but brings back nothing that was erased.'),
  evidence: z
    .enum(['kept', 'withheld', 'erased'])
    .describe('What happened to the events that state it. `withheld`: recall does not find them. `erased`: see the erasure.'),
  evidenceLeft: z
    .int()
    .optional()
    .describe('Sentences that state it, too, and were left: at most 512 are withheld or erased. Absent where there are none.'),
  fact: fact.optional().describe('Absent where its evidence is erased.'),
  replaced: z
    .array(fact)
    .optional()
    .describe('Facts that it had replaced, the latest 8. They stay replaced: remember one again if it is true. Absent if there are none.'),
  alsoWithheld: z
    .array(fact)
    .optional()
    .describe(
      'Current facts that recall does not find any more either, as all events that state them are withheld; the latest 8. To have them back, undo this and forget the fact again with `keepEvidence`. Absent if there are none.',
    ),
  alsoErased: z
    .array(z.string())
    .optional()
    .describe(
      'Ids of other facts that are erased with it, as no event is left that states them: those that held first, at most 64. Remember anew what is still true. Absent if there are none.',
    ),
  alsoErasedLeft: z.int().optional().describe('Further facts that are erased with it. Absent if there are none.'),
  erasure: erasure.optional(),
  duplicate,
});

export const ledgerEntry = z.object({
  id: z.string(),
  at: time,
  actor: z
    .string()
    .describe('The id of the key that decided; `consolidator` for a sweep, `model` where a language model proposed it, `reflection`.'),
  decidedBy: z
    .enum(['person', 'agent', 'model', 'rules'])
    .optional()
    .describe('The one that decided; `rules`: those of sweeps and reflections. Absent where nothing was decided about units or settings.'),
  undoable: z.literal(true).optional().describe('Present where undo takes it as the space stands now.'),
  reason: z.string().optional(),
  type: z.enum(['decided', 'swept', 'undone', 'erased', 'judged', 'reflected']),
  changes: z.array(
    z.object({
      did: z.enum(['added', 'confirmed', 'superseded', 'tombstoned', 'archived', 'split', 'merged', 'updated', 'linked']),
      fact: z.string(),
      by: z.string().optional().describe('The fact that replaced it, or stands for it.'),
      to: z.string().optional().describe('The unit that a link leads to.'),
      link: z.enum(STORED_LINK_TYPES).optional().describe('Type of a link; `speculative` is a guess.'),
      reason: z
        .enum(DECISION_REASONS)
        .exclude(['none'])
        .optional()
        .describe('Why. `withheld`: withdrawn with its evidence; `withdrawn`: alone; `covered`: others stand for it.'),
      confidence: z.number().optional().describe('How sure a language model was, 0 to 1.'),
      evidence: z
        .array(
          z.object({
            eventId: z.string(),
            session: z.string(),
            from: z.int().optional().describe('Range of the sentence in the text, in UTF-16 units; absent for a whole event.'),
            to: z.int().optional(),
          }),
        )
        .optional()
        .describe('Places in events that it rests on, at most 8. Absent where the unit is gone or private to another person.'),
      kind: z.enum(['fact', 'episode', 'topic', 'insight']).optional().describe('With `says=true`.'),
      says: z
        .string()
        .optional()
        .describe(
          'With `says=true`: the sentence of a fact, or the words that an episode, a topic or an insight is about. Absent where its events were erased, where it is private to a person whom `subject` does not name, and of a page that changes many beyond the first hundreds.',
        ),
    }),
  ),
  undoneBy: z.string().optional().describe('The entry that undid this one.'),
  undid: z.string().optional().describe('The entry that this one undid.'),
  judged: z
    .object({
      stage: z.enum(MODEL_STAGES).describe('What a language model was asked for: facts of events, which of them replace others, edits.'),
      model: z.string(),
      calls: z.int(),
      inputTokens: z.int(),
      outputTokens: z.int(),
      proposals: z.array(
        z.object({
          proposes: z.enum(['fact', 'update', 'delete', 'split', 'merge', 'edit']),
          targets: z.array(z.string()).describe('Ids of facts, units or events that it is about.'),
          confidence: z.number().optional(),
          outcome: z.enum(['applied', 'known', ...PROPOSAL_CODES]),
        }),
      ),
      failure: z.string().optional().describe('Why there was nothing to judge.'),
    })
    .optional()
    .describe('What a language model proposed, and what became of it. What was carried out are entries before this one.'),
  reflected: z
    .object({ changes: z.array(proposal), since: time.describe('Figures of recall from then on.') })
    .optional()
    .describe('Settings of the space that a reflection on recall set.'),
});

export const ledgerList = z.object({ entries: z.array(ledgerEntry), cursor: z.string().optional() });

export const undoneEntry = z.object({
  entryId: z.string().describe('The entry of the undoing.'),
  restored: z.array(fact).describe('Facts as restored by the undo.'),
  settings: z.array(restoredSetting).optional().describe('Settings, where the entry was of a reflection.'),
  duplicate,
});

export const sweepResult = z.object({
  events: z.int().describe('Events read.'),
  added: z.int().describe('Facts added, by the rules and by the language model while the call waited for it.'),
  confirmed: z.int(),
  superseded: z.int(),
  left: z
    .int()
    .optional()
    .describe('Facts that were left out, as the space has as many as it may have; no sweep reads them again. Absent where there are none.'),
  groupsLeft: z
    .int()
    .optional()
    .describe(
      'Episodes, topics and insights that were left out, as the space has as many as it may have. The events of such an episode are in none. Absent where there are none.',
    ),
  modelFailure: z
    .string()
    .optional()
    .describe(
      'The language model was asked and gave no usable answer: the reason, such as `not_accepted` (as with a wrong key) or `unavailable`. Absent where it answered, or was not asked.',
    ),
  hasMore: z.boolean().describe('True where more was left than one call takes, or can be read yet; the next goes on.'),
});

export const digest = z.object({
  text: z.string().describe('Markdown, bounded.'),
  facts: z.int().describe('Facts in it.'),
  left: z.int().describe('Current facts that did not fit.'),
});
