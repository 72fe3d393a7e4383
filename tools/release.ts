// `npm run release -- --dry-run`: checks versions and changelog, packs, tries the packages, and says what would be
// published. With `--version 0.2.0` and without `--dry-run` it writes that version and its heading, too, and with
// `--repository https://...` where the packages come from. It never publishes: that is done by a CI that can attest that.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packPackages } from './release/pack-packages.ts';
import {
  chartVersions,
  datedChangelog,
  pythonVersion,
  releaseProblems,
  repositoryAt,
  repositoryProblems,
  unreleased,
  withChartVersion,
  withPythonVersion,
  withRepository,
  withVersion,
  type Repository,
} from './release/release-plan.ts';
import { readJson, readWorkspaces, type Manifest } from './release/workspaces.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const {
  version: wanted,
  repository: address,
  'dry-run': dryRun = false,
} = parseArgs({
  options: { version: { type: 'string' }, repository: { type: 'string' }, 'dry-run': { type: 'boolean' } },
}).values;
const workspaces = readWorkspaces(root);
const manifests = [join(root, 'package.json'), ...[...workspaces.values()].map(({ folder }) => join(folder, 'package.json'))];
const pyprojectFile = join(root, 'python/pyproject.toml');
const pyproject = await readFile(pyprojectFile, 'utf8');
const chartFile = join(root, 'k8s/helm/total-recall/Chart.yaml');
const chart = await readFile(chartFile, 'utf8');
const changelogFile = join(root, 'CHANGELOG.md');
const changelog = await readFile(changelogFile, 'utf8');
const { version: current, repository: known } = readJson<Manifest & { repository?: Repository }>(manifests[0]!);
const version = wanted ?? current;
const repository = address === undefined ? known : repositoryAt(address);

const problems = [
  ...releaseProblems(version, current, changelog),
  ...repositoryProblems(repository),
  ...manifests.filter((file) => readJson<Manifest>(file).version !== current).map((file) => `${file} has another version than ${current}.`),
  ...(pythonVersion(pyproject) === current ? [] : [`${pyprojectFile} has another version than ${current}.`]),
  ...(chartVersions(chart).every((each) => each === current) ? [] : [`${chartFile} has another version than ${current}.`]),
  ...(git('status', '--porcelain') === '' ? [] : ['There are changes that are not committed.']),
  ...(git('tag', '--list', `v${version}`) === '' ? [] : [`The tag v${version} is there already.`]),
];
// A dry run goes on, so that it shows all that there is to do.
for (const problem of problems) console.error(`- ${problem}`);
if (problems.length > 0) process.exitCode = 1;
if (problems.length === 0 || dryRun) {
  if (!dryRun && (version !== current || address !== undefined)) await writeVersion();
  console.log(`\nWhat is new in ${version}:\n\n${unreleased(changelog)}\n`);
  await packAll();
}

async function writeVersion(): Promise<void> {
  const ours = new Set(workspaces.keys());
  for (const file of manifests) {
    const manifest = withVersion(readJson<Manifest>(file), version, ours);
    const told = file === manifests[0] ? { ...manifest, repository } : withRepository(manifest, repository!, relative(root, dirname(file)));
    await writeFile(file, `${JSON.stringify(told, null, 2)}\n`);
  }
  await writeFile(pyprojectFile, withPythonVersion(pyproject, version));
  await writeFile(chartFile, withChartVersion(chart, version));
  if (version !== current) await writeFile(changelogFile, datedChangelog(changelog, version, new Date().toISOString().slice(0, 10)));
  execFileSync('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
}

async function packAll(): Promise<void> {
  // A build leaves the files of sources that are gone, and a package takes all that it finds.
  for (const file of manifests) await rm(join(dirname(file), 'dist'), { recursive: true, force: true });
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  for (const tried of ['check:packages', 'doors']) execFileSync('npm', ['run', '--silent', tried], { cwd: root, stdio: 'inherit' });
  const to = join(root, '.total-recall/release');
  const { service, client, integrations } = await packPackages(root, to);
  const packed = [service, client, ...integrations];
  const sums = await Promise.all(
    packed.map(
      async ({ file }) =>
        `${createHash('sha256')
          .update(await readFile(file))
          .digest('hex')}  ${basename(file)}`,
    ),
  );
  await writeFile(join(to, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  console.log(`\nIn ${to}:\n${sums.join('\n')}`);
  console.log(`\nTo publish, from a CI job that has an identity (id-token: write) and the commit tagged v${version}:`);
  for (const { file } of packed) console.log(`  npm publish ${basename(file)} --provenance --access public`);
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
