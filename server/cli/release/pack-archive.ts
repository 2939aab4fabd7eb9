/** Packs a folder so that equal content gives equal bytes: sorted names, one timestamp, no owner, a gzip header without a time. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";

/** `at`: the time of every entry, in seconds. */
export async function packArchive(folder: string, file: string, at: number): Promise<void> {
	const same = ["--format=gnu", "--sort=name", `--mtime=@${at}`, "--owner=0", "--group=0", "--numeric-owner"];
	// An installation may hard-link equal files; `--hard-dereference` stores each as a file of its own.
	const args = [...same, "--mode=u+rw,go+rX,go-w", "--hard-dereference", "-c", basename(folder)];
	const tar = spawn("tar", args, { cwd: dirname(folder), stdio: ["ignore", "pipe", "inherit"] });
	const ended = new Promise<number | null>((resolve, reject) => tar.once("close", resolve).once("error", reject));
	await pipeline(tar.stdout, createGzip({ level: constants.Z_BEST_COMPRESSION }), createWriteStream(file));
	if ((await ended) !== 0) throw new Error("tar failed");
}

export async function writeDigests(files: readonly string[], sums: string): Promise<string[]> {
	const digests = await Promise.all(files.map(digestOf));
	writeFileSync(sums, files.map((file, index) => `${digests[index]}  ${basename(file)}\n`).join(""));
	return digests;
}

async function digestOf(file: string): Promise<string> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(file), hash);
	return hash.digest("hex");
}
