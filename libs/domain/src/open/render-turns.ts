import { renderEventRef } from '../event/event-ref.ts';
import { closeFence, openFence } from '../fence/fence.ts';
import { plainLine } from '../fence/plain-line.ts';
import type { Evidence } from '../recall/recall-request.ts';
import { escapeEvidence, eventHeading, groupHeading, shownTime } from '../recall/render-evidence.ts';
import type { LeftOutReason, OpenAnswer, TurnEvent } from './open-request.ts';

/** An event as it is shown: its heading, and the part of its text. */
export interface ShownTurnEvent extends TurnEvent {
  readonly session: string;
  /** The speaker or the call, for the heading; empty for an event that cannot be read. */
  readonly about: string;
  /** True where nobody knows when it was said. */
  readonly isUntimed?: true;
  readonly text: string;
}

interface TurnsFrame extends Pick<OpenAnswer, 'retrievalId' | 'next'> {
  /** As it was asked for. */
  readonly ref: string;
  /** The asking session. */
  readonly asking?: string;
  /** Place of the session's last event, where places behind it were asked for. */
  readonly lastOrdinal?: number;
}

/**
 * Renders events of turns as data for a model, in their order: a line that names the turns and how to continue, then each
 * event below a heading as answers of recall have them, so that a quoted answer is recognised by the same rules.
 */
export function renderTurns(events: readonly ShownTurnEvent[], frame: TurnsFrame): string {
  const { retrievalId, asking } = frame;
  const lines = [openFence(retrievalId, events.some(({ session }) => session === asking) ? asking : undefined), placeLine(events, frame)];
  let day: string | undefined;
  let shownAt: number | undefined;
  for (const event of events) {
    const evidence = evidenceOf(event);
    const heading = groupHeading(event, asking);
    if (heading !== day) {
      lines.push(heading);
      shownAt = undefined;
    }
    lines.push(
      eventHeading([evidence], { shownAt }),
      event.leftOut === undefined ? escapeEvidence(event.text.trimEnd()) : lineOf(event, asking),
    );
    day = heading;
    shownAt = shownTime(evidence, shownAt);
  }
  return [...lines, closeFence(retrievalId)].join('\n');
}

function evidenceOf({ leftOut, totalBytes, ...event }: ShownTurnEvent): Evidence {
  return { ...event, complete: leftOut !== undefined || (event.fromByte === 0 && event.toByte === totalBytes) };
}

const LEFT_OUT: Readonly<Record<LeftOutReason, string>> = {
  erased: '[erased]',
  damaged: '[damaged: this event cannot be read]',
  forgotten: 'withheld: somebody asked to forget it',
  recalled: 'an answer of the memory',
};

function lineOf({ leftOut, session, ordinal }: ShownTurnEvent, asking: string | undefined): string {
  const said = LEFT_OUT[leftOut!];
  if (leftOut === 'erased' || leftOut === 'damaged') return said;
  return `[${said}; to read it: ref "${renderEventRef({ kind: 'ordinal', ordinal, ...(session !== asking && { session }) })}"]`;
}

function placeLine(events: readonly ShownTurnEvent[], { ref, next, lastOrdinal }: TurnsFrame): string {
  const name = plainLine(ref);
  const beyond = lastOrdinal === undefined ? '' : ` (e${lastOrdinal} is the last one of the session)`;
  const count = `${events.length} ${events.length === 1 ? 'event' : 'events'}${beyond}`;
  if (next === undefined) return `[${name}, ${count}]`;
  const from = next.fromByte === 0 ? '' : next.fromLine === undefined ? `, fromByte ${next.fromByte}` : `, fromLine ${next.fromLine}`;
  return `[${name}, the first ${count}; for more: ref "${plainLine(next.ref ?? ref)}"${from}]`;
}
