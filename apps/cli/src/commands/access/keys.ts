import { OPERATOR_SCOPES, OPERATOR_TENANT } from '@total-recall/gateway';
import type { Scope } from '@total-recall/ports';
import { TotalRecallApiError } from '@total-recall/client';
import { createSystemClock, TotalRecallError, type Settings } from '@total-recall/runtime';
import { holderOfDataDir } from '@total-recall/data-folder';
import { InvalidArgumentError, type Command } from 'commander';
import { clusterConfigOf, readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { age, keyId, placeName, several } from '../../option-values.ts';
import { askToRevoke, canBeAsked } from '../../output/ask-to-go-on.ts';
import { renderTable } from '../../output/render-table.ts';
import { oneLine } from '../../output/text-width.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import {
  createRemoteKeyDesk,
  openClusterKeyDesk,
  openLocalKeyDesk,
  type KeyDesk,
  type LocalKeyDesk,
  type ShownKey,
} from '../../service/key-desk.ts';
import { requireDataFolder } from '../../service/stopped-folder.ts';
import { addMergeKeys } from '../data/merge-keys.ts';
import { addRotateMaster } from '../data/rotate-master.ts';

interface KeyOptions extends ConnectionOptions {
  readonly dataDir?: string;
  readonly cluster?: boolean;
  readonly tenant?: string;
  readonly json?: boolean;
}

interface CreateOptions extends KeyOptions {
  readonly name: string;
  readonly scopes?: readonly Scope[];
  readonly space?: readonly string[];
  readonly subject?: readonly string[];
  readonly expires?: number;
}

interface RevokeOptions extends KeyOptions {
  readonly yes?: boolean;
}

const SCOPES: readonly Scope[] = ['read', 'write', 'admin', 'erase', 'hold', 'audit'];

/** Scopes of a key that is made for a person. Erasing and holding must be asked for by name. */
const OF_A_PERSON: readonly Scope[] = ['read', 'write'];

const DAY_MS = 86_400_000;
const CLUSTER = 'the keys of a cluster, with the Kafka settings of its services in the environment';

export function addKeys(program: Command, execute: (run: Run) => Promise<void>): void {
  const keys = program
    .command('keys')
    .description(
      'Create, list, rotate and revoke API keys: over HTTP with an admin key, in the data folder of a stopped service, or with --cluster in its topics.',
    );
  const act =
    <O extends KeyOptions>(run: (desk: KeyDesk, context: CommandContext, options: O) => Promise<void>) =>
    (options: O) =>
      execute((context) => atDesk(options, context, (desk) => run(desk, context, options)));
  withPlace(keys.command('create').description('Create a key and print it. It cannot be shown again.'))
    .option('--name <text>', 'a name that says what it is for', 'cli')
    .option(
      '--scopes <list>',
      'any of read, write, admin, erase, hold, audit (default all; with --subject read and write; for the operator tenant admin, erase and audit)',
      several(scope),
    )
    .option('--space <name>', 'the only space it may use; repeatable', several(placeName))
    .option(
      '--subject <name>',
      'the only person whose private facts it may see; repeatable',
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option('--expires <time>', 'expires after this time, such as 12h or 30d', age)
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall keys create\n  total-recall keys create --name reader --scopes read --space demo --expires 30d',
    )
    .action(act<CreateOptions>(createKey));
  withPlace(keys.command('list').description('List the keys of the tenant.')).action(act(listKeys));
  withPlace(
    keys
      .command('revoke')
      .description('Revoke a key and every key made with it, at once; on a cluster other gateways follow within moments.')
      .argument('<key-id>', 'its id, as `keys list` shows it', keyId)
      .option('--yes', 'do not ask first; scripts need it to revoke the last admin key of a tenant'),
  ).action((id: string, options: RevokeOptions) =>
    execute((context) => atDesk(options, context, (desk) => revokeKey(desk, context, options, id))),
  );
  withPlace(
    keys
      .command('rotate')
      .description(
        'Give a key a new secret. The old secret stops working at once, on a cluster within moments; keys made with it stay valid.',
      )
      .argument('<key-id>', 'over HTTP the calling key or one made with it; in a data folder or cluster any key', keyId),
  ).action((id: string, options: KeyOptions) =>
    execute((context) => atDesk(options, context, async (desk) => printMade(await desk.rotate(id), context, options.json))),
  );
  addRecover(keys, execute);
  addRotateMaster(keys, execute);
  addMergeKeys(keys, execute);
}

