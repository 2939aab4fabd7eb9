/** Names of the request headers that our own code sets and reads. */

/** The requested path and query, set by proxy.ts; only used as a return address. */
export const PATH_HEADER = "x-cauri-path";
/** The peer address of the socket; instrumentation.ts overwrites what a client sends. */
export const PEER_HEADER = "x-cauri-peer";
/** The browser sets `1` on automatic requests (a refresh after an event), which do not keep the session alive. */
export const BACKGROUND_HEADER = "x-cauri-background";
