/**
 * Makes a Debian package of an archive. It installs to /usr/lib/cauri and not to /opt/cauri, where an archive unpacked by hand has
 * its settings, which dpkg would replace.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { arch } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { UserFacingError } from "#server/errors.ts";
import product from "../../../package.json" with { type: "json" };

const FOLDER = "usr/lib/cauri";
const TEXTS = "usr/share/doc/cauri";
const SETTINGS = "etc/cauri/cauri.env";
/** systemd units, and the `cauri` command that each runs. */
const UNITS = {
	cauri: "start",
	"cauri-web": "web",
	"cauri-worker": "worker",
	"cauri-backup": "backup --keep 14 --every 24h",
};
const ARCHITECTURES: Partial<Record<string, string>> = { x64: "amd64", arm64: "arm64" };
/** With `~` dpkg sorts a pre-release, `1.0~rc1`, before its release, `1.0`. */
const VERSION = product.version.replace("-", "~");

/** Throws a UserFacingError when `dpkg-deb` cannot be run. */
export function requireDpkg(): void {
	try {
		execFileSync("dpkg-deb", ["--version"], { stdio: "ignore" });
	} catch (cause) {
		throw new UserFacingError("dpkg-deb is not installed: --deb works on Debian and Ubuntu.", { cause });
	}
}

/** Writes `cauri_<version>_<architecture>.deb` to the folder `to` and returns the file's path. `at`: every entry's time, in seconds. */
export function packDebian(archive: string, to: string, at: number): string {
	const name = `cauri_${VERSION}_${architecture()}`;
	const root = join(to, name);
	rmSync(root, { recursive: true, force: true });
	for (const folder of [FOLDER, TEXTS, dirname(SETTINGS), "usr/bin", "usr/lib/systemd/system", "DEBIAN"])
		mkdirSync(join(root, folder), { recursive: true });
	execFileSync("tar", ["-xzf", archive, "-C", join(root, FOLDER), "--strip-components=1"]);
	const sources = join(root, FOLDER, "program", "server", "cli", "release");
	// The package leaves out the archive's update script, because dpkg updates the program.
	rmSync(join(sources, "update.sh"));
	layOut(root, join(sources, "debian"), at);
	writeControl(root, join(sources, "debian"));
	execFileSync("chmod", ["-R", "u+rw,go+rX,go-w", root]);
	chmodSync(join(root, SETTINGS), 0o640);
	chmodSync(join(root, dirname(SETTINGS)), 0o750);
	execFileSync("find", [root, "-exec", "touch", "-h", "-d", `@${at}`, "{}", "+"]);
	const file = join(to, `${name}.deb`);
	const env = { ...process.env, SOURCE_DATE_EPOCH: String(at) };
	execFileSync("dpkg-deb", ["--root-owner-group", "-Zxz", "--build", root, file], { env, stdio: "pipe" });
	rmSync(root, { recursive: true });
	return file;
}

function layOut(root: string, scripts: string, at: number): void {
	const [program, texts] = [join(root, FOLDER), join(root, TEXTS)];
	writeFileSync(join(root, SETTINGS), settings(readFileSync(join(program, ".env.example"), "utf8")));
	symlinkSync(`/${SETTINGS}`, join(program, ".env"));
	const unit = readFileSync(join(program, "deploy", "cauri.service"), "utf8");
	for (const [name, command] of Object.entries(UNITS))
		writeFileSync(join(root, "usr/lib/systemd/system", `${name}.service`), unitOf(unit, name, command));
	cpSync(join(scripts, "cauri.sh"), join(root, "usr/bin/cauri"));
	chmodSync(join(root, "usr/bin/cauri"), 0o755);
	cpSync(join(scripts, "copyright"), join(texts, "copyright"));
	const date = new Date(at * 1000).toUTCString().replace("GMT", "+0000");
	const entry = `cauri (${VERSION}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- Cauri <cauri@localhost>  ${date}\n`;
	writeFileSync(join(texts, "changelog.gz"), gzipSync(entry, { level: 9 }));
	for (const text of ["CHANGELOG.md", "operate.md", "deploy"]) renameSync(join(program, text), join(texts, text));
	for (const text of ["LICENSE", ".env.example"]) rmSync(join(program, text));
}

function settings(example: string): string {
	return example.replace(/^#.*/, "# Settings of the desk.").replace(/^# (DATA_DIR=).*/m, "$1/var/lib/cauri");
}

function unitOf(unit: string, name: string, command: string): string {
	return unit
		.replace(/^(#.*\n)+/, "")
		.replace(/^(Description=.*)/m, `$1 (${name})`)
		.replace(/^(WorkingDirectory=).*/m, `$1/${FOLDER}`)
		.replace(/^(Environment=LOG_TO=stdout).*/m, "$1")
		.replace(/^(ExecStart=).*/m, `$1/usr/bin/cauri ${command}`);
}

function writeControl(root: string, scripts: string): void {
	const control = join(root, "DEBIAN");
	for (const name of ["postinst", "prerm", "postrm"]) {
		cpSync(join(scripts, name), join(control, name));
		chmodSync(join(control, name), 0o755);
	}
	writeFileSync(join(control, "conffiles"), `/${SETTINGS}\n`);
	const inside = (command: string) => execFileSync("sh", ["-c", command], { cwd: root, encoding: "utf8" });
	// `dpkg --verify` finds changed files by these digests.
	inside("find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums");
	const sizes = inside("find usr etc -type f -printf '%s\\n'").trim().split("\n").map(Number);
	const bytes = sizes.reduce((sum, size) => sum + size, 0);
	const text = readFileSync(join(scripts, "control"), "utf8")
		.replace("@VERSION@", VERSION)
		.replace("@ARCHITECTURE@", architecture())
		.replace("@KIB@", String(Math.ceil(bytes / 1024)));
	writeFileSync(join(control, "control"), text);
}

function architecture(): string {
	return ARCHITECTURES[arch()] ?? arch();
}
