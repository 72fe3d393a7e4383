import { parseEventRef, type EventRef } from '../event/event-ref.ts';
import { readOpenFence } from '../fence/fence.ts';
import { GROUP_DAY } from './render-evidence.ts';

/** Largest number of references read from one rendering. */
const MOST_REFS = 128;
const ELEMENT = /^<event id="([0-7][0-9A-HJKMNP-TV-Z]{25})"[^<>\n]{0,2048}>$/;
const BYTES = / bytes="(\d{1,12})-(\d{1,12})"/;
const SESSION = /^# session (\S{1,128}) /;
const GROUP = new RegExp(`^# ${GROUP_DAY}$`);
const EVENT =
  /^## ((?:[^\s/]{1,128}\/)?e\d{1,12}(?::\d{1,12}-\d{1,12})?|[0-7][0-9A-HJKMNP-TV-Z]{25}(?::\d{1,12}-\d{1,12})?)(?: T(\d{1,12}))?(?: |$)/;

/** An event that a rendering names. */
export type ShownEvent = EventRef & {
  /** Day and turn that stand beside its place, where the rendering names neither its session nor its id. */
  readonly shown?: { readonly day: string; readonly turn: number };
};

/**
 * Finds the events that a rendering of evidence names, with the byte ranges it shows, without repeats: as elements, or
 * by headings under their session. Under a day alone that is the asking one, which the first line names; renderings of
 * earlier programs do not. Text of the evidence is escaped and names none. Linear.
 */
export function readEvidenceRefs(rendering: string): ShownEvent[] {
  const refs = new Map<string, ShownEvent>();
  let asking: string | undefined;
  let session: string | undefined;
  let day: string | undefined;
  for (const line of rendering.split(/\r?\n/)) {
    if (refs.size >= MOST_REFS) break;
    asking = readOpenFence(line)?.session ?? asking;
    const ownDay = GROUP.exec(line)?.[1];
    if (ownDay !== undefined) {
      session = asking;
      day = ownDay;
    } else session = SESSION.exec(line)?.[1] ?? session;
    const [, heading, turn] = EVENT.exec(line) ?? [];
    const named = elementRef(line) ?? heading;
    if (named === undefined) continue;
    const isOfSession = session !== undefined && named.startsWith('e') && !named.includes('/');
    const ref = parseEventRef(isOfSession ? `${session}/${named}` : named);
    if (!ref) continue;
    const isBare = ref.kind === 'ordinal' && ref.session === undefined;
    const shown = isBare && day !== undefined ? { shown: { day, turn: Number(turn ?? ref.ordinal) } } : {};
    refs.set(JSON.stringify(ref), { ...ref, ...shown });
  }
  return [...refs.values()];
}

function elementRef(line: string): string | undefined {
  const id = ELEMENT.exec(line)?.[1];
  if (id === undefined) return undefined;
  const bytes = BYTES.exec(line);
  return bytes && Number(bytes[2]) > Number(bytes[1]) ? `${id}:${bytes[1]}-${bytes[2]}` : id;
}
