// `npm run check:dependencies`: checks the licences of everything that ships, and the vulnerabilities that the registry
// knows.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { foreignLicences, seriousAdvisories, type Audit, type BillOfMaterials } from './dependencies/judge-dependencies.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const MAX_BYTES = 64 * 1024 * 1024;

/** Runs npm and parses its JSON. An audit with findings exits with an error but still prints the JSON. */
async function npmJson<T>(...args: readonly string[]): Promise<T> {
  const options = { cwd: root, maxBuffer: MAX_BYTES };
  const { stdout } = await promisify(execFile)('npm', args, options).catch((error: { stdout?: string }) => {
    if (!error.stdout) throw error;
    return { stdout: error.stdout };
  });
  return JSON.parse(stdout) as T;
}

const bill = await npmJson<BillOfMaterials>('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev');
const foreign = foreignLicences(bill);
for (const { name, version, licences } of foreign)
  console.log(
    `${name}@${version} has the licence ${licences.join(' and ') || 'that nobody named'}, which is not among the permissive ones`,
  );
console.log(`${bill.components.length} packages ship, ${foreign.length} with another licence than the permissive ones.`);

const audit = await npmJson<Audit>('audit', '--omit', 'dev', '--json');
const advisories = seriousAdvisories(audit);
if (advisories === undefined)
  console.log('NOT CHECKED: the registry does not answer an audit, so known vulnerabilities were not asked for.');
else {
  for (const { name, severity } of advisories) console.log(`${name}: a known vulnerability, ${severity}`);
  console.log(`${advisories.length} packages with a known vulnerability that is high or critical.`);
}
process.exitCode = foreign.length + (advisories?.length ?? 0) === 0 ? 0 : 1;
