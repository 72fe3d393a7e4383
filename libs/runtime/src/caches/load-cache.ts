import { createLruMap } from './recent-entries.ts';

/** Values that were loaded by name, until all are forgotten. */
export interface LoadCache<Value extends object> {
  /** Returns the value of a name, loaded if it is not held. Answers that are no objects, such as `undefined`, are not kept. */
  get<Answer extends Value | string | undefined>(name: string, load: () => Promise<Answer>): Promise<Answer | Value>;
  /** Returns the value only if it is held. */
  held(name: string): Value | undefined;
  /** Drops all values. A load that began earlier and ends later is not kept either. */
  forget(): void;
}

/** Creates the cache, which holds at most `most` values: those that were used last. */
export function createLoadCache<Value extends object>(most: number): LoadCache<Value> {
  const values = createLruMap<Value>(most);
  let forgotten = 0;
  return {
    async get(name, load) {
      const held = values.get(name);
      if (held) return held;
      const before = forgotten;
      const answer = await load();
      if (typeof answer === 'object' && before === forgotten) values.set(name, answer);
      return answer;
    },
    held: (name) => values.get(name),
    forget: () => {
      forgotten += 1;
      values.clear();
    },
  };
}
