import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCommand, MissingTool, runFetch } from './server-host.ts';

/** Artefacts of a Maven repository: `group:artifact:version`, with `:zip` if it is not a jar. */
export interface MavenFiles {
  readonly artefacts: readonly string[];
  readonly transitive: boolean;
  /** Sha256 of every expected file, by name. */
  readonly sha256: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 900_000;

/** Makes the user's Maven put the files into `folder` and checks each. Errors: `MissingTool` when Maven is missing. */
export async function fetchMavenFiles(wanted: MavenFiles, folder: string): Promise<void> {
  const maven = await findCommand('mvn');
  if (maven === undefined) throw new MissingTool('There is no Maven (mvn) here; it fetches the server.');
  await mkdir(folder, { recursive: true });
  const pom = join(folder, 'pom.xml');
  await writeFile(pom, projectOf(wanted.artefacts));
  const scope = wanted.transitive ? '-DincludeScope=runtime' : '-DexcludeTransitive=true';
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
  const files = join(folder, 'files');
  await runFetch(maven, ['-B', '-ntp', '-q', '-f', pom, goal, scope, `-DoutputDirectory=${files}`], {
    timeout: TIMEOUT_MS,
  });
  await checkFiles(files, wanted.sha256);
}

/** Checks the files of a folder. Throws with the name of the first that is missing, unexpected or different. */
export async function checkFiles(folder: string, sha256: Readonly<Record<string, string>>): Promise<void> {
  const names = await readdir(folder);
  const unknown = names.find((name) => !(name in sha256));
  if (unknown !== undefined) throw new Error(`${join(folder, unknown)} is not among the files that belong there.`);
  for (const [name, expected] of Object.entries(sha256)) {
    if (!names.includes(name)) throw new Error(`${join(folder, name)} is missing.`);
    if ((await hashOf(join(folder, name))) !== expected) throw new Error(`${join(folder, name)} has another sha256 than it should have.`);
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function projectOf(artefacts: readonly string[]): string {
  const dependencies = artefacts.map((artefact) => {
    const [group, name, version, type = 'jar'] = artefact.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version><type>${type}</type></dependency>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>total-recall</groupId><artifactId>servers</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>
${dependencies.join('\n')}
</dependencies></project>
`;
}
