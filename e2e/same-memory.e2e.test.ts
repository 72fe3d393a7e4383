import { generateTraces } from '@total-recall/evaluation';
import { describe, expect, it } from 'vitest';
import { realServers } from './real-servers.ts';
import { describeAgreement } from './same-memory/compare-memories.ts';
import { playThroughBoth } from './same-memory/same-memory.ts';

const servers = await realServers();

if (servers)
  describe('the same appends to a standalone service and to a cluster', () => {
    it('I-15 give the same windows, markers and states, and the same answers to recall', { timeout: 900_000 }, async () => {
      const [trace] = generateTraces({ seed: 5, traces: 1, requests: 3 });
      const agreement = await playThroughBoth(servers, { sessions: trace!.sessions, windowTokens: 8_192, queries: 40 });
      process.stdout.write(`${describeAgreement(agreement)}\n`);
      expect(agreement.different).toEqual([]);
      expect(agreement.compared).toBeGreaterThan(90);
      expect(agreement.queries).toBeGreaterThan(30);
      expect(agreement.firstTen).toBeGreaterThanOrEqual(0.95);
    });
  });
