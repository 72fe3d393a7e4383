import type { ReplyOf } from '@total-recall/contracts';
import type { EventBody, SessionAddress } from '@total-recall/domain';
import { allEvents } from '../all-events.ts';
import type { DelegationDeps } from './delegation-deps.ts';

type Delegation = ReplyOf<'listDelegations'>['delegations'][number];
type Report = Delegation['reports'][number];

/** Events read at a time: reports are large. */
const PAGE = 100;
const REPORTS_SHOWN = 8;
/** Characters of reports that one list holds beside the latest report of each subtask. */
const EARLIER_CHARS = 4_000_000;

/** Reads what a session delegated, in order, with what was reported of each. Errors: `not_found`, `not_caught_up`. */
export async function readDelegations({ retriever }: Pick<DelegationDeps, 'retriever'>, address: SessionAddress): Promise<Delegation[]> {
  const delegations = new Map<string, Delegation>();
  const reports = new Map<string, Report[]>();
  const events = allEvents(retriever, { ...address, limit: PAGE, kinds: ['delegation', 'report'] });
  for await (const { id: eventId, occurredAt: at, body } of events) {
    const { delegation, report }: Partial<EventBody> = body ?? {};
    if (delegation) delegations.set(delegation.session, { ...delegation, eventId, at, status: 'open', reports: [] });
    // A session that works on a subtask holds its own reports too. They match no delegation, so they are never listed.
    if (report) reports.set(report.session, [{ ...report, eventId, at }, ...(reports.get(report.session) ?? [])].slice(0, REPORTS_SHOWN));
  }
  let room = EARLIER_CHARS;
  return [...delegations.values()].map((one) => {
    const own = reports.get(one.session) ?? [];
    const shown = own.filter((report, at) => at === 0 || (room -= JSON.stringify(report).length) >= 0);
    return { ...one, status: own[0]?.status ?? 'open', reports: shown };
  });
}
