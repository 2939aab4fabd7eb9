/** Where the project stands, whatever the folder one starts from. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const PROJECT = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
