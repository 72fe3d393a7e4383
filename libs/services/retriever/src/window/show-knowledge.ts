import {
  knowledgeIn,
  factLine,
  fitKnowledge,
  isFor,
  stillShown,
  type EntryContent,
  type FactLine,
  type KnowledgeChoice,
  type NoteTools,
  type SessionPolicy,
  type SessionState,
  type SpaceUnits,
} from '@total-recall/domain';
import { chooseKnowledge, openUnitMarks } from '@total-recall/runtime';
import { readDecisions } from '../recall/ask/read-decisions.ts';
import type { EntryContents } from './entry-contents.ts';
import type { WindowDeps } from './window-deps.ts';

export interface ShownKnowledge {
  readonly text: string;
  readonly tokens: number;
  /** Ids of the facts that it shows. */
  readonly units: readonly string[];
}

type ShowDeps = Pick<WindowDeps, 'units' | 'index' | 'sealer' | 'content' | 'keys' | 'tokens' | 'clock' | 'observer'> & {
  readonly contents: Pick<EntryContents, 'open'>;
};

interface ShowInput {
  readonly state: SessionState;
  readonly policy: SessionPolicy;
  /** Contents of the window, by event id, with the event that holds the choice. */
  readonly opened: ReadonlyMap<string, EntryContent>;
  /** The only data subjects whose private facts the caller may see; those of any where absent. */
  readonly subjects?: readonly string[];
  /** Tools that the block names for what it leaves out. */
  readonly tools: NoteTools;
}

/**
 * Returns the block of known facts of a window: those that the session's log names, without what was forgotten, corrected
 * or erased since, as far as the budget of the call reaches. A session without events shows what it would begin with.
 * Where units cannot be read nobody knows what was forgotten, so the window goes without the block. So does that of an
 * executor that may not recall from the whole space.
 */
export async function showKnowledge(deps: ShowDeps, input: ShowInput): Promise<ShownKnowledge | undefined> {
  const { state, policy } = input;
  if (!deps.units || policy.budgets.knowledge === 0 || (state.ordinal > 0 && state.knowledge === undefined)) return undefined;
  if ((state.parent?.delegation?.recallAccess ?? 'space') !== 'space') return undefined;
  try {
    return state.ordinal === 0 ? await firstKnowledge(deps, input) : await chosenKnowledge(deps, input);
  } catch (error) {
    deps.observer.knowledgeUnavailable?.(error);
    return undefined;
  }
}

async function firstKnowledge(deps: ShowDeps, { state, policy, tools }: ShowInput): Promise<ShownKnowledge | undefined> {
  const { budgets, family } = policy;
  const chosen = await chooseKnowledge(
    { ...deps, units: deps.units! },
    { session: state, at: deps.clock.now(), family, budgetTokens: budgets.knowledge, tools },
  );
  return chosen && { text: chosen.text, tokens: chosen.choice.tokens, units: chosen.choice.facts.map(({ unit }) => unit) };
}

async function chosenKnowledge(deps: ShowDeps, input: ShowInput): Promise<ShownKnowledge | undefined> {
  const { state, policy, opened, subjects, tools } = input;
  const { tenant, space } = state;
  const choice = knowledgeIn(opened.get(state.knowledge!.eventId)?.body.compaction);
  const units = await deps.units!.of(tenant, space);
  if (!choice || !units) return undefined;
  const { withheld } = await readDecisions(deps, state);
  const audience = await audienceOf(deps, { state, choice, opened, units, subjects });
  const shown = stillShown(choice, units, { audience, withheld });
  const contents = await deps.contents.open(
    state,
    shown.map(({ fact }) => fact.eventId),
  );
  const said = shown.flatMap(({ fact, times }): { readonly line: FactLine; readonly unit: string }[] => {
    const content = contents.get(fact.eventId);
    const line = content && factLine(fact, times, content);
    return line ? [{ line, unit: fact.unit }] : [];
  });
  const countTokens = (text: string): number => deps.tokens.countNow(policy.family, text);
  const fitted = fitKnowledge(
    said.map(({ line }) => line),
    { left: choice.left, budgetTokens: policy.budgets.knowledge, countTokens, tools },
  );
  return fitted && { text: fitted.text, tokens: fitted.tokens, units: said.slice(0, fitted.shown).map(({ unit }) => unit) };
}

interface Shown {
  readonly choice: KnowledgeChoice;
  readonly units: SpaceUnits;
  readonly subjects: ShowInput['subjects'];
}

/**
 * Returns the person whose private facts a window may show: the one that the choice was made for, as long as no event that came
 * since names another, and the caller may see that person's.
 */
async function audienceOf(
  deps: Pick<ShowDeps, 'keys'>,
  { state, choice, opened, units, subjects }: Pick<ShowInput, 'state' | 'opened'> & Shown,
): Promise<string | undefined> {
  const { audience, facts } = choice;
  const isPrivate = facts.some(({ unit }) => !isFor(units.units.get(unit) ?? {}, undefined));
  if (audience === undefined || !isPrivate) return undefined;
  const names = new Set(state.entries.flatMap(({ id }) => opened.get(id)?.body.meta.subject ?? []));
  const marks = await openUnitMarks(deps, state);
  if (subjects?.every((name) => marks.subject(name) !== audience)) return undefined;
  return [...names].every((name) => marks.subject(name) === audience) ? audience : undefined;
}
