import { readFileSync } from 'node:fs';
import { format, type FormatOptions } from 'oxfmt';

const file = readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8');
const { overrides, ...settings } = JSON.parse(file) as FormatOptions & { overrides: [{ options: FormatOptions }] };

/** Formats a text as the repository formats files of that name: code, or prose where it ends with `.md`. */
export async function formatText(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, path.endsWith('.md') ? { ...settings, ...overrides[0].options } : settings);
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${errors[0]!.message}`);
  return code;
}
