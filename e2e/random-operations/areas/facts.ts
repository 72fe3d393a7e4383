import fc from 'fast-check';
import { checkFacts, checkRecall } from '../check-answers.ts';
import { expectSame, fail } from '../expect-same.ts';
import { currentFacts, decideFacts, undoEntry, undoRefusal, type KnownFact } from '../facts-model.ts';
import { addEvents, allEvents, newMark, pick, type MemoryModel } from '../memory-model.ts';
import { erase, plannedErasure } from '../erasing.ts';
import { codeOf } from '../refusals.ts';
import type { Stage } from '../stage.ts';
import { nothing, place, stepKind } from '../step-kind.ts';

const attribute = fc.nat(2);

/** Steps by which people decide about facts, and sweeps, which leave those decisions alone. */
export const FACTS = {
  /** A value that a person writes replaces all of its attribute, and is an event that recall finds. */
  remember: stepKind(2, fc.record({ attribute }), async (stage, drawn) => {
    keepWritten(stage.model, await remember(stage, `attribute-${drawn.attribute}`));
    await checkFacts(stage);
  }),
  /** A correction replaces one fact; one that does not hold any more is refused. */
  correct: stepKind(1, fc.record({ fact: place }), async (stage, drawn) => {
    const { model, space } = stage;
    const fact = pick([...model.facts.facts.values()], drawn.fact);
    if (!fact) return;
    const value = newMark(model);
    const correction = { text: `The ${fact.attribute} is ${value}.`, value };
    if (fact.status.is !== 'current') {
      expectSame(`the code of a correction of ${fact.id}`, await codeOf(space.correct(fact.id, correction)), 'fact_not_current');
      return;
    }
    const { entryId, fact: written } = await space.correct(fact.id, correction);
    const now = know(model, written, { attribute: fact.attribute, value, text: correction.text });
    decideFacts(model.facts, entryId, [now, { ...fact, status: { is: 'superseded', by: now.id } }]);
    model.era += 1;
    await checkFacts(stage);
  }),
  /** Forgets a fact: it is not known any more, and recall does not find its event. Some facts go with their event for good. */
  forget: stepKind(2, fc.record({ fact: place, erases: fc.nat(3) }), async (stage, drawn) => {
    const { model, space } = stage;
    const fact = pick([...model.facts.facts.values()], drawn.fact);
    if (!fact) return;
    const event = allEvents(model).find(({ id }) => id === fact.eventId)!;
    if (fact.status.is === 'tombstoned')
      expectSame(`the code of forgetting ${fact.id} twice`, await codeOf(space.forget(fact.id)), 'fact_not_current');
    else if (drawn.erases === 0) {
      const plan = plannedErasure(model, [event]);
      await erase(stage, () => space.forget(fact.id, { erase: true }).then(({ erasure }) => erasure!), plan);
    } else {
      const { entryId } = await space.forget(fact.id);
      decideFacts(model.facts, entryId, [{ ...fact, status: { is: 'tombstoned' } }]);
    }
    model.era += 1;
    await checkFacts(stage);
    await checkRecall(stage, event);
  }),
  /** An entry is undone unless a later one depends on it; what comes back gives way to what a person wrote since. */
  undo: stepKind(3, fc.record({ entry: place }), async (stage, { entry: at }) => {
    const { model, space } = stage;
    const id = pick([...model.facts.byEntry.keys()], at);
    if (id === undefined) return;
    const refusal = undoRefusal(model.facts, id);
    if (refusal) {
      expectSame(`the code of the undoing of ${id}`, await codeOf(space.undo(id)), refusal);
      return;
    }
    const { entryId } = await space.undo(id);
    const replaced = undoEntry(model.facts, id, entryId);
    if (replaced.length > 0) {
      const { entries } = await space.ledger({ limit: 10 });
      const own = entries.findIndex((entry) => entry.id === entryId);
      const next = own > 0 ? entries[own - 1]! : fail(`the undoing ${entryId} of ${id} left two values`);
      decideFacts(model.facts, next.id, replaced);
    }
    model.era += 1;
    await checkFacts(stage);
  }),
  /** Asks what was known by an entry of the ledger: later decisions must not change the answer. */
  'facts by entry': stepKind(1, fc.record({ entry: place }), async (stage, { entry: at }) => {
    const id = pick([...stage.model.facts.byEntry.keys()], at);
    if (id !== undefined) await checkFacts(stage, id);
  }),
  /** The profile has one entry for each attribute, with its values; as of a time, nothing that was said later. */
  profile: stepKind(1, fc.record({ event: place }), async ({ model, space }, drawn) => {
    const { profiles } = await space.profile({ subject: 'project' });
    const told = (profiles[0]?.entries ?? []).flatMap(({ attribute: of, current }) =>
      of?.startsWith('attribute-') && current ? [of] : [],
    );
    const wanted = [...new Set(currentFacts(model.facts).map(({ attribute: of }) => of))];
    expectSame('the attributes of the profile', told.toSorted(), wanted.toSorted());
    const asOf = pick(
      allEvents(model).filter(({ isErased }) => !isErased),
      drawn.event,
    );
    if (!asOf) return;
    const { occurredAt } = await space.event(asOf.id);
    const { facts } = await space.facts({ asOf: occurredAt, limit: 500, history: 'true' });
    for (const { id, evidence } of facts)
      if (evidence.every(({ at: time }) => time > occurredAt)) fail(`facts as of ${occurredAt} tell ${id}, which was said later`);
  }),
  consolidate: stepKind(1, nothing, async (stage) => {
    await stage.space.consolidate();
    stage.model.era += 1;
    await checkFacts(stage);
  }),
};

/** A fact that a person wrote, with its entry of the ledger. */
export interface WrittenFact {
  readonly entryId: string;
  readonly fact: KnownFact;
}

/** Has a person write a value of an attribute. The model knows its event then, and what it replaces by `keepWritten`. */
export async function remember({ model, space }: Stage, of: string): Promise<WrittenFact> {
  const value = newMark(model);
  const text = `The ${of} is ${value}.`;
  const { entryId, fact } = await space.remember({ label: 'project', subject: 'project', attribute: of, value, text });
  return { entryId, fact: know(model, fact, { attribute: of, value, text }) };
}

/** Takes down in the model that a fact replaces those of its attribute that hold. */
export function keepWritten(model: MemoryModel, { entryId, fact }: WrittenFact): void {
  const replaced = currentFacts(model.facts).filter(({ attribute: of }) => of === fact.attribute);
  const superseded = replaced.map((one): KnownFact => ({ ...one, status: { is: 'superseded', by: fact.id } }));
  decideFacts(model.facts, entryId, [{ ...fact, order: (model.counter += 1) }, ...superseded]);
  model.era += 1;
}

/** Adds the event of a fact to the model, and returns the fact. */
export function know(
  model: MemoryModel,
  { id, evidence }: { readonly id: string; readonly evidence: readonly { readonly eventId: string; readonly session: string }[] },
  { attribute: of, value, text }: { readonly attribute: string; readonly value: string; readonly text: string },
): KnownFact {
  const { eventId, session } = evidence[0]!;
  addEvents(model, session, [{ id: eventId, session, kind: 'user_message', mark: value, text, day: model.day, isErased: false }]);
  return { id, attribute: of, value, eventId, order: (model.counter += 1), status: { is: 'current' } };
}
