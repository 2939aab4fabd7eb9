/** References in one request; a longer list goes in several. 400 of 128 characters stay below the limit of a body. */
export const IMPORT_BATCH = 400;
