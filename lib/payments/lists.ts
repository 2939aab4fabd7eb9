/** Limits of lists of payments. */

/** The largest number that one proof of identity covers. */
export const MOST_IN_A_LIST = 500;
/** Evidence is read payment by payment. */
export const MOST_SETTLED_IN_A_LIST = 100;
/** Longest text of a filter. */
export const LONGEST_FILTER = 64;

/** A body that names ten thousand payouts: every row of the largest batch, each with an answer. */
export const LONG_LIST_BYTES = 1_024 * 1_024;
