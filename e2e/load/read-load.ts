import { callerOf, windowOverBudget, type LoadTarget } from './event-load.ts';

export interface ReadReport {
  readonly recalls: number;
  readonly windows: number;
  /** Number of answers that asked to wait. */
  readonly told: number;
  readonly slowestMs: number;
  /** Answers that no reader should get. */
  readonly wrong: readonly string[];
}

const PAUSE_MS = 50;
const LISTED = 20;

/**
 * Starts a reader that alternates recalls and windows of older data. It accepts only an answer or a request to wait.
 */
export function readAgainAndAgain(target: LoadTarget, space: string, sessions: readonly string[]): { stop(): Promise<ReadReport> } {
  const call = callerOf(target);
  const wrong = new Set<string>();
  let [recalls, windows, told, slowestMs, stopped] = [0, 0, 0, 0, false];
  const say = (what: string): void => void (wrong.size < LISTED && wrong.add(what));

  const ask = async (path: string, body: object): Promise<any | undefined> => {
    const from = performance.now();
    const answer = await call('POST', `/v1/spaces/${space}/${path}`, body).catch((error: unknown) => ({ status: 0, body: String(error) }));
    slowestMs = Math.max(slowestMs, performance.now() - from);
    if (answer.status === 200) return answer.body;
    if (answer.status === 503) told += 1;
    else say(`${path} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return undefined;
  };
  const reading = (async () => {
    for (let at = 0; !stopped; at++) {
      const session = sessions[at % sessions.length]!;
      const answer = await ask('recall', { query: 'more words to fill the window' });
      if (answer !== undefined) recalls += 1;
      if (answer?.hits.length === 0) say('recall found nothing of what was there');
      const window = await ask(`sessions/${session}/window`, {});
      if (window !== undefined) windows += 1;
      if (window?.turn === 0) say(`the window of ${session} was empty`);
      if (window !== undefined && windowOverBudget(window)) say(`${session}: a window of ${window.tokens.total} tokens`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await reading;
      return { recalls, windows, told, slowestMs, wrong: [...wrong] };
    },
  };
}
