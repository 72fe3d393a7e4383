import { fail, ok, warn, type CheckResult } from './check.ts';

const NEEDED_MAJOR = 24;
/** Version that `npm ci` installs on most systems. The newest in the registry for macOS on Apple silicon is older. */
export const CURRENT_NODE = '24.21.0';

/** Fails below the required major version and warns when later fixes are missing. `version` is written as `24.21.0`. */
export function judgeNode(version: string): Omit<CheckResult, 'name'> {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const currentMinor = Number(CURRENT_NODE.split('.')[1]);
  if (major < NEEDED_MAJOR) return fail(`v${version}`, `Node ${NEEDED_MAJOR} is needed; npm ci brings one.`);
  if (major > NEEDED_MAJOR || minor >= currentMinor) return ok(`v${version}`);
  return warn(
    `v${version} is old: it lacks the fixes up to v${CURRENT_NODE}`,
    `Install Node ${CURRENT_NODE} or later from nodejs.org, and start with \`node apps/cli/bin/total-recall.js serve\`.`,
  );
}
