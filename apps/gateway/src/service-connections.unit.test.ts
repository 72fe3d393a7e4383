import { aggregateHealth } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { serviceConnections } from './service-connections.ts';

it('keeps a gateway ready for what is left of its services, and lets it go without both', async () => {
  const away = new Set<string>();
  const called = (name: string) => ({
    ready: async () => {
      if (away.has(name)) throw new Error(`${name} is away`);
    },
  });
  const services = { ingest: called('ingest'), retriever: called('retriever'), consolidator: called('consolidator') };
  const components = serviceConnections(services, 100);
  const health = () => aggregateHealth(components);
  expect(await health()).toMatchObject({ ready: true, isDegraded: false });

  away.add('retriever');
  const { components: parts, ...whole } = await health();
  expect(whole).toEqual({ ready: true, isDegraded: true });
  expect(parts['retriever']!.detail).toMatch(/^degraded: no windows/);
  expect(parts['ingest']).toEqual({ ready: true });

  away.add('ingest');
  expect(await health()).toMatchObject({ ready: false });
  away.delete('retriever');
  expect(await health()).toMatchObject({ ready: true, isDegraded: true });

  away.clear();
  away.add('consolidator');
  expect(await health()).toMatchObject({ ready: true, isDegraded: false, components: { consolidator: { ready: true } } });
});

it('starts once both can be reached', async () => {
  const asked: number[] = [];
  const ready = async (deadlineMs: number) => void asked.push(deadlineMs);
  for (const { start } of serviceConnections({ ingest: { ready }, retriever: { ready } }, 700)) await start?.();
  expect(asked).toEqual([700, 700]);
});
