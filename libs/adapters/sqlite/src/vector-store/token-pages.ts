import type { DatabaseSync } from 'node:sqlite';
import { DOCUMENTS_PER_SPACE } from '../index-store/index-schema.ts';

/** Largest row that fits into a page of 8 KiB. */
export const TOKEN_PAGE_BYTES = 8_140;

/** Bytes of a set, one content after the other, in completely filled pages. A page of zeros is not stored. */
export interface TokenPages {
  /** Reads bytes. Pages that are not stored read as zeros. */
  read(set: number, at: number, size: number): Uint8Array;
  write(set: number, at: number, bytes: Uint8Array): void;
}

/** A range of bytes within one page. */
interface Piece {
  readonly id: number;
  /** Start in the page, and in the requested range. */
  readonly inPage: number;
  readonly inRun: number;
  readonly size: number;
}

function* piecesOf(set: number, at: number, size: number): Generator<Piece> {
  for (let inRun = 0; inRun < size;) {
    const page = Math.floor((at + inRun) / TOKEN_PAGE_BYTES);
    const inPage = at + inRun - page * TOKEN_PAGE_BYTES;
    const own = Math.min(size - inRun, TOKEN_PAGE_BYTES - inPage);
    yield { id: set * DOCUMENTS_PER_SPACE + page, inPage, inRun, size: own };
    inRun += own;
  }
}

/** Creates a reader that copies no more than requested. */
export function createTokenPageReader(db: DatabaseSync): TokenPages['read'] {
  const part = db.prepare('SELECT substr(data, ?, ?) FROM token_page WHERE id = ?');
  part.setReturnArrays(true);
  const pieceOf = ({ id, inPage, size }: Piece): Uint8Array | undefined =>
    (part.get(inPage + 1, size, id) as [Uint8Array] | undefined)?.[0];
  return (set, at, size) => {
    const inPage = at % TOKEN_PAGE_BYTES;
    if (inPage + size <= TOKEN_PAGE_BYTES) {
      const [whole] =
        (part.get(inPage + 1, size, set * DOCUMENTS_PER_SPACE + (at - inPage) / TOKEN_PAGE_BYTES) as [Uint8Array] | undefined) ?? [];
      if (whole?.length === size) return whole;
    }
    const bytes = new Uint8Array(size);
    for (const piece of piecesOf(set, at, size)) bytes.set(pieceOf(piece) ?? [], piece.inRun);
    return bytes;
  };
}

export function createTokenPages(db: DatabaseSync): TokenPages {
  const page = db.prepare('SELECT data FROM token_page WHERE id = ?');
  const save = db.prepare('INSERT INTO token_page (id, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data');
  const drop = db.prepare('DELETE FROM token_page WHERE id = ?');
  return {
    read: createTokenPageReader(db),
    write: (set, at, bytes) => {
      for (const { id, inPage, inRun, size } of piecesOf(set, at, bytes.length)) {
        const held = (page.get(id) as { data: Uint8Array } | undefined)?.data ?? new Uint8Array(0);
        const data = new Uint8Array(Math.max(held.length, inPage + size));
        data.set(held);
        data.set(bytes.subarray(inRun, inRun + size), inPage);
        if (data.some((byte) => byte !== 0)) save.run(id, data);
        else drop.run(id);
      }
    },
  };
}
