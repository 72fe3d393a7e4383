/**
 * Takes all steps of a work at once, and returns its result. Each step yields the number of characters that it has
 * processed; who must let other work in between takes them one by one.
 */
export function takeSteps<T>(steps: Generator<number, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
