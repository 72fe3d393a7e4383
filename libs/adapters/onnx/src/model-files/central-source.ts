import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddingModel } from '../embedding-model.ts';
import { download, type DownloadOptions } from './download.ts';

export const MAVEN_CENTRAL_URL = 'https://repo1.maven.org/maven2';

/** Allowance for an archive over its content: it is compressed, so it is hardly larger. */
const ARCHIVE_SLACK_BYTES = 1 << 20;

/**
 * Downloads the model's Maven artifact from the repository, for machines without Maven. Resolves to the path of the
 * archive in `folder`. Errors: as `download`, and when the archive is larger than the model's files could make it.
 */
export async function downloadMavenArtifact(
  model: EmbeddingModel,
  folder: string,
  repositoryUrl: string,
  options: DownloadOptions & { readonly onProgress?: (receivedBytes: number, totalBytes: number) => void },
): Promise<string> {
  const { group, artifact, version } = model.maven;
  const name = `${artifact}-${version}.jar`;
  const path = join(folder, name);
  const most = model.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, ARCHIVE_SLACK_BYTES);
  const url = `${repositoryUrl.replace(/\/+$/, '')}/${group.replaceAll('.', '/')}/${artifact}/${version}/${name}`;
  const { totalBytes = most, chunks } = await download(url, options);
  const file = await open(path, 'wx', 0o644);
  try {
    let received = 0;
    for await (const chunk of chunks) {
      received += chunk.length;
      if (received > most) throw new Error(`the archive has more than ${most} bytes`);
      await file.writeFile(chunk);
      options.onProgress?.(received, totalBytes);
    }
  } finally {
    await file.close();
  }
  return path;
}
