/** Maximum number of payments that one decision with one step-up covers. */
export const MOST_IN_A_LIST = 500;
/** Maximum number of payments that one verdict covers: fewer, because the evidence of each payment is read separately. */
export const MOST_RESOLVED_IN_A_LIST = 100;
/** In characters. */
export const LONGEST_FILTER = 64;

/** The largest body of a request with an entry for each of ten thousand payouts, as many as the largest batch has. */
export const LONG_LIST_BYTES = 1_024 * 1_024;
