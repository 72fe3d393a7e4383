/** Characters processed in one go: a few milliseconds, whether they are analysed, sealed or hashed. */
const SLICE_CHARS = 32 * 1024;

/** Takes the number of characters just processed. Resolves at once, or after each slice when other work has run. */
export type Slices = (chars: number) => Promise<void>;

/**
 * Cuts long work on the main thread into slices. Awaiting a value that is already there does not run other work, so
 * megabytes of one tenant would block the requests of all others. After each slice pending requests go first, or what
 * `rest` waits for.
 */
export function createSlices(rest: () => Promise<void> = yieldToEventLoop): Slices {
  let chars = 0;
  return async (more) => {
    chars += more;
    if (chars < SLICE_CHARS) return;
    chars = 0;
    await rest();
  };
}

/** Runs steps that yield the number of characters each has processed. */
export async function inSlices<T>(steps: Generator<number, T>, slices: Slices = createSlices()): Promise<T> {
  let step = steps.next();
  while (!step.done) {
    await slices(step.value);
    step = steps.next();
  }
  return step.value;
}

/** Resolves when pending requests, answers and messages have been handled. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
