/** Limits of lists of payments. */

/** The largest number that one proof of identity covers. */
export const MOST_IN_A_LIST = 500;
/** Evidence is read payment by payment. */
export const MOST_SETTLED_IN_A_LIST = 100;
/** Longest text of a filter. */
export const LONGEST_FILTER = 64;
