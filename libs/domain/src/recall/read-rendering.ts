import { parseEventRef, type EventRef } from '../event/event-ref.ts';
import { readOpenFence } from '../fence/fence.ts';
import { ALIKE_LINE, ALSO, GROUP_DAY, unescapeEvidence } from './render-evidence.ts';

/** Text of one event in a rendering of evidence. */
interface RenderedEvidence {
  /** Without a session it names an event of the asking session, which answers of earlier programs do not name. */
  readonly ref: EventRef & { readonly kind: 'ordinal' };
  readonly text: string;
}

const SESSION = new RegExp(String.raw`^# session (\S{1,256}) ${GROUP_DAY}$`);
const DAY = new RegExp(`^# ${GROUP_DAY}$`);
const EVENT = /^## (e\d{1,12}(?::\d{1,12}-\d{1,12})?)(?: |$)/;
/** Matches the end of an answer; answers from before fences have none. */
const CLOSE = /^<\/recalled(?: [\w.-]{1,16})?>$/;

/** Reads the evidence from the output of `renderEvidence`, by event; empty for any other text. Linear. */
export function readRendering(text: string): RenderedEvidence[] {
  const found: RenderedEvidence[] = [];
  let asking: string | undefined;
  let session: string | undefined;
  let open: { ref: RenderedEvidence['ref']; lines: string[] } | undefined;
  const close = (): void => {
    if (open !== undefined) found.push({ ref: open.ref, text: unescapeEvidence(open.lines.join('\n')) });
    open = undefined;
  };
  for (const line of text.split(/\r?\n/)) {
    const fence = readOpenFence(line);
    if (fence) {
      asking = fence.session;
      session = asking;
    }
    const named = SESSION.exec(line)?.[1];
    const ref = EVENT.exec(line)?.[1];
    if (named !== undefined || DAY.test(line)) {
      close();
      session = named ?? asking;
    } else if (ref !== undefined) {
      close();
      const parsed = parseEventRef(session === undefined ? ref : `${session}/${ref}`);
      open = parsed?.kind === 'ordinal' ? { ref: parsed, lines: [] } : undefined;
    } else if (CLOSE.test(line)) close();
    else if (!line.startsWith(ALSO) && !ALIKE_LINE.test(line)) open?.lines.push(line);
  }
  return found;
}
