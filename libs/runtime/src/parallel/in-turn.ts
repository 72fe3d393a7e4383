/** Runs what it is given one after the other, in the order it is given; what fails holds up nothing that comes after it. */
export function createTurns(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result;
  };
}
