import { lstatSync } from 'node:fs';
import { TotalRecallApiError, TotalRecallConnectionError } from '@total-recall/client';
import { reasonText, TotalRecallError } from '@total-recall/runtime';
import { TransferError } from '@total-recall/transfer';
import { CommandError, EXIT, type ExitCode } from './exit-code.ts';

export interface DescribedError {
  readonly code: string;
  readonly message: string;
  readonly advice?: string;
  readonly exitCode: ExitCode;
}

const START = 'Start one with `total-recall serve`, or name another with --url or TOTAL_RECALL_URL.';
const ANOTHER = 'Name another with --url or TOTAL_RECALL_URL.';
const ADDRESS = `Is that the address of the API, without /v1? ${ANOTHER}`;
const KEY = 'Give a key with --api-key or TOTAL_RECALL_API_KEY; `total-recall keys create` creates one.';
const ANOTHER_KEY =
  'Give another key with --api-key or TOTAL_RECALL_API_KEY; with an admin key, `total-recall keys create` with --scopes and --space creates one that may.';

/** Returns the advice for a refusal of the key that was sent. One that a delegation does not grant is granted to no other key. */
function keyAdvice({ status, code }: TotalRecallApiError): string | undefined {
  if (status === 401) return KEY;
  return code === 'forbidden' ? ANOTHER_KEY : undefined;
}

/** Describes any error to the person at the terminal: what was wrong, what to do, and the exit code. */
export function describeError(error: unknown): DescribedError {
  if (error instanceof CommandError) return { code: error.code, message: error.message, advice: error.advice, exitCode: error.exitCode };
  const system = systemError(error);
  if (system) return system;
  if (error instanceof TotalRecallConnectionError)
    return { code: 'no_answer', message: error.message, advice: START, exitCode: EXIT.failed };
  if (error instanceof TotalRecallApiError) {
    const message = messageOf(error);
    if (isAstray(error)) {
      const advice = error.details['problem'] === 'another_api' ? ANOTHER : ADDRESS;
      return { code: error.code, message, advice, exitCode: EXIT.failed };
    }
    return { code: error.code, message, advice: keyAdvice(error), exitCode: missingOrFailed(error) };
  }
  if (error instanceof TransferError)
    return { code: error.code, message: error.message, advice: error.advice, exitCode: missingOrFailed(error) };
  if (error instanceof TotalRecallError) return { code: error.code, message: error.message, exitCode: exitCodeOf(error) };
  return { code: 'internal', message: reasonText(error), exitCode: EXIT.failed };
}

/** Names every field that was refused as who types a command knows it, without the part of the request that it was in. */
function messageOf({ code, message, errors }: TotalRecallApiError): string {
  const detail = message.slice(code.length + 2);
  const [first] = errors;
  if (!first) return detail;
  const fields = errors.map((field) => `${field.path.replace(/^(path|query|body)\./, '')}: ${field.message}`).join('; ');
  return detail.startsWith(`${first.path}: ${first.message}`) ? fields : `${detail} (${fields})`;
}

const ASTRAY: ReadonlySet<unknown> = new Set(['another_api', 'no_problem_document', 'no_such_path']);

/** Tells an answer that says nothing of the memory: of another program, or to a path that the API does not have. */
export function isAstray({ details }: TotalRecallApiError): boolean {
  return ASTRAY.has(details['problem']);
}

function exitCodeOf(error: TotalRecallError): ExitCode {
  return error.code === 'invalid_request' ? EXIT.usage : missingOrFailed(error);
}

function missingOrFailed({ code }: { readonly code: string }): ExitCode {
  return code === 'not_found' ? EXIT.notFound : EXIT.failed;
}

/** Describes an error of the operating system in one line, wherever it is in the chain of causes. */
export function systemError(error: unknown): DescribedError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const { code, port, address, path, syscall } = at as NodeJS.ErrnoException & { port?: number; address?: string };
    const failed = (message: string, advice?: string): DescribedError => ({ code: code!, message, advice, exitCode: EXIT.failed });
    if (code === 'EADDRINUSE')
      return failed(`Port ${port} of ${address} is in use.`, 'Stop what listens there, or choose another port (0 takes any free port).');
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      return failed(`${address ?? 'That host'} is not an address of this machine.`, 'Name another with --host.');
    if (code === 'EACCES' && port !== undefined)
      return failed(`This user may not open port ${port}.`, 'Choose one above 1023 with --port.');
    if (code === 'EROFS')
      return failed(
        `${path ?? 'A file'} is on a file system that is read-only.`,
        'Check the system log for disk errors, mount it for writing, or choose another folder.',
      );
    if (code === 'EACCES' || code === 'EPERM')
      return failed(
        `This user may not read or write ${path ?? 'a file'}.`,
        'Change its owner or its permissions, or choose another folder.',
      );
    if (code === 'ENOSPC') return failed('The disk is full.', 'Free some space; nothing that was acknowledged is lost.');
    if (code === 'ENOTDIR' || code === 'EEXIST')
      return failed(`${path ?? 'The path'} is not a folder.`, 'Move what is there away, or choose another folder.');
    if (code === 'EISDIR')
      return failed(`${path ?? 'The path'} is a folder, but a file is needed.`, 'Name a file, or move the folder out of the data folder.');
    if (code === 'ENOENT' && path !== undefined && isLink(path))
      return failed(`${path} is a link to a missing file.`, 'Mount or restore its target, or remove the link.');
    if (code === 'ENOENT' && syscall === 'mkdir')
      return failed(
        `${path} cannot be created: its parent folder is gone, or the file system takes no new folders.`,
        'Put that folder back, or choose another one.',
      );
    if (code === 'ENOENT' && path !== undefined) return { code, message: `There is no ${path}.`, exitCode: EXIT.notFound };
  }
  return undefined;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
