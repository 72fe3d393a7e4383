/** Reads the ends of partitions from the brokers. */
export interface LogEnds {
  /** Offset of the last record that all copies in sync have, as it stands after this call was made; -1 when empty. */
  end(partition: number): Promise<number>;
  /** Records an offset that is known to be written; no end below it is returned. */
  raise(partition: number, offset: number): void;
  /** Returns the last offset that this process has heard of, without asking; -1 where it has not. Only rises. */
  known(partition: number): number;
}

interface Waiting {
  readonly partition: number;
  readonly resolve: (end: number) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends one request at a time, for all partitions asked for. Callers that come while it runs share the next one, as the
 * running answer may be older than their question. After a change of leader a broker may briefly report less than it
 * has acknowledged; then the knowledge of this process counts.
 */
export function createLogEnds(ask: (partitions: readonly number[]) => Promise<Map<number, number>>): LogEnds {
  const known = new Map<number, number>();
  let waiting: Waiting[] = [];
  let running = false;

  const knownOf = (partition: number): number => known.get(partition) ?? -1;
  const raise = (partition: number, offset: number): void => void known.set(partition, Math.max(offset, knownOf(partition)));
  const askAll = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      try {
        const ends = await ask([...new Set(asked.map(({ partition }) => partition))]);
        for (const [partition, next] of ends) raise(partition, next - 1);
        for (const { partition, resolve } of asked) resolve(knownOf(partition));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    running = false;
  };
  return {
    raise,
    known: knownOf,
    end: (partition) =>
      new Promise((resolve, reject) => {
        waiting.push({ partition, resolve, reject });
        // Callers in the same turn of the event loop share the first request too.
        if (!running) {
          running = true;
          void Promise.resolve().then(askAll);
        }
      }),
  };
}
