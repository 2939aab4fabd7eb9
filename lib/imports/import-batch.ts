/** References per request; a longer list needs several requests. 400 references of 128 characters fit the body limit. */
export const IMPORT_BATCH = 400;
