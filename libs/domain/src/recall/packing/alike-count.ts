import type { LinePick, PackableEvent } from './packable-event.ts';

export type LinePlace = Pick<LinePick, 'event' | 'passage' | 'line'>;

/** Counts lines by event and shape. Shapes are not joined to longer keys, as an answer looks at them thousands of times. */
export interface AlikeCount {
  /** Counts a line and returns how many of its shape were counted in its event before. */
  add(place: LinePlace): number;
  /** Returns how many lines of its shape were counted in its event; 0 for a line that is alike to none. */
  of(place: LinePlace): number;
  /** Returns the counts of an event by shape. */
  in(event: number): ReadonlyMap<string, number>;
}

/** Lines of an event that is asked for as a whole are alike to none. */
export function createAlikeCount(events: readonly PackableEvent[]): AlikeCount {
  const counts = new Map<number, Map<string, number>>();
  const shapeOf = ({ event, passage, line }: LinePlace): string | undefined => {
    const { isWhole, passages } = events[event]!;
    return isWhole === true ? undefined : passages[passage]!.lines[line]!.shape;
  };
  const countOf = (event: number, shape: string | undefined): number => (shape === undefined ? 0 : (counts.get(event)?.get(shape) ?? 0));
  return {
    add(place) {
      const shape = shapeOf(place);
      if (shape === undefined) return 0;
      const before = countOf(place.event, shape);
      const own = counts.get(place.event) ?? new Map<string, number>();
      counts.set(place.event, own.set(shape, before + 1));
      return before;
    },
    of: (place) => countOf(place.event, shapeOf(place)),
    in: (event) => counts.get(event) ?? new Map<string, number>(),
  };
}
