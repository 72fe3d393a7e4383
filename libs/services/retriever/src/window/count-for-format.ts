import {
  formSteps,
  isThinkingIn,
  thinkingTokens,
  type EntryContent,
  type RenderedForms,
  type SessionEntry,
  type SessionState,
} from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { countForms, createSlices, inSlices } from '@total-recall/runtime';

/** The call that a window is for, as far as it decides what is sent. */
interface CountedCall {
  readonly family: string;
  readonly format: 'blocks' | 'openai' | 'anthropic' | undefined;
  readonly contents: ReadonlyMap<string, EntryContent>;
}

/**
 * Returns the session with the thinking counted that messages of the call's format have, and no other: the projector does
 * not know which format is asked for, so it counts what any vendor may take back. Thinking that counts nothing is not shown.
 */
export async function countForFormat(
  tokens: Pick<TokenCounter, 'count'>,
  state: SessionState,
  { family, format, contents }: CountedCall,
): Promise<SessionState> {
  const changed = new Map<string, SessionEntry>();
  const uncounted: { readonly entry: SessionEntry; readonly content: EntryContent }[] = [];
  for (const entry of state.entries) {
    const content = entry.kind === 'thinking' && entry.state === 'readable' ? contents.get(entry.id) : undefined;
    if (!content) continue;
    const isSent = isThinkingIn(format, content.body);
    const isCounted = entry.tokens.whole > 0;
    if (isSent === false && isCounted) changed.set(entry.id, { ...entry, tokens: { ...entry.tokens, whole: 0 } });
    if (isSent === true && !isCounted) uncounted.push({ entry, content });
  }
  const slices = createSlices();
  const forms: RenderedForms[] = [];
  for (const { entry, content } of uncounted) forms.push(await inSlices(formSteps({ kind: entry.kind, ...content }), slices));
  const counts = forms.length > 0 ? await countForms(tokens, family, forms) : [];
  for (const [at, { entry, content }] of uncounted.entries())
    changed.set(entry.id, { ...entry, tokens: thinkingTokens(content.body, counts[at]!) });
  if (changed.size === 0) return state;
  return { ...state, entries: state.entries.map((entry) => changed.get(entry.id) ?? entry) };
}
