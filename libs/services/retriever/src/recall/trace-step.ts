import type { RetrieverDeps } from '../retriever-deps.ts';

/** Runs a part of a recall as a step of its trace. */
export function traceStep<T>({ tracer }: Pick<RetrieverDeps, 'tracer'>, stage: string, act: () => Promise<T>): Promise<T> {
  return tracer === undefined ? act() : tracer.step(`recall ${stage}`, {}, act);
}
