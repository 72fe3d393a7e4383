import type { DerivedCall, DerivedFailure, DerivedFile } from './derived-task-state.ts';
import { isOfRunner } from './failed-result.ts';

/** A failed call, told by the line of its result. */
export interface FailedCall {
  readonly call: DerivedCall;
  readonly ordinal: number;
  /** The call and the line, as a card shows them. */
  readonly text: string;
  /** Where the line begins in it; absent where there is none. */
  readonly lineFrom?: number;
}

/** Says that a program, or a module that one loads, is not there: another program may do the same. */
const NO_RUNNER =
  /command not found|(?<=: )not found\s*$|no module named|ModuleNotFoundError|cannot find (?:module|package)|is not recognized as|(?:Kommando|Befehl) nicht gefunden|commande introuvable|orden no encontrada|comando (?:non trovato|não encontrado)|opdracht niet gevonden|команда не найдена|nie znaleziono polecenia|kommandot finns inte|未找到命令|コマンドが見つかりません|명령을 찾을 수 없/iu;
/** Says that a file or folder is not there. */
const NOT_THERE =
  /no such file|not exist|cannot (?:access|find|open|stat)|not found|ENOENT|nicht gefunden|aucun fichier|no existe|non esistente|inexistente|bestaat niet|finns inte|нет такого файла|nie ma takiego|没有那个文件|ありません|없습니다/iu;
/** Shortest line by which two failures are known as the same. */
const LINE_CHARS = 12;

/** Returns the failures that a call which succeeded leaves. */
export function settle(failures: readonly DerivedFailure[], call: DerivedCall): DerivedFailure[] {
  const { key, settles = [key], removed = [], ran = [] } = call;
  return failures.flatMap((failure) => {
    if ([failure.key, ...(failure.alike ?? [])].some((one) => settles.includes(one))) return [];
    const { operands } = failure;
    if (operands === undefined) return [failure];
    if (NO_RUNNER.test(lineOf(failure) ?? '') && operands.every((file) => ran.includes(file))) return [];
    const left = operands.filter((file) => !removed.some((gone) => isWithin(file, gone)));
    if (left.length === operands.length) return [failure];
    return left.length === 0 ? [] : [{ ...failure, operands: left }];
  });
}

/** Adds a failure to others: the same call again, or another that tells the same line, stands once, where it was last. */
export function withFailure(failures: readonly DerivedFailure[], { call, ordinal, text, lineFrom }: FailedCall): DerivedFailure[] {
  const { key, operands = [] } = call;
  const failed = { ordinal, key, text, ...(lineFrom !== undefined && { lineFrom }), ...(operands.length > 0 && { operands }) };
  const same = failures.filter((failure) => failure.key === key || failure.alike?.includes(key) === true || tellSame(failure, failed));
  const alike = [...new Set(same.flatMap((failure) => [failure.key, ...(failure.alike ?? [])]))].filter((one) => one !== key);
  const times = same.reduce((sum, failure) => sum + failure.times, 1);
  return [
    ...failures.filter((failure) => !same.includes(failure)),
    { ...failed, ...(alike.length > 0 && { alike: alike.slice(-MOST_ALIKE) }), times },
  ];
}

const MOST_ALIKE = 8;

/** Returns true where two failures tell the same line, as far as it is shown, that is not one which says no more than that they failed. */
function tellSame(one: Pick<DerivedFailure, 'text' | 'lineFrom'>, other: Pick<DerivedFailure, 'text' | 'lineFrom'>): boolean {
  const [line, otherLine] = [lineOf(one), lineOf(other)];
  if (line === undefined || otherLine === undefined) return false;
  const isCut = line.endsWith('…') || otherLine.endsWith('…');
  const [first, second] = [line, otherLine].map((each) => each.replace(/…$/, ''));
  const shown = isCut ? Math.min(first!.length, second!.length) : Math.max(first!.length, second!.length);
  return shown >= LINE_CHARS && first!.slice(0, shown) === second!.slice(0, shown) && !isOfRunner(line);
}

const lineOf = ({ text, lineFrom }: Pick<DerivedFailure, 'text' | 'lineFrom'>): string | undefined =>
  lineFrom === undefined ? undefined : text.slice(lineFrom);

/** Returns true for a failure which tells that a file is gone that a call removed: that is what it was looked for. */
export function showsRemoval(files: ReadonlyMap<string, DerivedFile>, { operands = [] }: DerivedCall, line: string): boolean {
  return NOT_THERE.test(line) && operands.some((path) => line.includes(path) && isGone(files, path));
}

function isGone(files: ReadonlyMap<string, DerivedFile>, path: string): boolean {
  const within = [...files.values()].filter((file) => isWithin(file.path, path) || isWithin(path, file.path));
  return within.length > 0 && within.every(({ removed }) => removed === true);
}

/** Returns true for a file that a folder holds, or that is the same; a path in full may stand for one of the folder at hand. */
function isWithin(file: string, folder: string): boolean {
  if (file === folder || file.startsWith(`${folder}/`)) return true;
  return (folder.startsWith('/') && folder.endsWith(`/${file}`)) || (file.startsWith('/') && file.endsWith(`/${folder}`));
}
