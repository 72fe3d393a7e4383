import {
  entriesToRecount,
  fitMarker,
  formSteps,
  FRAMING_TOKENS,
  isAnthropicSeal,
  keptTemplate,
  MARKER_TOKENS,
  markerText,
  renderCutForm,
  taskStateForms,
  thinkingTokens,
  type EntryContent,
  type EventBody,
  type FormTokens,
  type Marker,
  type RecountedEntry,
  type RenderedForms,
  type SessionEntry,
  type SessionPolicy,
  type SessionState,
  type TokensRecounted,
} from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { createSlices, inSlices } from '../parallel/in-slices.ts';
import { countForms } from './count-forms.ts';
import { mayReadSeal } from './token-family.ts';

export interface RecountInput {
  readonly state: SessionState;
  readonly policy: Pick<SessionPolicy, 'family' | 'version'>;
  /** Entries to count: some or all of those with counts of another family. */
  readonly entries: readonly SessionEntry[];
  /** Contents of these entries and of the task state, by event id. Those that cannot be opened keep their counts. */
  readonly contents: ReadonlyMap<string, EntryContent>;
}

/**
 * Counts the parts of a window for the policy's family. Includes markers and task state if the
 * session has another family.
 */
export async function recountTokens(tokens: TokenCounter, { state, policy, entries, contents }: RecountInput): Promise<TokensRecounted> {
  const { family } = policy;
  const task = await recountTask(tokens, family, state, contents);
  return {
    type: 'TokensRecounted',
    cycle: state.cycle + 1,
    family,
    entries: await recountEntries(tokens, family, entries, contents),
    markers: state.family === family ? state.markers : state.markers.map((marker) => recountMarker(tokens, family, marker)),
    ...(task ? { task } : {}),
    policyVersion: policy.version,
  };
}

async function recountEntries(
  tokens: TokenCounter,
  family: string,
  entries: readonly SessionEntry[],
  contents: ReadonlyMap<string, EntryContent>,
): Promise<RecountedEntry[]> {
  const opened = entries.flatMap((entry) => {
    const content = contents.get(entry.id);
    return content && entry.state === 'readable' ? [{ entry, content, input: { kind: entry.kind, ...content } }] : [];
  });
  const slices = createSlices();
  const rendered: RenderedForms[] = [];
  for (const { input } of opened) rendered.push(await inSlices(formSteps(input), slices));
  const forms = await countForms(tokens, family, rendered);
  const cut = opened.flatMap(({ entry, input }) =>
    entry.cut ? [{ id: entry.id, text: renderCutForm(input, entry.cut, entry.ordinal) }] : [],
  );
  const cutCounts = cut.length === 0 ? [] : await tokens.count(family, cut.map(({ text }) => text)); // oxfmt-ignore
  const cutTokens = new Map(cut.map(({ id }, at) => [id, cutCounts[at]! + FRAMING_TOKENS]));
  const counted = new Map(
    opened.map(({ entry, content: { body } }, at) => [
      entry.id,
      entry.kind === 'thinking' ? thinkingOf(body, family, forms[at]!) : forms[at]!,
    ]),
  );
  return entries.map(({ id, tokens: before }) => {
    const ofCut = cutTokens.get(id);
    return { id, tokens: counted.get(id) ?? before, ...(ofCut === undefined ? {} : { cutTokens: ofCut }) };
  });
}

/** Returns the tokens of thinking after a change of family: none where its seal is of no use to the models of the new one. */
function thinkingOf(body: EventBody, family: string, counted: FormTokens): FormTokens {
  return thinkingTokens(mayReadSeal(family, isAnthropicSeal(body)) ? body : {}, counted);
}

/** Recounts a marker. If it exceeds its limit, drops topics from the end, as when it was made. */
function recountMarker(tokens: TokenCounter, family: string, marker: Marker): Marker {
  const count = (text: string) => tokens.countNow(family, text);
  const { fromTurn, toTurn } = marker;
  const own = count(markerText(marker));
  if (own <= MARKER_TOKENS) return { ...marker, tokens: own };
  const { topics, text, tokens: fitted } = fitMarker(fromTurn, toTurn, marker.topics, count);
  return { ...marker, tokens: fitted, topics, text, templateVersion: keptTemplate(marker) };
}

/** Counts the caller's task state as the event it is, and a derived one as the bare text that its compaction holds. */
async function recountTask(
  tokens: TokenCounter,
  family: string,
  { taskState, derivedTask, family: own }: SessionState,
  contents: ReadonlyMap<string, EntryContent>,
): Promise<TokensRecounted['task']> {
  const ref = taskState ?? derivedTask;
  if (!ref || (taskState?.family ?? own) === family) return undefined;
  const { eventId } = ref;
  const body = contents.get(eventId)?.body;
  if (taskState && body?.taskState) {
    const [counted] = await countForms(tokens, family, [taskStateForms(body.taskState)]);
    return { eventId, tokens: counted!.whole };
  }
  const derived = body?.compaction?.type === 'ContextCompacted' ? body.compaction.taskState : undefined;
  return { eventId, tokens: derived ? tokens.countNow(family, derived.text) + FRAMING_TOKENS : ref.tokens };
}

/** Limits of one recount in the log. */
const MOST_ENTRIES = 256;
const MOST_TOKENS = 262_144;

/**
 * Chooses the next entries to count, only some of a long session at a time, so that records and the
 * opened contents stay small.
 */
export function nextToRecount(state: SessionState, family: string): SessionEntry[] {
  const chosen: SessionEntry[] = [];
  let sum = 0;
  for (const entry of entriesToRecount(state, family)) {
    sum += entry.tokens.whole;
    if (chosen.length > 0 && (chosen.length === MOST_ENTRIES || sum > MOST_TOKENS)) break;
    chosen.push(entry);
  }
  return chosen;
}
