/** Prints the values that Next reads from the folder's `.env`, behind `closeEnvFiles` or not. */
import { createRequire } from "node:module";
import { closeEnvFiles } from "#server/cli/web/run-web.ts";

const [folder = "", isClosed] = process.argv.slice(2);
if (isClosed === "closed") closeEnvFiles();
const { loadEnvConfig } = createRequire(import.meta.resolve("next"))("@next/env");
const { loadedEnvFiles } = loadEnvConfig(folder, false);
process.stdout.write(JSON.stringify({ files: loadedEnvFiles.length, key: process.env.MOMO_API_KEY ?? null }));
