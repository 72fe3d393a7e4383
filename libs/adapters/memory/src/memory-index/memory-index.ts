import { NO_MARKS } from '@total-recall/domain';
import type { MemoryIndex, VectorIndex } from '@total-recall/ports';
import { checkTerms, mergeAside, TotalRecallError } from '@total-recall/runtime';
import { documentsOf, makeVisible, passes, put, spaceOf, toHit, type IndexState } from './index-state.ts';
import { createMemoryVectors, type VectorDocuments } from './memory-vectors.ts';
import { pointReads } from './point-reads.ts';
import { textReads } from './text-reads.ts';

/**
 * Creates the read model in memory, for tests. It is simple, exact, and strict about `refresh`: text is found only
 * after it.
 */
export function createMemoryIndex(): MemoryIndex & { readonly vectors: VectorIndex } {
  const state: IndexState = { spaces: new Map(), marks: new Map(), aside: new Map(), unrefreshed: new Map(), closed: false };
  const refuseClosed = (): void => {
    if (state.closed) throw new TotalRecallError('closed', 'The index is closed.');
  };
  const { vectors, owe } = createMemoryVectors(vectorDocuments(state));
  return {
    ...textReads(state),
    ...pointReads(state),
    vectors,
    write: async (partition, writes, supersessions = []) => {
      refuseClosed();
      for (const write of writes) for (const document of write.documents) checkTerms(document.terms);
      for (const write of writes) put(state, partition, write);
      for (const { eventId, by, tenant, space } of supersessions) {
        const stored = spaceOf(state, tenant, space)?.events.get(eventId);
        if (stored) stored.event = { ...stored.event, supersededBy: by };
      }
    },
    refresh: async (partition) => {
      refuseClosed();
      makeVisible(state, partition);
    },
    erasing: {
      rewrite: async (partition, writes) => {
        refuseClosed();
        for (const write of writes) {
          put(state, partition, write, true);
          owe(partition, write);
        }
        makeVisible(state, partition);
      },
      wipe: async () => refuseClosed(),
      remove: async ({ tenant, space, session }) => {
        const held = spaceOf(state, tenant, space);
        for (const [id, { event }] of held?.events ?? []) {
          if (session !== undefined && event.record.envelope.session !== session) continue;
          held!.events.delete(id);
          held!.visible.delete(id);
        }
      },
    },
    marks: async (partition) => {
      refuseClosed();
      return state.marks.get(partition) ?? NO_MARKS;
    },
    advanceMarks: async (partition, marks) => {
      refuseClosed();
      const before = state.marks.get(partition) ?? NO_MARKS;
      const embedded = Math.max(before.embedded ?? -1, marks.embedded ?? -1);
      state.marks.set(partition, {
        folded: Math.max(before.folded, marks.folded),
        searchable: Math.max(before.searchable, marks.searchable),
        ...(embedded < 0 ? {} : { embedded }),
      });
    },
    setAside: async (partition, records) => {
      refuseClosed();
      state.aside.set(partition, mergeAside(state.aside.get(partition) ?? [], records));
    },
    aside: async (partition) => {
      refuseClosed();
      return state.aside.get(partition) ?? [];
    },
    close: async () => {
      state.closed = true;
    },
  };
}

function vectorDocuments(state: IndexState): VectorDocuments {
  return {
    document: (tenant, space, eventId, part) =>
      spaceOf(state, tenant, space)
        ?.events.get(eventId)
        ?.documents.find(({ document }) => document.part === part)?.document,
    visible: (tenant, space, filter) =>
      documentsOf(spaceOf(state, tenant, space))
        .filter(([stored]) => passes(stored, filter))
        .map(([stored, held]) => {
          const { termCounts: _termCounts, length: _length, ...place } = toHit(stored, held, []);
          return { document: held.document, place };
        }),
  };
}
