import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { UserFacingError } from "#server/errors.ts";
import digests from "./executables.json" with { type: "json" };

/** The folders in which the packages keep their programs and libraries: Node in the first, PostgreSQL in the second. */
const FOLDERS = ["bin", "native"];
const PIECE = Buffer.alloc(100_000);

/**
 * Returns the SHA-256, in hex, over the names and contents of a package's programs and libraries. Leaves out symbolic links, because
 * a build or a start creates those to the libraries.
 */
export function executablesDigest(packageFolder: string): string {
	const whole = createHash("sha256");
	for (const folder of FOLDERS.filter((name) => existsSync(join(packageFolder, name))))
		for (const file of filesOf(packageFolder, folder))
			whole.update(`${digestOf(join(packageFolder, file))}  ${file}\n`);
	return whole.digest("hex");
}

/** Reads in pieces: Node's own file is 120 MB, which would stay in the launcher's memory as long as it runs. */
function digestOf(file: string): string {
	const content = createHash("sha256");
	const from = openSync(file, "r");
	try {
		for (let size = readSync(from, PIECE); size > 0; size = readSync(from, PIECE))
			content.update(PIECE.subarray(0, size));
	} finally {
		closeSync(from);
	}
	return content.digest("hex");
}

function filesOf(packageFolder: string, folder: string): string[] {
	return readdirSync(join(packageFolder, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(packageFolder.length + 1))
		.sort();
}

/** Throws a UserFacingError when a digest differs. The machine's own Node or PostgreSQL is not compared: its digest is unknown. */
export function requireKnownExecutables(project = PROJECT): void {
	for (const [nameAndVersion, digest] of Object.entries(digests)) {
		const folder = join(project, "node_modules", nameAndVersion.slice(0, nameAndVersion.lastIndexOf("@")));
		if (!existsSync(folder) || executablesDigest(folder) === digest) continue;
		throw new UserFacingError(
			`The files of ${folder} are not those of ${nameAndVersion}. Cauri does not start with them. Install Cauri again, and find out who or what changed them.`,
		);
	}
}
