import type { GenerateResult } from './provider-types.ts';

type Usage = GenerateResult['usage'];

/**
 * Joins the usage of two calls of the model to that of one answer: the prompt of the second, by which agents see how full
 * their context is, and the output of both (ADR 0183). What neither says stays unknown.
 */
export function joinUsage(first: Usage | undefined, second: Usage): Usage {
  if (!first) return second;
  const inputTokens = second.inputTokens.total === undefined ? first.inputTokens : second.inputTokens;
  return { ...second, inputTokens, outputTokens: addFields(first.outputTokens, second.outputTokens) };
}

function addFields<F extends Readonly<Record<string, number | undefined>>>(first: F, second: F): F {
  const sum = (name: string): number | undefined =>
    first[name] === undefined && second[name] === undefined ? undefined : (first[name] ?? 0) + (second[name] ?? 0);
  return Object.fromEntries(Object.keys({ ...first, ...second }).map((name) => [name, sum(name)])) as F;
}
