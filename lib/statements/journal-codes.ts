/** The shapes of account and journal codes that accounting programs accept in a journal. */

export const ACCOUNT_PATTERN = /^[0-9A-Za-z]{2,20}$/;
export const JOURNAL_PATTERN = /^[0-9A-Za-z]{1,8}$/;
