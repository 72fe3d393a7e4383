import type { Client, SpaceClient } from '@total-recall/client';
import {
  reflect,
  type EventKind,
  type KindUse,
  type ReflectedSettings,
  type Reflection,
  type ReflectionReason,
} from '@total-recall/domain';
import { createSystemClock } from '@total-recall/runtime';
import type { Command } from 'commander';
import type { CommandContext, Run } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { age } from '../option-values.ts';
import { percent, plural, whole } from '../output/format-number.ts';
import { oneLine, printable } from '../output/text-width.ts';
import { connect, withConnection, type ConnectionOptions } from '../service/connection.ts';
import { withSpace } from '../space-argument.ts';

interface ReflectOptions extends ConnectionOptions {
  readonly since?: number;
  readonly json?: boolean;
}

const DAY_MS = 86_400_000;
/** Recalls whose evidence is looked at, and events that are read to learn their kind. */
const RECALLS_READ = 200;
const EVENTS_READ = 200;
const SESSIONS_READ = 200;

const REASONS: Readonly<Record<ReflectionReason, string>> = {
  pulls_often: 'agents ask in more than 30 % of turns: keep more in the window',
  pulls_rarely: 'agents hardly ever ask: a smaller window does',
  finds_nothing: 'more than 20 % of recalls find nothing',
  leaves_much: 'answers hold less than half of what matches',
  brings_unused: 'less than 10 % of the evidence is used',
};

export function addReflect(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = withSpace(
    program
      .command('reflect')
      .description('Read how recall did, name what it finds too rarely, and propose settings of policy. Changes nothing.'),
    'the memory',
    'main',
  );
  withConnection(command)
    .option('--since <age>', 'over the last 12h or 7d; 1d where absent', age)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  total-recall reflect work --since 7d\n\nExit code 3 where too little was recalled to say anything.',
    )
    .action((space: string, options: ReflectOptions) => execute((context) => reflectOn(space, options, context)));
}

async function reflectOn(space: string, options: ReflectOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const { client } = connect(options, context);
  const memory = client.space(space);
  const from = String(createSystemClock().now() - (options.since ?? DAY_MS));
  const [all, sessions] = await Promise.all([
    memory.demand({ by: 'all', from }),
    memory.demand({ by: 'session', from, limit: String(SESSIONS_READ) }),
  ]);
  const [figures] = all.groups;
  const settings = await settingsOf(client, memory);
  if (figures === undefined || settings === undefined) {
    terminal.note(`Nothing was recalled in ${space} since ${all.from}.`);
    return EXIT.notFound;
  }
  const found = reflect({ figures, kinds: await kindsUsed(memory), sessions: sessions.groups, settings });
  if (options.json) terminal.out(JSON.stringify({ space, from: all.from, ...found }));
  else if (!found.isEnough) terminal.note(`${plural(figures.retrievals, 'recall')} since ${all.from}: too few to say anything.`);
  else terminal.out(render(space, found));
  return found.isEnough ? EXIT.ok : EXIT.notFound;
}

function render(space: string, { kinds, sessions, proposals }: Reflection): string {
  return [
    ...(kinds.length > 0 ? ['Used most often where they came, so they should come more often:'] : []),
    ...kinds.map(({ kind, shown, used }) => `  ${kind}: ${percent(used / shown)} of ${whole(shown)} pieces`),
    ...(sessions.length > 0 ? ['Sessions whose recalls found nothing or had to try again:'] : []),
    ...sessions.map(({ session, retrievals, missed }) => `  ${oneLine(session)}: ${whole(missed)} of ${whole(retrievals)}`),
    ...(proposals.length > 0 ? [`Proposed for the policy of ${printable(space)}:`] : ['No setting should change.']),
    ...proposals.map(({ setting, from, to, why }) => `  ${setting}: ${from} -> ${to}  (${REASONS[why]})`),
  ].join('\n');
}

/** The settings in force for the latest session of a space; undefined where it has none. */
async function settingsOf(client: Client, memory: SpaceClient): Promise<ReflectedSettings | undefined> {
  const [latest] = (await memory.sessions({ limit: 1 })).sessions;
  if (latest === undefined) return undefined;
  const [inForce, ofSpace, ofTenant] = await Promise.all([memory.session(latest.session).policy(), memory.policy(), client.policy()]);
  const { forgetting = false, reconciler, reconcilerBudgetTokens } = { ...ofTenant.settings, ...ofSpace.settings };
  const { compaction, budgets } = inForce.effective!;
  return {
    triggerRatio: compaction.triggerRatio,
    targetRatio: compaction.targetRatio,
    pullTokens: budgets.pull,
    pullMaxTokens: budgets.pullMax,
    forgetting,
    ...(reconciler === 'size_aware' && reconcilerBudgetTokens !== undefined && { reconcilerBudgetTokens }),
  };
}

/** Counts the evidence of the latest recalls by kind, and what of it was used. */
async function kindsUsed(memory: SpaceClient): Promise<KindUse[]> {
  const { retrievals } = await memory.retrievals({ limit: RECALLS_READ });
  const shown = retrievals.flatMap(({ packedEventIds, received }) => (received ? packedEventIds : []));
  const used = new Set(retrievals.flatMap(({ retrievalId, uses }) => uses.map(({ eventId }) => `${retrievalId} ${eventId}`)));
  const usedIds = retrievals.flatMap(({ retrievalId, packedEventIds }) => packedEventIds.filter((id) => used.has(`${retrievalId} ${id}`)));
  const counts = new Map<EventKind, { shown: number; used: number }>();
  const timesUsed = Map.groupBy(usedIds, (id) => id);
  for (const [id, times] of [...Map.groupBy(shown, (id) => id)].slice(0, EVENTS_READ)) {
    // An event that was erased meanwhile counts for nothing.
    const kind = await memory.event(id).then(
      (event) => event.kind as EventKind,
      () => undefined,
    );
    if (kind === undefined) continue;
    const before = counts.get(kind) ?? { shown: 0, used: 0 };
    counts.set(kind, { shown: before.shown + times.length, used: before.used + (timesUsed.get(id)?.length ?? 0) });
  }
  return [...counts].map(([kind, count]) => ({ kind, ...count }));
}
