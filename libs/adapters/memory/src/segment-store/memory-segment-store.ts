import { sessionKey } from '@total-recall/domain';
import { placeProblem, SEGMENT_LIMITS, type ArchivePartition, type SegmentPlace, type SegmentStore } from '@total-recall/ports';
import { createClosing, TotalRecallError } from '@total-recall/runtime';

/** Creates the archive of the log in memory. It ends with the process but otherwise fulfils the port. */
export function createMemorySegmentStore(): SegmentStore {
  const segments = new Map<string, { readonly place: SegmentPlace; readonly bytes: Uint8Array }>();
  const chapters = new Map<string, Uint8Array[]>();
  const { refuseClosed, close } = createClosing('The archive');

  const check = (place: ArchivePartition, bytes?: Uint8Array): void => {
    refuseClosed();
    const problem = placeProblem(place);
    if (problem !== undefined) throw new TotalRecallError('invalid_request', problem);
    if (bytes && bytes.length > SEGMENT_LIMITS.bytes)
      throw new TotalRecallError('payload_too_large', `An object of the archive has at most ${SEGMENT_LIMITS.bytes} bytes.`);
  };
  const chaptersOf = ({ generation, partition }: ArchivePartition): Uint8Array[] => {
    const name = `${generation}/${partition}`;
    const known = chapters.get(name) ?? [];
    chapters.set(name, known);
    return known;
  };
  return {
    put: async (place, bytes) => {
      check(place, bytes);
      const name = nameOf(place);
      if (segments.has(name)) return { created: false };
      segments.set(name, { place: { ...place }, bytes: Uint8Array.from(bytes) });
      return { created: true };
    },
    get: async (place) => {
      check(place);
      return segments.get(nameOf(place))?.bytes.slice();
    },
    list: async ({ from = 0, limit, ...address }) => {
      check({ ...address, partition: 0 });
      return [...segments.values()]
        .map(({ place }) => place)
        .filter((place) => place.generation === address.generation && sessionKey(place) === sessionKey(address) && place.first >= from)
        .sort((a, b) => a.first - b.first || a.last - b.last)
        .slice(0, limit);
    },
    putChapter: async (place, bytes) => {
      check(place, bytes);
      const known = chaptersOf(place);
      if (known[place.number]) return { created: false };
      known[place.number] = Uint8Array.from(bytes);
      return { created: true };
    },
    chapter: async (place) => {
      check(place);
      return chaptersOf(place)[place.number]?.slice();
    },
    chapters: async (place) => {
      check(place);
      return chaptersOf(place).length;
    },
    close,
  };
}

function nameOf(place: SegmentPlace): string {
  return JSON.stringify([place.generation, place.partition, sessionKey(place), place.first, place.last]);
}
