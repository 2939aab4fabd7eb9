/** One password for all members of browser tests, because hashing is slow on purpose. */
import { randomBytes } from "node:crypto";

export const TEST_PASSWORD = `kapok-${randomBytes(9).toString("hex")}`;
