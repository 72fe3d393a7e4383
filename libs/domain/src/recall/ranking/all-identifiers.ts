/** Share from which an event holds all identifiers of the query, rounding aside. */
export const ALL_IDENTIFIERS = 0.999;
