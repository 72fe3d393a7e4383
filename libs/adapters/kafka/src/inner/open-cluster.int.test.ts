import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kafkaConfig } from '../wire/kafka-settings.ts';
import { KAFKAJS_VERSION, openCluster } from './open-cluster.ts';

const SOURCES = dirname(import.meta.dirname);
const CLUSTER_METHODS = [
  'isConnected',
  'connect',
  'disconnect',
  'addTargetTopic',
  'refreshMetadata',
  'refreshMetadataIfNecessary',
  'findLeaderForPartitions',
  'fetchTopicsOffset',
  'findBroker',
];
const BROKER_METHODS = ['deleteRecords', 'initProducerId', 'fetch', 'produce'];

describe('the internals of kafkajs', () => {
  const requireInner = createRequire(import.meta.url);

  it('are those of the version that they were read in, installed and asked for', () => {
    const installed = requireInner('kafkajs/package.json') as { version: string };
    const { dependencies } = JSON.parse(readFileSync(join(SOURCES, '../package.json'), 'utf8')) as { dependencies: { kafkajs: string } };
    expect([installed.version, dependencies.kafkajs]).toEqual([KAFKAJS_VERSION, KAFKAJS_VERSION]);
  });

  it('have the methods that are called', () => {
    const cluster = openCluster(kafkaConfig({ brokers: ['127.0.0.1:1'] })) as unknown as Record<string, unknown>;
    const { prototype } = requireInner('kafkajs/src/broker') as { prototype: Record<string, unknown> };
    expect(CLUSTER_METHODS.filter((name) => typeof cluster[name] !== 'function')).toEqual([]);
    expect(BROKER_METHODS.filter((name) => typeof prototype[name] !== 'function')).toEqual([]);
  });

  it('are reached from this folder alone', () => {
    const users = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => readFileSync(join(SOURCES, file), 'utf8').includes('kafkajs/src'));
    expect(users.map((file) => dirname(file))).toEqual(['inner', 'inner', 'inner', 'inner']);
  });
});
