import {
  deriveBudgets,
  MAX_WINDOW_TOKENS,
  MIN_WINDOW_TOKENS,
  resolvePolicy,
  type SessionPolicy,
  type WindowBudgets,
} from '@total-recall/domain';
import { modelFamily, modelWindow, type ModelWindow } from './model-window.ts';

export interface CallSizes {
  readonly model: string;
  /** Tokens that the answer may take, where the request says so. */
  readonly outputTokens?: number;
  /** Window that the operator or the caller set, where it is smaller than the model's. */
  readonly windowTokens?: number;
  /** Windows of models that the operator said. */
  readonly modelWindows?: readonly ModelWindow[];
  /** How many of the vendor's tokens one of ours stands for. */
  readonly factor?: number;
}

/**
 * Resolves the policy of a call: what the model takes of a request, beside what the answer may take. A turn may make as many
 * recalls as in the model's whole window, where what the answer takes leaves their room as it is.
 */
export function callPolicy({ model, outputTokens = 0, windowTokens, modelWindows, factor = 1 }: CallSizes): SessionPolicy {
  const budgetsBeside = (output: number): WindowBudgets => {
    const free = Math.min(modelWindow(model, output, modelWindows), windowTokens ?? Infinity);
    return deriveBudgets({ windowTokens: Math.max(MIN_WINDOW_TOKENS, Math.min(Math.floor(free / factor), MAX_WINDOW_TOKENS)) });
  };
  const [own, whole] = [budgetsBeside(outputTokens), budgetsBeside(0)];
  const { pullCalls } = own.headroom === whole.headroom ? whole : own;
  const resolved = resolvePolicy([{ windowTokens: own.window, pullCalls, family: modelFamily(model) }]);
  if (resolved.kind === 'invalid') throw new RangeError(resolved.problems.map(({ field, message }) => `${field} ${message}`).join('; '));
  return resolved.policy;
}
