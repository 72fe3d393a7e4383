/** Queue of requests with limited parallelism: urgent ones first, otherwise in order of arrival. */
export interface RequestQueue<Question, Answer> {
  ask(question: Question, options: { readonly urgent: boolean }): Promise<Answer>;
}

export function createRequestQueue<Question, Answer>(
  parallel: number,
  perform: (question: Question) => Promise<Answer>,
): RequestQueue<Question, Answer> {
  const waiting: { readonly urgent: boolean; readonly run: () => Promise<void> }[] = [];
  let running = 0;

  function dispatch(): void {
    while (running < parallel && waiting.length > 0) {
      const urgent = waiting.findIndex((entry) => entry.urgent);
      const [entry] = waiting.splice(Math.max(0, urgent), 1);
      running += 1;
      void entry!.run().finally(() => {
        running -= 1;
        dispatch();
      });
    }
  }

  return {
    ask(question, { urgent }) {
      return new Promise((resolve, reject) => {
        waiting.push({ urgent, run: () => perform(question).then(resolve, reject) });
        dispatch();
      });
    },
  };
}
