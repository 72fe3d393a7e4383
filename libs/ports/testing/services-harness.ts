import type { NewEvent, SessionAddress } from '@total-recall/domain';
import type { AppendRequest, Ingest, Retriever } from '../src/services.ts';
import { withHarness, type ContractHarness } from './contract-harness.ts';

/** Running ingest and retriever of one service, with windows of 8,192 tokens. */
export interface ServicesUnderTest {
  readonly ingest: Ingest;
  readonly retriever: Retriever;
  close(): Promise<void>;
}

export type ServicesHarness = ContractHarness<ServicesUnderTest>;
export type WithServices = (body: (services: ServicesUnderTest) => Promise<void>) => Promise<void>;

export const PLACE: SessionAddress = { tenant: 'acme', space: 'main', session: 's1' };
export const SPACE = { tenant: 'acme', space: 'main' } as const;

export const withServices =
  (makeHarness: () => ServicesHarness): WithServices =>
  (body) =>
    withHarness(makeHarness, async (open) => body(await open()));

/** Appends to `PLACE` unless another is named, and waits until everything is folded and searchable. */
export function append(services: ServicesUnderTest, events: readonly NewEvent[], more: Partial<AppendRequest> = {}) {
  return services.ingest.append({ ...PLACE, wait: 'searchable', events, ...more });
}

export const message = (text: string): NewEvent => ({ kind: 'user_message', text });

/** Builds turns of an agent that reads long reports: enough for a compaction to evict something. */
export function longTalk(turns: number): NewEvent[] {
  return Array.from({ length: turns }, (_, at): NewEvent[] => {
    const call = { id: `c${at}`, name: 'read_report' };
    return [
      message(`Which depot does report ${at} speak of?`),
      { kind: 'tool_call', call: { ...call, arguments: JSON.stringify({ report: at }) } },
      { kind: 'tool_result', call, text: `report ${at}: ${`depot ${at} holds crates of instruments. `.repeat(20)}` },
      { kind: 'agent_message', text: `Report ${at} speaks of depot ${at}.` },
    ];
  }).flat();
}
