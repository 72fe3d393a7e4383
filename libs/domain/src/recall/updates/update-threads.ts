/** A passage, by the indexes of its event and of itself. */
export interface PassagePlace {
  readonly event: number;
  readonly passage: number;
}

export interface FoundUpdate {
  readonly older: PassagePlace;
  readonly newer: PassagePlace;
}

/** Passages that updates connect, with these updates in their order. */
interface UpdateThread<U extends FoundUpdate> {
  readonly places: readonly PassagePlace[];
  readonly updates: readonly U[];
}

/** Groups updates by the passages that they connect: all that was said of one thing is one thread. */
export function threadsOf<U extends FoundUpdate>(updates: readonly U[]): UpdateThread<U>[] {
  let threads: { places: Map<string, PassagePlace>; updates: U[] }[] = [];
  for (const update of updates) {
    const ends = [update.older, update.newer];
    const isOwn = ({ places }: (typeof threads)[number]): boolean => ends.some((place) => places.has(keyOf(place)));
    const own = threads.filter(isOwn);
    const places = new Map([
      ...own.flatMap((thread) => [...thread.places]),
      ...ends.map((place): [string, PassagePlace] => [keyOf(place), place]),
    ]);
    threads = [
      ...threads.filter((thread) => !own.includes(thread)),
      { places, updates: [...own.flatMap((thread) => thread.updates), update] },
    ];
  }
  return threads.map(({ places, updates: own }) => ({ places: [...places.values()], updates: own }));
}

const keyOf = ({ event, passage }: PassagePlace): string => `${event} ${passage}`;
