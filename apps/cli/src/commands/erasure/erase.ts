import type { Command } from 'commander';
import type { Client } from '@total-recall/client';
import { createSystemScheduler } from '@total-recall/runtime';
import type { CommandContext, Run } from '../../command-context.ts';
import { describeError } from '../../describe-error.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { plural } from '../../output/format-number.ts';
import { askToErase, canBeAsked } from '../../output/ask-to-go-on.ts';
import { oneLine } from '../../output/text-width.ts';
import { writeCertificate } from './certificate.ts';
import { holdLines } from './hold-lines.ts';
import { namedScope, withNamedScope, type NamedScopeOptions } from './named-scope.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { isMissing, noSuchSession, noSuchSpace } from '../../service/require-named.ts';
import { withSpace } from '../../space-argument.ts';

interface EraseOptions extends ConnectionOptions, NamedScopeOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly exceptHeld?: boolean;
  readonly certificate?: string;
  readonly json?: boolean;
}

const LOOK_MS = 1_000;

type Answer = Awaited<ReturnType<Client['erase']>>;

export function addErase(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = withSpace(
    program.command('erase').description('Erase for good: events, a session, a space, a data subject, or everything of the tenant.'),
    'the space to erase from; without other options, all of it',
  );
  withNamedScope(withConnection(command))
    .option('--dry-run', 'show what would be erased and what holds keep, and change nothing')
    .option('--yes', 'do not ask first; scripts need it to erase more than named events or one session')
    .option('--except-held', 'erase only what no legal hold keeps')
    .option('--certificate <file>', 'write the signed certificate to this file; `total-recall certificate` fetches it again')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall erase main --session run-1 --dry-run\n  total-recall erase main --event fix-login/e3\n  total-recall erase --subject customer-4711\n\n' +
        'An erasure cannot be undone. On a terminal the command shows what would be erased and asks first. A script is not asked: it\n' +
        'needs --yes for a space, a subject or the tenant. The key needs the scope erase.',
    )
    .action((space: string | undefined, options: EraseOptions) => execute((context) => erase(space, options, context)));
}

async function erase(space: string | undefined, options: EraseOptions, context: CommandContext): Promise<ExitCode> {
  const { client } = connect(options, context);
  const { terminal } = context;
  const { dryRun, yes, exceptHeld } = options;
  const act = (isDry: boolean): Promise<Answer> =>
    client
      .erase({ ...namedScope(space, options), ...(isDry && { dryRun: true }), ...(exceptHeld && { exceptHeld }) })
      .catch((error: unknown) => {
        throw isMissing(error) ? nothingThere(space, options, error) : error;
      });
  if (!dryRun && !yes) {
    if (!canBeAsked(context)) requireNarrow(options);
    else {
      const planned = await act(true);
      for (const line of describe({ ...planned, eventIds: [] })) terminal.note(line);
      await askToErase(context);
    }
  }
  const answer = await untilDone(client, await act(dryRun === true), context.interrupted);
  if (options.json) terminal.out(JSON.stringify(answer));
  else for (const line of describe(answer)) terminal.out(line);
  // Said before: what went is gone, whatever becomes of the file.
  if (options.certificate !== undefined && answer.certificate)
    await writeCertificate(options.certificate, answer.certificate).catch((cause: unknown) => {
      throw new CommandError(
        EXIT.failed,
        `The erasure is done, but its certificate could not be written: ${describeError(cause).message}`,
        {
          advice: `\`total-recall certificate ${answer.id} --out FILE\` fetches it again.`,
          cause,
        },
      );
    });
  return answer.status === 'incomplete' ? EXIT.failed : EXIT.ok;
}

/** Refuses what takes a whole space, data subject or tenant: a script whose variable is empty would name it by mistake. */
function requireNarrow({ session, event }: EraseOptions): void {
  if (session !== undefined || event) return;
  throw new CommandError(EXIT.usage, 'This erases more than named events or one session for good, and there is no terminal to ask at.', {
    code: 'not_confirmed',
    advice: 'See what would be erased with --dry-run, then give --yes.',
  });
}

/** Names what is not there, where a whole space or session was to go; an event or a subject that is not says so itself. */
function nothingThere(space: string | undefined, { session, event, subject }: EraseOptions, error: unknown): unknown {
  if (space === undefined || event !== undefined || subject !== undefined) return error;
  return session === undefined ? noSuchSpace(space, error) : noSuchSession(space, session, error);
}

/** Polls an erasure until it is no longer running. A long one is first answered as `running`. */
async function untilDone(client: Client, asked: Answer, interrupted: AbortSignal): Promise<Answer> {
  const scheduler = createSystemScheduler();
  let answer = asked;
  while (answer.status === 'running') {
    if (interrupted.aborted)
      throw new CommandError(EXIT.interrupted, `The erasure ${answer.id} continues in the service.`, {
        advice: `\`total-recall certificate ${answer.id}\` succeeds once it is done.`,
      });
    await scheduler.delay(LOOK_MS);
    answer = await client.erasure(answer.id);
  }
  return answer;
}

function describe({ id, status, counts, eventIds, kinds, held, undone = [], unread }: Answer): string[] {
  const parts = [
    ...(counts.spaces > 0 ? [plural(counts.spaces, 'space')] : []),
    ...(counts.sessions > 0 ? [plural(counts.sessions, 'session')] : []),
    ...(counts.events > 0 ? [plural(counts.events, 'event')] : []),
    ...(counts.quoting > 0 ? [`${counts.quoting} of them results of recall that quoted others`] : []),
    ...(counts.artifacts > 0 ? [plural(counts.artifacts, 'artifact')] : []),
  ];
  const what = parts.length === 0 ? 'nothing' : parts.join(', ');
  const kept = held ? describeHeld(held) : [];
  const notRead = unread ? describeUnread(unread) : [];
  if (status === 'planned') return [`Would be erased: ${what}.`, ...kindLines(kinds), ...kept, ...notRead, ...eventIds];
  if (status === 'incomplete')
    return [
      `Only part of this was erased: ${what}. Erasure ${id}.`,
      ...(undone.length > 0
        ? ['These sessions lost none, as they can lose no more single events or lack their key; erase them whole:']
        : []),
      ...undone.map(({ space, session }) => `  ${oneLine(space)} --session ${oneLine(session)}`),
      ...notRead,
      ...kept,
    ];
  return [`Erased: ${what}. Erasure ${id}.`, ...kept];
}

function describeUnread({ events, places }: NonNullable<Answer['unread']>): string[] {
  return [
    `${plural(events, 'event')} cannot be read, because of damage or a missing key. Such events may be of this, or something may repeat them:`,
    ...places.map(({ space, session, eventIds }) => `  ${oneLine(space)} --session ${oneLine(session)}: ${eventIds.join(', ')}`),
  ];
}

function describeHeld({ events, holds, kinds }: NonNullable<Answer['held']>): string[] {
  return [`Held: ${events} events.`, ...kindLines(kinds), ...holdLines(holds)];
}

function kindLines(kinds: Answer['kinds']): string[] {
  return Object.entries(kinds ?? {}).map(([kind, count]) => `  ${kind}: ${count}`);
}
