/** Codes of the accounting program, as a journal carries them. */

export const ACCOUNT_PATTERN = /^[0-9A-Za-z]{2,20}$/;
export const JOURNAL_PATTERN = /^[0-9A-Za-z]{1,8}$/;
