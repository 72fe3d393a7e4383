import { basename } from 'node:path';
import type { SpaceClient } from '@total-recall/client';
import { isAhead, renderDigestPages, type DigestFact, type DigestPages } from '@total-recall/domain';
import { createSystemClock, pagesOf } from '@total-recall/runtime';
import type { Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { plural } from '../../output/format-number.ts';
import { oneLine, printable } from '../../output/text-width.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { requireSpace } from '../../service/require-named.ts';
import { compareFiles, detailPath, writeFiles, type DigestFile } from '../../digest/digest-files.ts';
import { DEFAULT_SPACE, withSpace } from '../../space-argument.ts';

interface DigestOptions extends ConnectionOptions {
  readonly write?: string;
  readonly check?: string;
  readonly subject?: string;
  readonly json?: boolean;
}

const FACTS_A_PAGE = 500;

export function addDigest(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = withSpace(
    program
      .command('digest')
      .description(
        'Print the current facts of a space as one short Markdown page, for a system prompt or a person, or write it to a file.',
      ),
    'the space',
    DEFAULT_SPACE,
  );
  withConnection(command)
    .option(
      '--write <file>',
      'write it to this file, and what does not fit to files beside it; never overwrites a file that a person edited',
    )
    .option('--check <file>', 'show what --write would change, and write nothing')
    .option('--subject <name>', 'include facts that are private to this person')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall digest work\n  total-recall digest work --write MEMORY.md\n\nExit code 1 if --check finds a difference, or --write finds a file that was edited by hand.',
    )
    .action((space: string, options: DigestOptions) => execute((context) => digest(space, options, context)));
}

async function digest(space: string, options: DigestOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const memory = connect(options, context).client.space(space);
  const file = options.write ?? options.check;
  if (file !== undefined) return keepFile({ memory, space, file, isWritten: options.write !== undefined }, options, context);
  const { subject } = options;
  const answer = await memory.digest({ ...(subject !== undefined && { subject }) });
  if (answer.facts === 0) await requireSpace(memory, space);
  if (options.json) terminal.out(JSON.stringify({ space, ...answer }));
  else if (answer.facts === 0)
    terminal.note(
      `${space} has no facts that everyone may see. \`total-recall consolidate ${space}\` reads new events; \`total-recall profile ${space} --subject <name>\` shows facts that are private to a person.`,
    );
  else {
    terminal.out(printable(answer.text).trimEnd());
    if (answer.left > 0) terminal.note(`${plural(answer.left, 'fact')} did not fit; --write puts them in files beside it.`);
  }
  return answer.facts === 0 ? EXIT.notFound : EXIT.ok;
}

/** Compares the files of a digest with what is known, and writes them where that is asked for and nobody edited them. */
async function keepFile(
  {
    memory,
    space,
    file,
    isWritten,
  }: { readonly memory: SpaceClient; readonly space: string; readonly file: string; readonly isWritten: boolean },
  options: DigestOptions,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  const facts = await factsThatHold(memory, options.subject);
  if (facts.length === 0) await requireSpace(memory, space);
  const pages = renderDigestPages(facts, (label) => basename(detailPath(file, label)));
  const files = await compareFiles(file, pages);
  const edited = files.filter(({ state }) => state === 'edited');
  const changed = files.filter(({ state }) => state !== 'same');
  const isDone = isWritten && edited.length === 0;
  if (isDone) await writeFiles(changed);
  if (options.json) {
    const said = files.map(({ path, state, added, removed }) => ({ path, state, added, removed }));
    terminal.out(JSON.stringify({ written: isDone, facts: pages.facts, demoted: pages.demoted, files: said, prunes: pages.prunes }));
  } else {
    for (const one of changed) terminal.out(describe(one, isDone));
    if (changed.length === 0) terminal.note(`${printable(file)} is up to date.`);
    noteFull(pages, terminal);
    for (const { path } of edited)
      terminal.note(`${printable(path)} was edited by hand and is not overwritten. Move it away, or write to another file.`);
  }
  return isWritten ? (edited.length === 0 ? EXIT.ok : EXIT.failed) : changed.length === 0 ? EXIT.ok : EXIT.failed;
}

function describe({ path, state, added, removed }: DigestFile, isDone: boolean): string {
  const did = state === 'gone' ? 'removed' : state === 'new' ? 'new' : 'changed';
  const head = `${printable(path)}: ${isDone ? did : `would be ${did}`}, ${added.length} lines added, ${removed.length} lines removed`;
  return [head, ...removed.map((line) => `  - ${oneLine(line)}`), ...added.map((line) => `  + ${oneLine(line)}`)].join('\n');
}

function noteFull({ demoted, prunes }: DigestPages, terminal: CommandContext['terminal']): void {
  if (demoted === 0) return;
  terminal.note(`The page is full: ${plural(demoted, 'fact')} moved to the files beside it. Facts you could forget:`);
  for (const { id, text, why } of prunes)
    terminal.note(`  total-recall forget ${id}  # ${why === 'said_before' ? 'said before' : 'said once, long ago'}: ${oneLine(text)}`);
}

/**
 * Returns the facts that hold now, in their order, with those that are private to a subject where one is named. A list has
 * those that are to come, too; they are not known to be so before they begin.
 */
async function factsThatHold(memory: SpaceClient, subject?: string): Promise<DigestFact[]> {
  const facts = new Map<string, DigestFact>();
  const now = createSystemClock().now();
  for (const about of subject === undefined ? [{}] : [{}, { subject }]) {
    for await (const page of pagesOf((from) => memory.facts({ ...about, limit: FACTS_A_PAGE, ...from })))
      for (const { since, until, ...fact } of page.facts) {
        const begin = Date.parse(since);
        // The time of a message may be that of a clock that is ahead; a date of its own says when a fact begins.
        if (since === fact.knownAt ? isAhead(begin, now) : begin > now) continue;
        facts.set(fact.id, { ...fact, since: begin, ...(until !== undefined && { until: Date.parse(until) }) });
      }
  }
  return [...facts.values()];
}
