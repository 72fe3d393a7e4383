import type { EventKind } from '../event/event-kind.ts';
import { cutWithEllipsis } from '../text/ellipsis.ts';
import type { TaskItem, TaskState } from './task-state.ts';

/** An event since the card was written, as input for a proposal. */
export interface ProposalEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly turn: number;
  readonly text: string;
  readonly isError: boolean;
  readonly supersedes: readonly string[];
}

const ITEM_CHARS = 240;
const ITEMS = 16;
const KEY_EVENTS = 32;
const ERRORS = 3;

/**
 * Proposes an update of a stale card by rule, without a model: adds new objectives, constraints and decisions, drops
 * superseded ones, and turns the newest errors without a later result into open loops. Only a proposal; the agent
 * decides. Source: 002 §4.3.
 */
export function proposeTaskState(card: TaskState, events: readonly ProposalEvent[]): TaskState {
  const gone = new Set(events.flatMap((event) => event.supersedes));
  const live = events.filter((event) => !gone.has(event.id));
  const of = (kind: EventKind): ProposalEvent[] => live.filter((event) => event.kind === kind && event.text.trim() !== '');
  const constraints = keep(card.constraints, gone);
  const openLoops = keep(card.openLoops, gone);
  const marks = [...of('objective'), ...of('constraint'), ...of('decision')].sort((a, b) => a.turn - b.turn);
  const keyEvents = [...new Set([...(card.keyEvents ?? []).filter((id) => !gone.has(id)), ...marks.map((event) => event.id)])];
  return {
    ...card,
    version: card.version + 1,
    goals: newest([...(card.goals ?? []), ...of('objective').map(({ text }) => clip(text))]),
    constraints: newestItems([...constraints, ...of('constraint').map(itemOf)]),
    openLoops: newestItems([...openLoops, ...unanswered(live).map(itemOf)]),
    keyEvents: keyEvents.slice(-KEY_EVENTS),
  };
}

/** Returns the newest errors without a later successful result. */
function unanswered(events: readonly ProposalEvent[]): ProposalEvent[] {
  const last = events.findLastIndex((event) => event.kind === 'tool_result' && !event.isError);
  return events
    .slice(last + 1)
    .filter((event) => event.isError)
    .slice(-ERRORS);
}

function keep(items: readonly TaskItem[] | undefined, gone: ReadonlySet<string>): TaskItem[] {
  return (items ?? []).filter(
    (item) => item.eventIds === undefined || item.eventIds.length === 0 || !item.eventIds.every((id) => gone.has(id)),
  );
}

const itemOf = (event: ProposalEvent): TaskItem => ({ text: clip(event.text), eventIds: [event.id] });
const newest = (texts: readonly string[]): string[] => [...new Set(texts)].slice(-ITEMS);
const newestItems = (items: readonly TaskItem[]): TaskItem[] => [...new Map(items.map((item) => [item.text, item])).values()].slice(-ITEMS);

function clip(text: string): string {
  return cutWithEllipsis(text.trim().replace(/\s+/g, ' '), ITEM_CHARS);
}
