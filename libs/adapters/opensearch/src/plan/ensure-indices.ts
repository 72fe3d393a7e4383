import { TotalRecallError } from '@total-recall/runtime';
import type { OpenSearchConnection } from '../wire/opensearch-connection.ts';
import { indexTemplate, MAPPING_VERSION } from './index-mappings.ts';
import { checkedPrefix, indexNames, writeAliasOf, type IndexKind, type IndexOptions } from './index-names.ts';

interface TemplateList {
  readonly index_templates?: readonly { readonly name: string; readonly index_template: { readonly version?: number } }[];
}

type MappingList = Readonly<Record<string, { readonly mappings: { readonly _meta?: { readonly version?: number } } }>>;

/**
 * Creates missing templates and indices of a generation, and points unused aliases to it. Errors: `invalid_request`
 * when an index has another version of the mappings, or, without a generation, when an alias is missing.
 */
export async function ensureIndices(connection: OpenSearchConnection, options: IndexOptions, kinds: readonly IndexKind[]): Promise<void> {
  const names = indexNames(options);
  if (options.generation !== undefined) {
    const prefix = checkedPrefix(options.prefix);
    await Promise.all(
      kinds.map(async (kind) => {
        await ensureTemplate(connection, prefix, kind, options);
        await ensureIndex(connection, names[kind], `${prefix}-${kind}`);
      }),
    );
  }
  await Promise.all(kinds.map((kind) => checkVersion(connection, names[kind])));
}

async function ensureTemplate(
  connection: OpenSearchConnection,
  prefix: string,
  kind: IndexKind,
  { shards = 1, replicas = 1 }: IndexOptions,
): Promise<void> {
  const path = `/_index_template/${prefix}-${kind}`;
  const { body } = await connection.request<TemplateList>({ method: 'GET', path, doing: 'read an index template', accept: [404] });
  if ((body.index_templates?.[0]?.index_template.version ?? 0) >= MAPPING_VERSION) return;
  const template = indexTemplate(prefix, kind, { shards, replicas });
  await connection.request({ method: 'PUT', path, body: template, doing: 'write an index template' });
}

async function ensureIndex(connection: OpenSearchConnection, index: string, alias: string): Promise<void> {
  const writeAlias = writeAliasOf(index);
  const isThere = (path: string, doing: string): Promise<boolean> =>
    connection.request({ method: 'HEAD', path, doing, accept: [404] }).then(({ status }) => status !== 404);
  if (await isThere(`/_alias/${writeAlias}`, 'look for an alias')) return;
  const isAliased = await isThere(`/_alias/${alias}`, 'look for an alias');
  const aliases = { [writeAlias]: {}, ...(isAliased ? {} : { [alias]: {} }) };
  if (!(await isThere(`/${index}`, 'look for an index'))) return makeIndex(connection, index, { aliases });
  const actions = Object.keys(aliases).map((name) => ({ add: { index, alias: name } }));
  await connection.request({ method: 'POST', path: '/_aliases', body: { actions }, doing: 'name an index' });
}

/** Creates an index. When two processes do so at once, the second is told that it exists, which is no error. */
export async function makeIndex(connection: OpenSearchConnection, index: string, body: object): Promise<void> {
  const { status, body: answer } = await connection.request<{ error?: { type: string } }>({
    method: 'PUT',
    path: `/${index}`,
    body,
    doing: 'make an index',
    accept: [400],
  });
  if (status === 400 && answer.error?.type !== 'resource_already_exists_exception')
    throw new TotalRecallError('internal', `OpenSearch refused to make the index ${index} (${answer.error?.type}).`, {
      cause: answer.error,
    });
}

async function checkVersion(connection: OpenSearchConnection, name: string): Promise<void> {
  const { status, body } = await connection.request<MappingList>({
    method: 'GET',
    path: `/${name}/_mapping`,
    doing: 'read a mapping',
    accept: [404],
  });
  if (status === 404)
    throw new TotalRecallError('invalid_request', `There is no index or alias ${name}. The first service that writes creates it.`);
  for (const [index, { mappings }] of Object.entries(body)) {
    const version = mappings._meta?.version;
    if (version !== MAPPING_VERSION)
      throw new TotalRecallError(
        'invalid_request',
        `The index ${index} has mappings of version ${version ?? 'none'}, and this program writes version ${MAPPING_VERSION}. Fill a new generation from the log.`,
      );
  }
}
