import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewEvent } from '@total-recall/domain';
import { answerSetOf, type AnswerSet } from '@total-recall/evaluation';

/** A question about a file of this repository. Without answers, nothing in the file answers it. */
interface OwnQuestion {
  readonly question: string;
  readonly answers: readonly string[];
  readonly file: string;
}

const DOCUMENTS = ['docs/**/*.md', '*.md', 'libs/domain/src/**/*.ts', 'libs/evaluation/src/*.ts', 'tools/*.ts'] as const;
/** Length of the pieces in which files are read, as agents do. */
const PIECE_CHARS = 16_000;
const SMALL_FILES = 12;

/**
 * Builds sessions in which an agent reads this repository file by file, with plain questions about it: real prose,
 * tables and code that belong to the project. One has everything, one only a few files. Constants may be fitted on it.
 */
export function ownDocuments(root: string): AnswerSet {
  const questions = JSON.parse(readFileSync(new URL('own-questions.json', import.meta.url), 'utf8')) as OwnQuestion[];
  const files = globSync(DOCUMENTS as unknown as string[], {
    cwd: root,
    exclude: (path) => /node_modules|\.test\.ts$/.test(path),
  }).toSorted();
  const few = [...new Set(questions.map(({ file }) => file))].toSorted().slice(0, SMALL_FILES);
  const stores = [
    { name: 'all files', events: readEvents(root, files), files: new Set(files) },
    { name: 'few files', events: readEvents(root, few), files: new Set(few) },
  ];
  return answerSetOf(
    stores.map(({ name, events }) => ({ name, sessions: [{ name: 'reading', events, units: events.map((_, at) => String(at + 1)) }] })),
    stores.flatMap(({ name, files: own }) =>
      questions.filter(({ file, answers }) => own.has(file) || answers.length === 0).map((question) => ({ ...question, store: name })),
    ),
  );
}

function readEvents(root: string, files: readonly string[]): NewEvent[] {
  return files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const pieces = Array.from({ length: Math.ceil(text.length / PIECE_CHARS) }, (_, at) =>
      text.slice(at * PIECE_CHARS, (at + 1) * PIECE_CHARS),
    );
    return pieces.flatMap((piece, at): NewEvent[] => {
      const call = { id: `${path}-${at}`, name: 'read_file' };
      return [
        { kind: 'agent_message', text: `I read ${path}${at === 0 ? '' : `, from ${at * PIECE_CHARS} on`}.`, messageId: call.id },
        { kind: 'tool_call', call: { ...call, arguments: JSON.stringify({ path, offset: at * PIECE_CHARS }) }, messageId: call.id },
        { kind: 'tool_result', call, text: piece },
      ];
    });
  });
}
