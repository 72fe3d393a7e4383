import type { Manifest } from './workspaces.ts';

const UNRELEASED = '## Unreleased';
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** Says what stands in the way of releasing `version` over `current`; nothing where it may be released. */
export function releaseProblems(version: string, current: string, changelog: string): string[] {
  const problems: string[] = [];
  const wanted = VERSION.exec(version)?.slice(1).map(Number);
  const have = VERSION.exec(current)!.slice(1).map(Number);
  if (!wanted) problems.push(`${version} is no version: three numbers, as in 0.2.0.`);
  else if (version !== current && !isNext(wanted, have)) problems.push(`${version} does not follow ${current} by one step.`);
  if (unreleased(changelog) === '') problems.push('CHANGELOG.md has no entry under "Unreleased".');
  return problems;
}

/** Returns what the changelog says of the coming release. */
export function unreleased(changelog: string): string {
  const [, after = ''] = changelog.split(`${UNRELEASED}\n`);
  return after.split(/^## /m)[0]!.trim();
}

/** Returns the changelog with its coming release under a version and a date. */
export function datedChangelog(changelog: string, version: string, date: string): string {
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${date})`);
}

/** Returns a manifest under another version, with packages of ours that it names under the same one. */
export function withVersion<T extends Manifest>(manifest: T, version: string, ours: ReadonlySet<string>): T {
  const raise = (needs: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(needs).map(([name, wanted]) => [name, ours.has(name) ? version : wanted]));
  const named = Object.entries(manifest).map(([key, value]) =>
    key === 'dependencies' || key === 'devDependencies' ? [key, raise(value as Readonly<Record<string, string>>)] : [key, value],
  );
  return { ...(Object.fromEntries(named) as T), version };
}

/** Address of the sources of a package, as npm takes it. */
export interface Repository {
  readonly type: string;
  readonly url: string;
}

/** Returns the repository at an address, such as `https://example.org/own/total-recall`. */
export function repositoryAt(address: string): Repository {
  return { type: 'git', url: `git+${address.replace(/^git\+/, '').replace(/\/$|\.git$/, '')}.git` };
}

/** Says why npm would refuse to publish with provenance, which attests that the packages come from their repository. */
export function repositoryProblems(repository: Repository | undefined): string[] {
  if (repository === undefined)
    return ['package.json has no "repository", and npm publishes nothing with provenance without it: --repository https://... sets it.'];
  const isPublic = repository.type === 'git' && /^git\+https:\/\/[^/\s@]+\/[^\s@]+\.git$/.test(repository.url);
  return isPublic ? [] : [`The repository ${repository.url} has no address of a public one, as in git+https://example.org/own/name.git.`];
}

/** Returns a manifest that says where its package comes from, which provenance attests, where it is published with it. */
export function withRepository<T extends Manifest>(manifest: T, repository: Repository, directory: string): T {
  return manifest.publishConfig?.provenance ? { ...manifest, repository: { ...repository, directory } } : manifest;
}

const PYTHON_VERSION = /(?<=^\[project\]\n(?:.+\n)*?version = ")[^"]+/m;

/** Returns the version that a pyproject.toml gives. */
export function pythonVersion(pyproject: string): string | undefined {
  return PYTHON_VERSION.exec(pyproject)?.[0];
}

/** Returns a pyproject.toml under another version. */
export function withPythonVersion(pyproject: string, version: string): string {
  return pyproject.replace(PYTHON_VERSION, version);
}

const CHART_VERSIONS = /^(version|appVersion): .+$/gm;

/** Returns the versions that a Chart.yaml gives, of the chart and of the service. */
export function chartVersions(chart: string): string[] {
  return [...chart.matchAll(CHART_VERSIONS)].map(([line]) => line.split(': ')[1]!);
}

/** Returns a Chart.yaml under another version, for both. */
export function withChartVersion(chart: string, version: string): string {
  return chart.replace(CHART_VERSIONS, `$1: ${version}`);
}

/** One number is one higher and those after it are 0. */
function isNext(wanted: readonly number[], have: readonly number[]): boolean {
  const at = wanted.findIndex((part, index) => part !== have[index]);
  return wanted.every((part, index) => part === (index < at ? have[index] : index === at ? have[index]! + 1 : 0));
}