/** Adds `keys recover`. It works without the service, because somebody who has lost every key cannot call it. */
function addRecover(keys: Command, execute: (run: Run) => Promise<void>): void {
  keys
    .command('recover')
    .description(
      'Create an admin key for a tenant that has none left, or the first key of the operator (--tenant system). Needs the data folder of a stopped service, or --cluster. Writes an audit entry.',
    )
    .option('--data-dir <folder>', 'the data folder of a stopped service (TOTAL_RECALL_DATA_DIR)')
    .option('--cluster', CLUSTER)
    .option('--tenant <name>', 'the tenant (TOTAL_RECALL_TENANT)', placeName)
    .option('--json', 'print one JSON object')
    .action((options: Omit<KeyOptions, keyof ConnectionOptions>) =>
      execute(async (context) => {
        const settings = readSettings(context.io, { TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: options.dataDir } });
        const desk = await openLocal(settings, options, 'Stop it first: the running service cannot do this.');
        try {
          printMade(await desk.recover(), context, options.json);
          return EXIT.ok;
        } finally {
          await desk.close();
        }
      }),
    );
}

function withPlace(command: Command): Command {
  return withConnection(command)
    .option('--data-dir <folder>', 'the data folder of a stopped service (TOTAL_RECALL_DATA_DIR)')
    .option('--cluster', CLUSTER)
    .option('--tenant <name>', 'with --data-dir or --cluster: the tenant (TOTAL_RECALL_TENANT)', placeName)
    .option('--json', 'print one JSON object');
}

function scope(text: string): Scope {
  const known = SCOPES.find((name) => name === text.trim());
  if (known) return known;
  throw new InvalidArgumentError(`It must be of ${SCOPES.join(', ')}.`);
}

/** Runs on the keys of a cluster if asked to, over HTTP if a key or an address is given, else on the data folder. */
async function atDesk(options: KeyOptions, context: CommandContext, run: (desk: KeyDesk) => Promise<void>): Promise<ExitCode> {
  const settings = readSettings(context.io, { TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: options.dataDir } });
  const isLocal = options.cluster === true || options.dataDir !== undefined;
  const remote = !isLocal && (options.url !== undefined || options.apiKey !== undefined || settings.apiKey !== undefined);
  const desk = remote ? createRemoteKeyDesk(connect(options, context).client) : await openLocal(settings, options);
  try {
    await run(desk);
    return EXIT.ok;
  } finally {
    await desk.close();
  }
}

const ASK = 'To ask the running service, give an admin key with TOTAL_RECALL_API_KEY or --api-key; otherwise stop it first.';

async function openLocal(settings: Settings, options: Pick<KeyOptions, 'tenant' | 'cluster'>, whileItRuns = ASK): Promise<LocalKeyDesk> {
  const { tenant = settings.tenant } = options;
  if (options.cluster) return openClusterKeyDesk(clusterConfigOf('topics', settings), tenant);
  await requireDataFolder(settings.dataDir);
  const holder = await holderOfDataDir(settings.dataDir);
  if (holder === undefined) return openLocalKeyDesk(settings, tenant);
  throw new CommandError(
    EXIT.failed,
    `A service is running${holder === 'unknown' ? '' : ` (process ${holder})`} and uses ${settings.dataDir}.`,
    {
      code: 'in_use',
      advice: whileItRuns,
    },
  );
}

async function createKey(desk: KeyDesk, context: CommandContext, options: CreateOptions): Promise<void> {
  const { tenant = desk.tenant } = options;
  const { name, space, subject, expires } = options;
  const { scopes = subject ? OF_A_PERSON : tenant === OPERATOR_TENANT ? OPERATOR_SCOPES : SCOPES } = options;
  const expiresAt = expires === undefined ? undefined : createSystemClock().now() + expires;
  const bounds = { ...(space && { spaces: space }), ...(subject && { subjects: subject }) };
  const made = await desk.create({ name, scopes, ...bounds, ...(expiresAt !== undefined && { expiresAt }) });
  printMade(made, context, options.json);
}

