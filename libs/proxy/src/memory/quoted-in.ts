/** Answer of `recall` or `open`, as far as it names what it quotes. */
interface Quoting {
  readonly passages?: readonly { readonly eventId: string }[];
  readonly eventId?: string | undefined;
}

/** Returns the ids of the events that an answer of `recall` or `open` quotes, each once. */
export function quotedIn({ passages = [], eventId }: Quoting): string[] {
  return [...new Set([...passages.map((passage) => passage.eventId), ...(eventId === undefined ? [] : [eventId])])];
}
