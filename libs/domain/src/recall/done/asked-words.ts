/** Characters up to which a query is read as a question for what was done: a longer one names something. */
export const MAX_ASKED_CHARS = 200;