function printMade(made: Awaited<ReturnType<KeyDesk['create']>>, { terminal }: CommandContext, asJson = false): void {
  if (asJson) return terminal.out(JSON.stringify(made));
  const { id, scopes, spaces, subjects } = made.key;
  const bounds = `${spaces ? `; spaces ${spaces.join(', ')}` : ''}${subjects ? `; subjects ${oneLine(subjects.join(', '))}` : ''}`;
  terminal.out(made.apiKey);
  terminal.note(`Key ${id} (${scopes.join(', ')}${bounds}). It is shown only this once.`);
}

async function listKeys(desk: KeyDesk, { terminal }: CommandContext, options: KeyOptions): Promise<void> {
  const keys = await desk.list();
  if (options.json) return terminal.out(JSON.stringify({ keys }));
  const now = createSystemClock().now();
  const rows = keys.map((key) => [
    key.id,
    oneLine(key.name),
    key.scopes.join(','),
    key.spaces?.join(',') ?? 'all',
    oneLine(key.subjects?.join(',') ?? 'all'),
    day(key.createdAt),
    standing(key, now),
  ]);
  terminal.out(
    renderTable(
      [
        { title: 'id' },
        { title: 'name', max: 32 },
        { title: 'scopes' },
        { title: 'spaces', max: 40 },
        { title: 'subjects', max: 40 },
        { title: 'created' },
        { title: 'status' },
      ],
      rows,
      terminal.style,
    ),
  );
}

async function revokeKey(desk: KeyDesk, context: CommandContext, options: RevokeOptions, keyId: string): Promise<void> {
  const { terminal } = context;
  let isLast = false;
  const key = await desk.revoke(keyId, { keepAdmin: true }).catch(async (error: unknown) => {
    if (!isRefused(error)) throw error;
    if (!options.yes) await confirmLastAdmin(desk, context, keyId);
    isLast = true;
    return desk.revoke(keyId, { keepAdmin: false });
  });
  terminal.out(options.json ? JSON.stringify({ key }) : `Revoked key ${key.id} (${oneLine(key.name)}) and every key made with it.`);
  if (isLast) terminal.note(`The tenant has no admin key left. ${wayBack(desk.tenant)}`);
}

function isRefused(error: unknown): boolean {
  return (error instanceof TotalRecallError || error instanceof TotalRecallApiError) && error.code === 'last_admin_key';
}

/** Warns of a revocation that leaves the tenant without an admin key, which no key could then undo, and asks. */
async function confirmLastAdmin(desk: KeyDesk, context: CommandContext, keyId: string): Promise<void> {
  const { name = '' } = (await desk.list()).find(({ id }) => id === keyId) ?? {};
  const warning = `The tenant has no admin key left without key ${keyId} (${oneLine(name)}) and the keys made with it.`;
  const back = wayBack(desk.tenant);
  if (!canBeAsked(context))
    throw new CommandError(EXIT.usage, warning, { code: 'not_confirmed', advice: `${back} To revoke it anyway, give --yes.` });
  context.terminal.note(`${warning} ${back}`);
  await askToRevoke(context);
}

/** Names the command that makes another admin key. Over HTTP nothing says of which tenant the key is. */
function wayBack(tenant: string | undefined): string {
  const back = `\`total-recall keys recover --tenant ${tenant ?? 'NAME'}\` then creates another, while the service is stopped or with --cluster.`;
  return tenant === undefined ? `${back} The operator's tenant is ${OPERATOR_TENANT}.` : back;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function second(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function standing(key: ShownKey, now: number): string {
  if (key.revokedAt !== undefined) return `revoked ${day(key.revokedAt)}`;
  if (key.expiresAt === undefined) return 'valid';
  // A key for hours says nothing by its day.
  const isNear = Math.abs(key.expiresAt - now) < 2 * DAY_MS;
  return `${key.expiresAt <= now ? 'expired' : 'valid until'} ${isNear ? second(key.expiresAt) : day(key.expiresAt)}`;
}
