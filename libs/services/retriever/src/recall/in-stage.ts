import type { RetrieverDeps } from '../retriever-deps.ts';

/** A part of a recall that its trace shows. */
export function inStage<T>({ tracer }: Pick<RetrieverDeps, 'tracer'>, stage: string, act: () => Promise<T>): Promise<T> {
  return tracer === undefined ? act() : tracer.step(`recall ${stage}`, {}, act);
}
