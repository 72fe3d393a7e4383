import type { Client } from '@total-recall/client';
import { InvalidArgumentError, type Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { placeName } from '../../option-values.ts';
import { plural } from '../../output/format-number.ts';
import { renderTable } from '../../output/render-table.ts';
import { oneLine } from '../../output/text-width.ts';
import { holdLines } from '../erasure/hold-lines.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';

type Tenant = Awaited<ReturnType<Client['tenants']>>['tenants'][number];
type Quotas = NonNullable<Tenant['quotas']>;

interface TenantOptions extends ConnectionOptions {
  readonly json?: boolean;
}

interface QuotaOptions extends TenantOptions {
  readonly name?: string;
  readonly requestsPerSecond?: number;
  readonly burst?: number;
  readonly eventsPerDay?: number;
  readonly usualQuotas?: boolean;
}

interface RemoveOptions extends TenantOptions {
  readonly confirm?: string;
  readonly reason?: string;
  readonly dryRun?: boolean;
}

type Act<O extends TenantOptions> = (client: Client, context: CommandContext, options: O, id: string) => Promise<void>;

export function addTenants(program: Command, execute: (run: Run) => Promise<void>): void {
  const tenants = program
    .command('tenants')
    .description('Create, change, disable and remove tenants. Needs an operator key (`total-recall keys recover --tenant system`).');
  const ask =
    <O extends TenantOptions>(act: Act<O>) =>
    (id: string, options: O) =>
      execute((context) => withClient(options, context, (client) => act(client, context, options, id)));
  const command = (name: string, text: string): Command =>
    withConnection(tenants.command(name).description(text)).option('--json', 'print one JSON object');
  command('list', 'List all tenants.').action((options: TenantOptions) =>
    execute((context) => withClient(options, context, (client) => listTenants(client, context, options))),
  );
  const one = (name: string, text: string): Command => command(name, text).argument('<tenant>', 'its id', placeName);
  withQuotas(one('create', 'Create a tenant and print its first key, which cannot be shown again.')).action(ask(createTenant));
  withQuotas(one('set', 'Change the settings that are given; the others stay.'))
    .option('--usual-quotas', 'drop its own quotas first, then apply those that are given')
    .action(ask(setTenant));
  one('disable', 'Refuse all keys of a tenant. Its data stays.').action(ask(switchTenant(true)));
  one('enable', 'Accept the keys of a disabled tenant again.').action(ask(switchTenant(false)));
  one('remove', 'Erase everything of a tenant for good. Its id is never used again.')
    .option('--confirm <tenant>', 'its id again, as a confirmation', placeName)
    .option('--reason <text>', 'kept in the ledger forever; give no content, and not whom it is about')
    .option('--dry-run', 'show what would be erased, and change nothing')
    .action(ask(removeTenant));
}

function withQuotas(command: Command): Command {
  return command
    .option('--name <text>', 'display name')
    .option('--requests-per-second <n>', 'requests per second, over all its keys', above(0))
    .option('--burst <n>', 'requests allowed at once', above(0))
    .option('--events-per-day <n>', 'events that it may append per day (UTC)', above(-1));
}

function above(least: number) {
  return (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value) && value > least) return value;
    throw new InvalidArgumentError(`It must be a number above ${least}.`);
  };
}

async function withClient(options: TenantOptions, context: CommandContext, act: (client: Client) => Promise<void>): Promise<ExitCode> {
  await act(connect(options, context).client);
  return EXIT.ok;
}

async function listTenants(client: Client, { terminal }: CommandContext, { json }: TenantOptions): Promise<void> {
  const { tenants } = await client.tenants();
  if (json) return terminal.out(JSON.stringify({ tenants }));
  const rows = tenants.map((tenant) => [
    tenant.id,
    oneLine(tenant.name),
    String(tenant.createdAt).slice(0, 10),
    describeQuotas(tenant.quotas),
    standing(tenant),
  ]);
  const columns = [{ title: 'id' }, { title: 'name', max: 32 }, { title: 'created' }, { title: 'quotas' }, { title: 'status' }];
  terminal.out(renderTable(columns, rows, terminal.style));
}

