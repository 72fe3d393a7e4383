import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Other files between two of the whole service. They compute while it waits for its processes and servers. */
const BETWEEN = 3;
const WHOLE_SERVICE = '.e2e.test.ts';

/**
 * Orders test files. Vitest goes by their size where it has no earlier times, and the files of the whole service are
 * small though they take minutes: one of them would be left when the others are done.
 */
export class LongTestsEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return spreadLong(await super.sort(files), ({ moduleId }) => moduleId.endsWith(WHOLE_SERVICE));
  }
}

/** Puts a long one before every few others, until there is none left. Keeps the order of the long ones and of the others. */
export function spreadLong<T>(all: readonly T[], isLong: (one: T) => boolean): T[] {
  const long = all.filter(isLong);
  const others = all.filter((one) => !isLong(one));
  const spread = long.flatMap((one, at) => [one, ...others.slice(at * BETWEEN, (at + 1) * BETWEEN)]);
  return [...spread, ...others.slice(long.length * BETWEEN)];
}
