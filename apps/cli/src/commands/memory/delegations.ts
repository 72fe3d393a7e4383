import type { SessionClient, SpaceClient } from '@total-recall/client';
import { RECALL_ACCESS, REPORT_STATUSES, type RecallAccess, type ReportStatus } from '@total-recall/domain';
import { Option, type Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { placeName } from '../../option-values.ts';
import { minute } from '../../output/render-facts.ts';
import { oneLine, printable } from '../../output/text-width.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { inSession } from '../../service/require-named.ts';
import { DEFAULT_SPACE } from '../../space-argument.ts';

interface SessionOptions extends ConnectionOptions {
  readonly space: string;
  readonly json?: boolean;
}

interface DelegateOptions extends SessionOptions {
  readonly subtask: string;
  readonly constraint: readonly string[];
  readonly doneWhen: readonly string[];
  readonly event: readonly string[];
  readonly artifact: readonly string[];
  readonly planNode?: string;
  readonly recall: RecallAccess;
  readonly executor?: string;
}

interface ReportOptions extends SessionOptions {
  readonly status: ReportStatus;
  readonly finding: readonly string[];
}

type Delegation = Awaited<ReturnType<SessionClient['delegations']>>['delegations'][number];

export function addDelegations(program: Command, execute: (run: Run) => Promise<void>): void {
  withSession(program.command('delegations'))
    .description('List the subtasks that a session delegated, with the status and the last report of each.')
    .addHelpText('after', '\nExit code 3 if it delegated nothing.')
    .action((session: string, options: SessionOptions) => execute((context) => list(session, options, context)));
}

export function addDelegate(program: Command, execute: (run: Run) => Promise<void>): void {
  withSession(program.command('delegate'))
    .description('Delegate a subtask to an executor. Its session starts with the objective and the constraints.')
    .argument('<objective>', 'what the subtask has to achieve')
    .requiredOption('--subtask <name>', 'name of the subtask within the session', placeName)
    .option('--constraint <text>', 'a constraint on the executor; repeatable', collect, [])
    .option('--done-when <text>', 'a criterion for being done; repeatable', collect, [])
    .option('--event <ref>', 'an event that the executor needs, such as e12; repeatable', collect, [])
    .option('--artifact <id>', 'an artifact that the executor needs; repeatable', collect, [])
    .option('--plan-node <text>', 'its place in the plan')
    .addOption(new Option('--recall <access>', 'what the executor may recall').choices(RECALL_ACCESS).default('space'))
    .option('--executor <name>', 'session of the executor (default SESSION.SUBTASK)', placeName)
    .addHelpText('after', '\nExample:\n  total-recall delegate plan-1 "Find out why logins loop." --subtask cause --event e3 --recall run')
    .action((session: string, objective: string, options: DelegateOptions) =>
      execute((context) => delegate({ session, objective }, options, context)),
    );
}

export function addReport(program: Command, execute: (run: Run) => Promise<void>): void {
  withSession(program.command('report'))
    .description('Report on the subtask of a session to the session that delegated it.')
    .argument('<summary>', 'the result in short')
    .addOption(new Option('--status <status>', 'status of the subtask').choices(REPORT_STATUSES).default('done'))
    .option('--finding <text>', 'a finding, then = and the events that prove it: "The cookie is dropped=e4,e7"', collect, [])
    .addHelpText(
      'after',
      '\nExample:\n  total-recall report plan-1.cause "The cookie is dropped." --finding "No Set-Cookie at /login=e4,plan-1/e3"',
    )
    .action((session: string, summary: string, options: ReportOptions) =>
      execute((context) => report({ session, summary }, options, context)),
    );
}

function withSession(command: Command): Command {
  return withConnection(command.argument('<session>', 'the session', placeName))
    .option('--space <name>', 'the space that it is in', placeName, DEFAULT_SPACE)
    .option('--json', 'print one JSON object');
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value];

function memoryOf(options: SessionOptions, context: CommandContext): SpaceClient {
  return connect(options, context).client.space(options.space);
}

async function list(session: string, options: SessionOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const { space } = options;
  const { delegations } = await inSession(memoryOf(options, context), { space, session }, (named) => named.delegations());
  if (options.json) terminal.out(JSON.stringify({ session, delegations }));
  else if (delegations.length === 0) terminal.note(`${session} delegated nothing.`);
  else terminal.out(delegations.map(linesOf).join('\n'));
  return delegations.length === 0 ? EXIT.notFound : EXIT.ok;
}

function linesOf({ subtaskId, status, session, objective, reports }: Delegation): string {
  const [last] = reports;
  const findings = last?.keyFindings.map(({ text, provenance }) => `    - ${oneLine(text)} (${evidenceIn(provenance)})`) ?? [];
  const said = last ? [`    reported ${minute(last.at)}: ${oneLine(last.summary)}`, ...findings] : [];
  return [`${subtaskId}  ${status}  ${session}`, `    ${oneLine(objective)}`, ...said].join('\n');
}

/** Names the first event that shows a finding, as `open` takes it, and how many more do. */
function evidenceIn([first, ...more]: readonly string[]): string {
  return `${first ?? '-'}${more.length > 0 ? ` +${more.length}` : ''}`;
}

async function delegate(
  { session, objective }: { readonly session: string; readonly objective: string },
  options: DelegateOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context;
  const answer = await memoryOf(options, context)
    .session(session)
    .delegate({
      subtaskId: options.subtask,
      objective,
      constraints: [...options.constraint],
      acceptanceCriteria: [...options.doneWhen],
      keyEventRefs: [...options.event],
      relevantArtifactIds: [...options.artifact],
      ...(options.planNode !== undefined && { planNodeRef: options.planNode }),
      recallAccess: options.recall,
      ...(options.executor !== undefined && { session: options.executor }),
    });
  terminal.out(options.json ? JSON.stringify(answer) : `Delegated to the session ${printable(answer.session)}.`);
  return EXIT.ok;
}

async function report(
  { session, summary }: { readonly session: string; readonly summary: string },
  options: ReportOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context;
  const keyFindings = options.finding.map((finding) => {
    const at = finding.lastIndexOf('=');
    return { text: finding.slice(0, at === -1 ? undefined : at), provenance: at === -1 ? [] : finding.slice(at + 1).split(',') };
  });
  const { space, status } = options;
  const answer = await inSession(memoryOf(options, context), { space, session }, (named) => named.report({ status, summary, keyFindings }));
  terminal.out(options.json ? JSON.stringify(answer) : `Reported to the session ${printable(answer.session)}.`);
  return EXIT.ok;
}