const createTenant: Act<QuotaOptions> = async (client, { terminal }, options, id) => {
  const quotas = quotasOf(options);
  const made = await client.createTenant({ id, name: options.name ?? id, ...(quotas && { quotas }) });
  if (options.json) return terminal.out(JSON.stringify(made));
  terminal.out(made.apiKey);
  terminal.note(`Tenant ${id}, and its first key ${made.key.id} with every scope. It is shown only this once.`);
};

const setTenant: Act<QuotaOptions> = async (client, context, options, id) => {
  const named = quotasOf(options);
  const before = options.usualQuotas ? {} : ((await find(client, id)).quotas ?? {});
  const changes = {
    ...(options.name !== undefined && { name: options.name }),
    ...((named || options.usualQuotas) && { quotas: { ...before, ...named } }),
  };
  print(await client.changeTenant(id, changes), context, options);
};

function switchTenant(disabled: boolean): Act<TenantOptions> {
  return async (client, context, options, id) => print(await client.changeTenant(id, { disabled }), context, options);
}

const removeTenant: Act<RemoveOptions> = async (client, { terminal }, { confirm, reason, dryRun, json }, id) => {
  if (!dryRun && confirm !== id)
    throw new CommandError(
      EXIT.usage,
      `This erases everything of ${id} for good. Confirm with --confirm ${id}, or look first with --dry-run.`,
    );
  const removal = { ...(confirm !== undefined && { confirm }), ...(reason !== undefined && { reason }), ...(dryRun && { dryRun }) };
  const { tenant, erasure } = await client.removeTenant(id, removal);
  if (json) return terminal.out(JSON.stringify({ tenant, erasure }));
  const { spaces, artifacts } = erasure?.counts ?? { spaces: 0, artifacts: 0 };
  const what = `${plural(spaces, 'space')}, ${plural(artifacts, 'artifact')}, all keys and policies`;
  const { held } = erasure ?? {};
  if (held !== undefined && held.events > 0) {
    terminal.out(`Would be refused: legal holds keep ${plural(held.events, 'event')}. Release them, or wait.`);
    for (const line of holdLines(held.holds)) terminal.out(line);
  } else terminal.out(dryRun ? `Would be erased: ${what}.` : `Removed ${id}: ${what}.${erasure ? ` Erasure ${erasure.id}.` : ''}`);
};

async function find(client: Client, id: string): Promise<Tenant> {
  const tenant = (await client.tenants()).tenants.find((each) => each.id === id);
  if (tenant) return tenant;
  throw new CommandError(EXIT.notFound, `There is no tenant ${id}.`, { advice: '`total-recall tenants list` lists them.' });
}

function print(tenant: Tenant, { terminal }: CommandContext, { json }: TenantOptions): void {
  terminal.out(json ? JSON.stringify({ tenant }) : `${tenant.id}: ${standing(tenant)}, ${describeQuotas(tenant.quotas)}`);
}

function quotasOf({ requestsPerSecond, burst, eventsPerDay }: QuotaOptions): Quotas | undefined {
  const quotas = {
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
    ...(burst !== undefined && { burst }),
    ...(eventsPerDay !== undefined && { eventsPerDay }),
  };
  return Object.keys(quotas).length > 0 ? quotas : undefined;
}

function describeQuotas({ requestsPerSecond, burst, eventsPerDay }: Quotas = {}): string {
  const parts = [
    ...(requestsPerSecond === undefined ? [] : [`${requestsPerSecond}/s`]),
    ...(burst === undefined ? [] : [`${burst} at once`]),
    ...(eventsPerDay === undefined ? [] : [`${eventsPerDay} events a day`]),
  ];
  return parts.join(', ') || 'default';
}

function standing({ disabled, removedAt }: Tenant): string {
  if (removedAt !== undefined) return `removed ${String(removedAt).slice(0, 10)}`;
  return disabled ? 'disabled' : 'enabled';
}
