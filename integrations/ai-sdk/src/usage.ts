import type { GenerateResult } from './provider-types.ts';

type Usage = GenerateResult['usage'];

/** Adds the usage of two calls of the model; what neither says stays unknown. */
export function addUsage(first: Usage | undefined, second: Usage): Usage {
  if (!first) return second;
  return {
    ...second,
    inputTokens: addFields(first.inputTokens, second.inputTokens),
    outputTokens: addFields(first.outputTokens, second.outputTokens),
  };
}

function addFields<F extends Readonly<Record<string, number | undefined>>>(first: F, second: F): F {
  const sum = (name: string): number | undefined =>
    first[name] === undefined && second[name] === undefined ? undefined : (first[name] ?? 0) + (second[name] ?? 0);
  return Object.fromEntries(Object.keys({ ...first, ...second }).map((name) => [name, sum(name)])) as F;
}
