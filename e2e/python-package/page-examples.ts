import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PythonLab } from './python-lab.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Writes the Python examples of a page into the folder of the lab, calling its service, and returns their files. */
export async function writeExamples(lab: PythonLab, page: string): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  const examples = [...text.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code]) => code!.replaceAll('http://127.0.0.1:8420', lab.url));
  return Promise.all(
    examples.map(async (code, at) => {
      const file = join(lab.folder, `${page.replaceAll(/[^a-z]/gi, '_')}_${at + 1}.py`);
      await writeFile(file, code);
      return file;
    }),
  );
}
