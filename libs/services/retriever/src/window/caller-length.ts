import type { WindowBudgets, WindowRequest } from '@total-recall/domain';

/** Largest number of UTF-16 units in one token of any family: a run of spaces. The families' factors only add to counts. */
const MOST_CHARS_PER_TOKEN = 128;

interface CallerChars {
  readonly system: number;
  readonly user: number;
}

/** Returns the length of the texts that come with the call of a window, in UTF-16 units, by the budget that they count in. */
export function callerChars({
  blocks: { system = '', skills = [], workspaceFiles = [], userMessage = '' } = {},
}: WindowRequest): CallerChars {
  const texts = [system, ...skills, ...workspaceFiles.map(({ text }) => text)];
  return { system: texts.reduce((sum, { length }) => sum + length, 0), user: userMessage.length };
}

/** A part of a window that is larger than its budget; `tokens` is the least that it takes. */
interface OverByLength {
  readonly part: 'system' | 'user';
  readonly tokens: number;
  readonly budgetTokens: number;
}

/** Returns the first part of a call that exceeds its budget by its length alone, whatever its characters are. */
export function overByLength(chars: CallerChars, budgets: Pick<WindowBudgets, 'sys' | 'user'>): OverByLength | undefined {
  const parts = [
    { part: 'system', tokens: leastTokens(chars.system), budgetTokens: budgets.sys },
    { part: 'user', tokens: leastTokens(chars.user), budgetTokens: budgets.user },
  ] as const;
  return parts.find(({ tokens, budgetTokens }) => tokens > budgetTokens);
}

function leastTokens(chars: number): number {
  return Math.ceil(chars / MOST_CHARS_PER_TOKEN);
}
