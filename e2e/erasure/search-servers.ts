import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { GetObjectCommand, ListBucketsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { createClient } from '@clickhouse/client';
import kafkajs from 'kafkajs';
import type { ClusterServers } from '../../tools/cluster/open-cluster.ts';

/** Everything that the servers hold under a prefix of names, as bytes by place. */
export interface Searched {
  /** Returns each needle that is found, with its place: `zqabvxkj in index t12-texts-g1`. Bytes are named in base64. */
  holding(needles: readonly (string | Buffer)[]): Promise<string[]>;
  /** Lists the artifacts of both tiers. */
  objects(): Promise<string[]>;
}

interface Place {
  readonly where: string;
  readonly bytes: Buffer;
}

export function searchServers(servers: ClusterServers, prefix: string): Searched {
  return {
    async holding(needles) {
      const found = new Set<string>();
      for (const read of [inTopics, inIndices, inIndexFiles, inBuckets, inTables])
        for await (const { where, bytes } of read(servers, prefix))
          for (const needle of needles) if (bytes.includes(needle)) found.add(`${nameOf(needle)} in ${where}`);
      return [...found];
    },
    async objects() {
      const found: string[] = [];
      for await (const { where } of inBuckets(servers, prefix)) found.push(where);
      return found;
    },
  };
}

export function nameOf(needle: string | Buffer): string {
  return typeof needle === 'string' ? needle : needle.toString('base64');
}

/** Yields keys, values and headers of all records that consumers can read. */
async function* inTopics({ kafka: { url } }: ClusterServers, prefix: string): AsyncGenerator<Place> {
  const kafka = new kafkajs.Kafka({ brokers: url.split(','), logLevel: kafkajs.logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(`${prefix}.`));
  const read: Place[] = [];
  for (const topic of topics) {
    const ends = (await admin.fetchTopicOffsets(topic)).filter(({ low, high }) => Number(high) > Number(low));
    const left = new Map(ends.map(({ partition, high }) => [partition, Number(high)]));
    if (left.size === 0) continue;
    const consumer = kafka.consumer({ groupId: `${prefix}.search.${topic}.${Date.now()}`, maxWaitTimeInMs: 100 });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    const whole = Promise.withResolvers<void>();
    await consumer.run({
      eachBatchAutoResolve: true,
      eachBatch: async ({ batch }) => {
        for (const { key, value, headers } of batch.messages) {
          const parts = [key, value, ...Object.values(headers ?? {}).flat()].filter((part) => part !== null && part !== undefined);
          read.push({ where: `topic ${topic.slice(prefix.length + 1)}`, bytes: Buffer.concat(parts.map((part) => Buffer.from(part))) });
        }
        if (Number(batch.lastOffset()) + 1 >= left.get(batch.partition)!) left.delete(batch.partition);
        if (left.size === 0) whole.resolve();
      },
    });
    await whole.promise;
    await consumer.disconnect();
  }
  await admin.disconnect();
  yield* read;
}

interface OpenSearchAnswer {
  readonly hits: { readonly hits: readonly { readonly _source: { readonly state?: string } }[] };
}

/**
 * Limit on documents in one search, more than a test writes. A scroll would keep the files of removed documents open.
 */
const DOCUMENTS = 10_000;

/** Yields the sources of all documents, with the states of sessions and of units unpacked. */
async function* inIndices({ opensearch: { url } }: ClusterServers, prefix: string): AsyncGenerator<Place> {
  const ask = async <T>(path: string, body?: object): Promise<T> =>
    (await (
      await fetch(`${url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json()) as T;
  const indices = await ask<readonly { readonly index: string }[]>(`/_cat/indices/${prefix}-*?format=json&h=index`);
  for (const { index } of indices) {
    await ask(`/${index}/_refresh`, {});
    const { hits } = await ask<OpenSearchAnswer>(`/${index}/_search`, { size: DOCUMENTS });
    if (hits.hits.length >= DOCUMENTS) throw new Error(`${index} has more documents than are looked at.`);
    for (const { _source } of hits.hits) {
      yield { where: `index ${index}`, bytes: Buffer.from(JSON.stringify(_source)) };
      if (_source.state !== undefined) yield { where: `index ${index}`, bytes: unpacked(Buffer.from(_source.state, 'base64')) };
    }
  }
}

/** A state as it was packed: short units of a space are text, all others are compressed. */
function unpacked(state: Buffer): Buffer {
  return state[0] === '{'.charCodeAt(0) ? state : zstdDecompressSync(state);
}

/** Yields the files of the server. Lucene compresses, but a string that is new to a block is stored as it is. */
async function* inIndexFiles({ opensearch: { url } }: ClusterServers): AsyncGenerator<Place> {
  const answer = await (await fetch(`${url}/_nodes/settings`)).json();
  const { nodes } = answer as { readonly nodes: Readonly<Record<string, { settings: { path: { data: string | string[] } } }>> };
  for (const { settings } of Object.values(nodes))
    for (const folder of [settings.path.data].flat())
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        // A file that a merge has removed meanwhile is skipped.
        const bytes = entry.isFile() ? await readFile(join(entry.parentPath, entry.name)).catch(() => undefined) : undefined;
        if (bytes) yield { where: 'a file of OpenSearch', bytes };
      }
}

async function* inBuckets({ s3: { url, settings } }: ClusterServers, prefix: string): AsyncGenerator<Place> {
  const client = new S3Client({
    endpoint: url,
    region: settings?.['region'] ?? 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: settings?.['accessKeyId'] ?? '', secretAccessKey: settings?.['secretAccessKey'] ?? '' },
  });
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}));
  for (const { Name: Bucket } of Buckets.filter(({ Name }) => Name?.startsWith(`${prefix}-`))) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    for (const { Key } of Contents) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      yield { where: `bucket ${Key}`, bytes: Buffer.from(await Body!.transformToByteArray()) };
    }
  }
  client.destroy();
}

/** Yields all rows of all tables as JSON. */
async function* inTables({ clickhouse: { url } }: ClusterServers, database: string): AsyncGenerator<Place> {
  const client = createClient({ url, database });
  const tables = await client.query({
    query: `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`,
    format: 'JSONEachRow',
  });
  for (const { name } of await tables.json<{ name: string }>()) {
    const rows = await client.query({ query: `SELECT * FROM ${name}`, format: 'JSONEachRow' });
    yield { where: `table ${name}`, bytes: Buffer.from(await rows.text()) };
  }
  await client.close();
}
