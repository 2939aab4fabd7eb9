/** Path and query of the request. proxy.ts sets it, so that a page can return there after the sign-in. */
export const PATH_HEADER = "x-cauri-path";
/** The peer address of the socket; instrumentation.ts overwrites what a client sends. */
export const PEER_HEADER = "x-cauri-peer";
/** The browser sets `1` on automatic requests (a refresh after an event), which do not keep the session alive. */
export const BACKGROUND_HEADER = "x-cauri-background";
