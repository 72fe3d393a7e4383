import { format, resolveConfig } from 'prettier';
import { renderClientTypes } from './render-client-types.ts';

/** Returns the files of `libs/client/src/wire` by name, formatted as in the repository. */
export async function formatClientTypes(): Promise<[name: string, text: string][]> {
  const config = await resolveConfig(new URL('../../libs/client/src/wire/wire-types.ts', import.meta.url));
  const files = Object.entries(renderClientTypes());
  return Promise.all(files.map(async ([name, text]) => [name, await format(text, { ...config, parser: 'typescript' })]));
}
