import { IMPORT_LIMITS } from './import-limits.ts';
import { isRecord, textOf, type JsonRecord } from './json-values.ts';

/** Types of blocks of which the fields named below, and the blocks in them, are all that a model is shown. */
const READABLE: ReadonlySet<string> = new Set([
  'bash_code_execution_output',
  'bash_code_execution_result',
  'code_execution_output',
  'code_execution_result',
  'compaction',
  'container_upload',
  'encrypted_code_execution_result',
  'resource',
  'resource_link',
  'search_result',
  'source',
  'source-document',
  'source-url',
  'tool_reference',
  'tool_search_tool_search_result',
  'web_fetch_result',
  'web_search_result',
]);

/** Fields that the vendor alone can read, such as the pages that its search has found. */
const SEALED = /^encrypted_|^signature$/;
/** Fields that say nothing by themselves. */
const NAMES: ReadonlySet<string> = new Set(['type', 'id']);

/** Returns true for a type of block that is read as text. */
export function isReadable(type: string): boolean {
  return READABLE.has(type);
}

/** Returns what a block says beside the blocks in it: its title and address, its text, and what a program printed. */
export function readableText(block: JsonRecord): string | undefined {
  const { title, url, uri, source, text, description, stdout, stderr, return_code: code, resource } = block;
  const address = textOf(url) ?? textOf(uri) ?? textOf(source) ?? (isRecord(resource) ? textOf(resource.uri) : undefined);
  const head = [textOf(title), address].filter((part) => part !== undefined).join(' ');
  const failed = typeof code === 'number' && code !== 0 ? `return code ${code}` : undefined;
  const lines = [head, textOf(text), textOf(description), textOf(stdout), textOf(stderr), failed];
  return textOf(lines.filter(Boolean).join('\n')) ?? labelled(block);
}

/** Returns the name of what a block stands for. */
function labelled({ type, tool_name: tool, file_id: file, filename, name }: JsonRecord): string | undefined {
  const label = [tool, file, filename, name].map(textOf).find((text) => text !== undefined);
  return label === undefined ? undefined : `[${String(type)}: ${label}]`;
}

/** Returns true for a block that says more than its type, and can be read. */
export function holdsMore(block: JsonRecord): boolean {
  return Object.keys(block).some((name) => !NAMES.has(name) && !SEALED.test(name));
}

/** Returns a block as JSON without what is sealed in it; of a longer one the beginning. */
export function jsonOf(block: JsonRecord): string {
  const most = IMPORT_LIMITS.unknownBlockLength;
  const json = JSON.stringify(block, (name, field: unknown) => (SEALED.test(name) ? undefined : field));
  if (json.length <= most) return json;
  return `${json.slice(0, most).toWellFormed()} [${json.length - most} of ${json.length} characters left out]`;
}
