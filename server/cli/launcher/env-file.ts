/** `.env` beside package.json; what the environment already says wins. */
import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "#server/cli/launcher/project.ts";

export function loadEnvFile(): void {
	const file = join(PROJECT, ".env");
	// One that this account may not read was read by the launcher, which handed on what it says.
	if (existsSync(file) && isReadable(file)) process.loadEnvFile(file);
}

function isReadable(file: string): boolean {
	try {
		accessSync(file, constants.R_OK);
		return true;
	} catch {
		return false;
	}
}
