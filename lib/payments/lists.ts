/** Limits of lists of payments. */

/** The most payments that one proof of identity covers. */
export const MOST_IN_A_LIST = 500;
/** Fewer, because evidence is read payment by payment. */
export const MOST_SETTLED_IN_A_LIST = 100;
/** In characters. */
export const LONGEST_FILTER = 64;

/** The largest body of a request that gives an answer for each of ten thousand payouts, the rows of the largest batch. */
export const LONG_LIST_BYTES = 1_024 * 1_024;
