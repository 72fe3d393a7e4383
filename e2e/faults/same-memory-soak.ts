import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { generateTraces } from '@total-recall/evaluation';
import { importSession, type ImportedSession } from '@total-recall/importers';
import { describeAgreement } from '../same-memory/compare-memories.ts';
import { playThroughBoth } from '../same-memory/same-memory.ts';
import type { Soak } from './soak.ts';

const QUERIES = 100;
const AGREED = 0.95;

/** I-15 over a long trace: the project's own, or a named file. */
export const sameMemorySoak: Soak = {
  name: 'same-memory',
  what: 'one agent trace through standalone and cluster: the same windows, markers, states and answers',
  run: async ({ servers, trace, onStep }) => {
    const kafka = await servers.kafka(1);
    const [opensearch, clickhouse, s3] = [await servers.opensearch(), await servers.clickhouse(), await servers.s3()];
    const sessions = await sessionsOf(trace);
    onStep(`${sessions.length} sessions, ${sessions.reduce((sum, { events }) => sum + events.length, 0)} events`);
    const agreement = await playThroughBoth(
      { kafka, opensearch, clickhouse, s3 },
      { sessions, windowTokens: 8_192, queries: QUERIES, onStep },
    );
    const { compared, different, queries, firstTen, sameOrder } = agreement;
    onStep(describeAgreement(agreement));
    return {
      figures: { compared, different: different.length, queries, firstTen, sameOrder },
      wrong: [...different.slice(0, 10), ...(firstTen < AGREED ? [`the first ten agree to ${firstTen} only`] : [])],
    };
  },
};

async function sessionsOf(file: string | undefined): Promise<readonly ImportedSession[]> {
  if (file === undefined) return generateTraces({ seed: 5, traces: 1, requests: 6 })[0]!.sessions;
  return (await importSession({ name: basename(file), bytes: await readFile(file) })).sessions;
}
