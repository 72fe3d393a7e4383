import { formatText } from '../format-text.ts';
import { renderClientTypes } from './render-client-types.ts';

/** Returns the files of `libs/client/src/wire` by name, formatted as in the repository. */
export async function formatClientTypes(): Promise<[name: string, text: string][]> {
  const files = Object.entries(renderClientTypes());
  return Promise.all(files.map(async ([name, text]) => [name, await formatText(name, text)]));
}
