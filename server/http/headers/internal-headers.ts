/** Names of the request headers that our own code sets and reads. */

/** The requested path and query, set by proxy.ts; only used as a return address. */
export const PATH_HEADER = "x-cauri-path";
/** Address of the socket's other end; instrumentation.ts overwrites any client value. */
export const PEER_HEADER = "x-cauri-peer";
/** The browser sets `1` on automatic requests (a refresh after an event), which do not keep the session alive. */
export const BACKGROUND_HEADER = "x-cauri-background";
