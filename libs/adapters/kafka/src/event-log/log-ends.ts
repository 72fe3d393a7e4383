/** Ends of partitions, asked of the brokers. */
export interface LogEnds {
  /** Offset of the last record that all copies in sync have, as it stands after this call was made; -1 when empty. */
  end(partition: number): Promise<number>;
  /** What is known to be written; an end is never answered as less. */
  raise(partition: number, offset: number): void;
}

interface Waiting {
  readonly partition: number;
  readonly resolve: (end: number) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One request at a time for whoever asks, for all partitions asked for: callers that come while it runs share the next one, as the
 * answer under way may be older than their question. After a change of leader a broker may say less than it has acknowledged, for a
 * moment; what this process knows counts then.
 */
export function createLogEnds(ask: (partitions: readonly number[]) => Promise<Map<number, number>>): LogEnds {
  const known = new Map<number, number>();
  let waiting: Waiting[] = [];
  let running = false;

  const raise = (partition: number, offset: number): void => void known.set(partition, Math.max(offset, known.get(partition) ?? -1));
  const askAll = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      try {
        const ends = await ask([...new Set(asked.map(({ partition }) => partition))]);
        for (const [partition, next] of ends) raise(partition, next - 1);
        for (const { partition, resolve } of asked) resolve(known.get(partition) ?? -1);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    running = false;
  };
  return {
    raise,
    end: (partition) =>
      new Promise((resolve, reject) => {
        waiting.push({ partition, resolve, reject });
        // Those who ask in the same turn of the loop share the first request too.
        if (!running) {
          running = true;
          void Promise.resolve().then(askAll);
        }
      }),
  };
}
