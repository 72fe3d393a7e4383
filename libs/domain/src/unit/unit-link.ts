/** Types of links, in the order in which a search follows them. Source: 003 §3.1, D.3. */
export const LINK_TYPES = ['version', 'sibling', 'temporal', 'semantic'] as const;
export type LinkType = (typeof LINK_TYPES)[number];

/**
 * The type of a link between episodes that went alike though they are about other things. It is a guess: no search follows
 * it, it keeps nothing within reach, and it is shown only where it is asked for. Source: L13.
 */
export const SPECULATIVE = 'speculative';
/** Types of links that units have. */
export const STORED_LINK_TYPES = [...LINK_TYPES, SPECULATIVE] as const;
export type StoredLinkType = (typeof STORED_LINK_TYPES)[number];

/**
 * A directed link of a unit. `version` leads to what it stands for now, `sibling` to a part of the same whole, `temporal`
 * to the one before it in time, `semantic` to one about the same things.
 */
export interface UnitLink {
  readonly type: StoredLinkType;
  readonly to: string;
  /** Nearness of the two, 0 to 1; of semantic links the nearest are kept. */
  readonly weight?: number;
}

/** Most links of each type from one unit. Version links have no bound: they keep what was archived within reach. */
export const MOST_LINKS: Readonly<Record<StoredLinkType, number>> = {
  version: Infinity,
  sibling: 8,
  temporal: 1,
  semantic: 4,
  [SPECULATIVE]: 2,
};
