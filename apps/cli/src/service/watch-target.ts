import type { EvaluationTarget } from '@total-recall/evaluation';

/** Wraps a target so that each window and recall is reported, and none is started after an interruption. */
export function watchTarget<T extends EvaluationTarget>(
  target: T,
  interrupted: AbortSignal,
  onStep: (what: 'window' | 'recall') => void,
): T {
  const watched =
    <A, R>(what: 'window' | 'recall', call: (request: A) => Promise<R>) =>
    async (request: A): Promise<R> => {
      if (interrupted.aborted) throw new Error('Interrupted.');
      const result = await call(request);
      onStep(what);
      return result;
    };
  const { retriever, recallWithout } = target;
  return {
    ...target,
    ...(recallWithout && { recallWithout: (parts) => watched('recall', recallWithout(parts)) }),
    retriever: {
      ...retriever,
      assembleWindow: watched('window', (request: Parameters<typeof retriever.assembleWindow>[0]) => retriever.assembleWindow(request)),
      recall: watched('recall', (request: Parameters<typeof retriever.recall>[0]) => retriever.recall(request)),
    },
  };
}
