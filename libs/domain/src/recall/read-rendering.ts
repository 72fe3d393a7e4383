/** One event's text in a rendering of evidence. */
export interface RenderedEvidence {
  readonly eventId: string;
  readonly text: string;
}

const OPEN = /^<event id="([^"\s<>]{1,256})"[^<>\n]{0,2048}>$/;
const CLOSE = '</event>';

/** The evidence in what `renderEvidence` made, by event; nothing where the text is something else. Linear. */
export function readRendering(text: string): RenderedEvidence[] {
  const found: RenderedEvidence[] = [];
  let open: { eventId: string; lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    if (open === undefined) {
      const eventId = OPEN.exec(line)?.[1];
      if (eventId !== undefined) open = { eventId, lines: [] };
    } else if (line === CLOSE) {
      found.push({ eventId: open.eventId, text: unescape(open.lines.join('\n')) });
      open = undefined;
    } else open.lines.push(line);
  }
  return found;
}

function unescape(text: string): string {
  return text.replace(/&lt;(?=\s*(?:\/\s*)?(?:recalled|event)\b)/gi, '<');
}
