import { MAX_WINDOW_TOKENS, MIN_WINDOW_TOKENS, resolvePolicy, type SessionPolicy } from '@total-recall/domain';
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

/** Resolves the policy of a call: what the model takes of a request, beside what the answer may take. */
export function callPolicy({
  model,
  outputTokens = 0,
  windowTokens = Number.MAX_SAFE_INTEGER,
  modelWindows,
  factor = 1,
}: CallSizes): SessionPolicy {
  const free = modelWindow(model, outputTokens, modelWindows);
  const window = Math.max(MIN_WINDOW_TOKENS, Math.min(Math.floor(Math.min(free, windowTokens) / factor), MAX_WINDOW_TOKENS));
  const resolved = resolvePolicy([{ windowTokens: window, family: modelFamily(model) }]);
  if (resolved.kind === 'invalid') throw new RangeError(resolved.problems.map(({ field, message }) => `${field} ${message}`).join('; '));
  return resolved.policy;
}
