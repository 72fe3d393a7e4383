import { evidenceForPrompt, knownAtStart, queriesOfPrompt, type SpaceClient } from '@total-recall/client';
import type { Settings } from './settings.ts';

const TOOLS = 'The tools recall and open return the original words of earlier conversations.';

interface Asked {
  readonly space: SpaceClient;
  readonly session: string;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/** Returns evidence for a prompt that its context does not hold, where it is likely right. */
export async function evidenceFor(
  prompt: string,
  compactedAt: number,
  { space, session, settings, signal }: Asked,
): Promise<string | undefined> {
  if (settings.promptTokens === 0) return undefined;
  return evidenceForPrompt(space, prompt, {
    budgetTokens: settings.promptTokens,
    signal,
    // A compaction takes from the context what this session said itself.
    isInContext: (hit) => hit.session === session && Date.parse(hit.occurredAt) >= compactedAt,
  });
}

/** Returns what the last request of a session was about, which a compaction has just taken out of the context. */
export async function evidenceAfterCompaction(prompt: string, { space, session, settings, signal }: Asked): Promise<string | undefined> {
  if (settings.startTokens === 0) return undefined;
  const query = { queries: queriesOfPrompt(prompt), session, budgetTokens: settings.startTokens };
  const { hits, rendered } = await space.recall(query, { signal });
  return hits.length > 0 ? rendered : undefined;
}

/** Returns what is known in the space, and names the tools. */
export async function knownFacts(name: string, { space, settings, signal }: Omit<Asked, 'session'>): Promise<string | undefined> {
  if (settings.digestCharacters === 0) return undefined;
  const known = await knownAtStart(space, { name, characters: settings.digestCharacters, whereMoreIs: 'recall finds it', signal });
  return known === undefined ? undefined : `${known}\n\n${TOOLS}`;
}
