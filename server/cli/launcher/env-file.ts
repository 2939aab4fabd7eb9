/** `.env` beside package.json; what the environment already says wins. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "#server/cli/launcher/project.ts";

export function loadEnvFile(): void {
	const file = join(PROJECT, ".env");
	if (existsSync(file)) process.loadEnvFile(file);
}
