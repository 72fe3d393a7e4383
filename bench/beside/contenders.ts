import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeLines } from './code-lines.ts';

export const SCRIPTS = join(import.meta.dirname, 'contenders');

export interface Contender {
  readonly name: string;
  /** Module below `contenders`. */
  readonly module: string;
  /** Cuts texts into pieces first. */
  readonly pieces: boolean;
  /** Stores and asks through our service, which is started for it. */
  readonly service: boolean;
}

export const CONTENDERS: readonly Contender[] = [
  { name: 'Total Recall', module: 'total_recall_space', pieces: false, service: true },
  { name: 'Mem0', module: 'mem0_store', pieces: false, service: false },
  { name: 'Mem0, texts in pieces', module: 'mem0_store', pieces: true, service: false },
  { name: 'LangGraph', module: 'langgraph_store', pieces: false, service: false },
  { name: 'LangGraph, texts in pieces', module: 'langgraph_store', pieces: true, service: false },
];

/** Counts what a user would write for a contender. */
export async function linesOf({ module, pieces }: Contender): Promise<number> {
  const modules = [module, ...(pieces ? ['pieces'] : [])];
  const sources = await Promise.all(modules.map((name) => readFile(join(SCRIPTS, `${name}.py`), 'utf8')));
  return sources.reduce((sum, source) => sum + codeLines(source), 0);
}
