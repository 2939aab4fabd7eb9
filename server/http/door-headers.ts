/** Names of the request headers that our own doors write and read. */

/** Path and query that the browser asked for, set by proxy.ts; only ever used as a place to come back to. */
export const PATH_HEADER = "x-cauri-path";
/** Address of the socket's other end, set by instrumentation.ts over whatever a client sent. */
export const PEER_HEADER = "x-cauri-peer";
/** A browser marks what no person did (a refresh after an event) with `1`: it does not keep the session alive. */
export const BACKGROUND_HEADER = "x-cauri-background";
