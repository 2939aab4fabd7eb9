/** `npm run release`: one archive that runs on a machine without npm, compiler and network. Two builds of one commit are equal. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { arch, platform } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build, isBuildFresh } from "#server/cli/launcher/build.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { runTask } from "#server/cli/launcher/run-launcher.ts";
import { say } from "#server/cli/launcher/terminal.ts";
import { packArchive, writeDigests } from "#server/cli/release/pack-archive.ts";
import { packDebian, requireDpkg } from "#server/cli/release/pack-debian.ts";
import { stageArchive } from "#server/cli/release/stage-archive.ts";
import { UserFacingError } from "#server/errors.ts";
import product from "../../package.json" with { type: "json" };

const USAGE = `npm run release -- [--to FOLDER] [--deb] [--twice]

Builds Cauri and writes cauri-<version>-linux-x64.tar.gz and SHA256SUMS to FOLDER (default release): Node, PostgreSQL, the built
pages and one command, cauri. Two builds of one commit give equal bytes. The archive runs on the kind of machine that built it.
--deb also makes a Debian package of the archive: cauri_<version>_amd64.deb.
--twice builds and packs a second time, and fails when a byte differs.`;

await runTask(USAGE, readArguments, async ({ to, deb, twice }, signal) => {
	if (deb) requireDpkg();
	if (!isBuildFresh()) await build({ signal, show: true });
	const [files, digests] = await pack(to, deb);
	for (const [index, each] of files.entries())
		say(`${each}: ${Math.round(statSync(each).size / 1_000_000)} MB, SHA-256 ${digests[index]}`);
	if (!twice) return;
	await build({ signal, show: true });
	const [, again] = await pack(to, deb);
	const changed = files.filter((_, index) => digests[index] !== again[index]);
	if (changed.length > 0) throw new UserFacingError(`The second build differs: ${changed.join(", ")}.`);
	say("The second build is equal, byte for byte.");
});

async function pack(to: string, deb: boolean): Promise<[files: string[], digests: string[]]> {
	const name = `cauri-${product.version}-${platform()}-${arch()}`;
	const [staged, file] = [join(to, name), join(to, `${name}.tar.gz`)];
	mkdirSync(to, { recursive: true });
	rmSync(staged, { recursive: true, force: true });
	stageArchive(staged);
	await packArchive(staged, file, commitTime());
	rmSync(staged, { recursive: true, force: true });
	const files = deb ? [file, packDebian(file, to, commitTime())] : [file];
	return [files, await writeDigests(files, join(to, "SHA256SUMS"))];
}

function readArguments(args: string[]): { to: string; deb: boolean; twice: boolean } {
	const { values } = parseArgs({
		args,
		options: {
			to: { type: "string", default: "release" },
			deb: { type: "boolean", default: false },
			twice: { type: "boolean", default: false },
		},
	});
	return { ...values, to: resolve(values.to) };
}

/** Returns the commit's time in seconds; without a repository, the beginning of 2026. */
function commitTime(): number {
	try {
		const output = execFileSync("git", ["log", "-1", "--format=%ct"], {
			cwd: PROJECT,
			stdio: ["ignore", "pipe", "ignore"],
		});
		return Number(output.toString());
	} catch {
		return Date.UTC(2026, 0, 1) / 1000;
	}
}
