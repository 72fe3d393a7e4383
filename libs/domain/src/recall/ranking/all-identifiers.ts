/** Share from which an event counts as holding all identifiers of the query, allowing for rounding. */
export const ALL_IDENTIFIERS = 0.999;
