import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBeam, readLocomo, type ConversationSet } from '@total-recall/evaluation';

const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

/** Reads the public conversations that the options of a bench name. Errors: none is named. */
export async function namedSets({ locomo, beam }: { readonly locomo?: string; readonly beam?: string }) {
  const sets: [string, ConversationSet][] = [];
  if (locomo !== undefined) sets.push(['LoCoMo', readLocomo(await json(locomo))]);
  if (beam !== undefined) {
    const names = (await readdir(beam)).filter((name) => name.endsWith('.json')).toSorted();
    sets.push(['BEAM', readBeam(await Promise.all(names.map(async (name) => ({ name, json: await json(join(beam, name)) }))))]);
  }
  if (sets.length === 0) throw new Error('Name a data set: --locomo FILE or --beam FOLDER.');
  return sets;
}
