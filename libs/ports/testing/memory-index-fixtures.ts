import type { EventKind } from '@total-recall/domain';
import type { IndexedEvent, IndexWrite, TextDocument } from '../src/memory-index.ts';

/** The facts that a test states about an event; the rest is filled in. */
export interface EventSketch {
  readonly id: string;
  readonly text?: string;
  readonly documents?: readonly TextDocument[];
  readonly tenant?: string;
  readonly space?: string;
  readonly session?: string;
  readonly ordinal?: number;
  readonly offset?: number;
  readonly partition?: number;
  readonly kind?: EventKind;
  readonly at?: number;
  readonly artifactIds?: readonly string[];
  readonly agent?: string;
  readonly taskId?: string;
  readonly indexed?: boolean;
  readonly pinned?: boolean;
  readonly supersededBy?: string;
  readonly sealed?: Uint8Array;
}

/** Builds the one document of a whole event from words. */
export function documentOf(eventId: string, text: string): TextDocument {
  return { eventId, part: 0, terms: text.split(' ').filter((term) => term !== '') };
}

/** Builds a complete write. Ordinals follow the offset unless given. */
export function writeOf(sketch: EventSketch): IndexWrite {
  const tenant = sketch.tenant ?? 'acme';
  const space = sketch.space ?? 'home';
  const session = sketch.session ?? 's1';
  const offset = sketch.offset ?? 0;
  const at = sketch.at ?? 1_700_000_000_000 + offset;
  const event: IndexedEvent = {
    record: {
      key: `${tenant}/${space}/${session}`,
      envelope: {
        schemaVersion: 1,
        id: sketch.id,
        tenant,
        space,
        session,
        kind: sketch.kind ?? 'user_message',
        occurredAt: at,
        recordedAt: at,
        tokens: { whole: 9, stripped: 8, preview: 7 },
        family: 'generic',
        keyId: 'k1',
      },
      sealed: sketch.sealed ?? new Uint8Array([0, 255, offset % 256]),
      position: { generation: 'g1', partition: sketch.partition ?? 0, offset },
    },
    accepted: {
      ordinal: sketch.ordinal ?? offset,
      turn: 1 + (sketch.ordinal ?? offset),
      request: 1,
      atom: sketch.ordinal ?? offset,
      premiseVersion: 0,
      indexed: sketch.indexed ?? true,
      ...(sketch.taskId === undefined ? {} : { taskId: sketch.taskId }),
    },
    ...(sketch.supersededBy === undefined ? {} : { supersededBy: sketch.supersededBy }),
  };
  return {
    event,
    documents: sketch.documents ?? (sketch.text === undefined ? [] : [documentOf(sketch.id, sketch.text)]),
    ...(sketch.artifactIds === undefined ? {} : { artifactIds: sketch.artifactIds }),
    ...(sketch.agent === undefined ? {} : { agent: sketch.agent }),
    ...(sketch.pinned === undefined ? {} : { pinned: sketch.pinned }),
  };
}

/** Builds writes of one event per text, with offsets from `from`. */
export function writesOf(texts: readonly string[], common: Partial<EventSketch> = {}, from = 0): IndexWrite[] {
  return texts.map((text, index) => writeOf({ ...common, id: `${common.session ?? 's1'}-e${from + index}`, text, offset: from + index }));
}
