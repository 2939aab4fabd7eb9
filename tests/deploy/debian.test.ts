import { execFileSync } from "node:child_process";
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { packArchive, writeDigests } from "#server/cli/release/pack-archive.ts";
import { packDebian } from "#server/cli/release/pack-debian.ts";
import { stageSources } from "#server/cli/release/stage-archive.ts";
import { inOverlay } from "#tests/deploy/in-overlay.ts";

const ANALYZER = "/usr/bin/systemd-analyze";
/** A rating from 0 to 10: a service that may do more has a higher one. */
const MOST_EXPOSURE = 2;
const UNITS = ["cauri", "cauri-backup", "cauri-web", "cauri-worker"];
const AT = 1_700_000_000;
const ROOM = mkdtempSync(join(tmpdir(), "cauri-debian-"));
const OPENED = join(ROOM, "opened");
const CAN_INSTALL =
	existsSync("/usr/bin/dpkg") && existsSync("/usr/sbin/adduser") && inOverlay(ROOM, "true").code === 0;

/** Replaces Node: prints who runs which program in which folder, and whether the settings can be read. */
const SAYS_WHO = `#!/bin/sh
[ ! -e ${ROOM}/fails ] || exit 1
program=$1
shift
echo "$(id -un) in $PWD: $(basename "$program") $* $(grep -c ^WALLET_CURRENCIES= /usr/lib/cauri/program/.env)" >>${ROOM}/acts
`;
const SYSTEMCTL = `#!/bin/sh
case $1 in list-units) echo cauri.service loaded active running; echo cauri-backup.service loaded active running ;; esac
[ "$1" = list-units ] || echo "systemctl $*" >>${ROOM}/acts
`;

const packages: string[] = [];

describe.runIf(existsSync("/usr/bin/dpkg-deb"))("the Debian package", () => {
	beforeAll(async () => {
		chmodSync(ROOM, 0o777);
		const staged = join(ROOM, "cauri-0");
		stageSources(staged);
		const bin = join(staged, "program", "node_modules", "node-linux-test", "bin");
		mkdirSync(bin, { recursive: true });
		writeFileSync(join(bin, "node"), SAYS_WHO);
		chmodSync(join(bin, "node"), 0o755);
		const archive = join(ROOM, "archive.tar.gz");
		await packArchive(staged, archive, AT);
		for (const place of ["first", "second"]) {
			mkdirSync(join(ROOM, place));
			packages.push(packDebian(archive, join(ROOM, place), AT));
		}
		execFileSync("dpkg-deb", ["-R", debian(), OPENED]);
		return () => rmSync(ROOM, { recursive: true });
	}, 120_000);

	test("is equal when it is made again, in whatever folder", async () => {
		const [first, second] = await writeDigests(packages, join(ROOM, "SHA256SUMS"));
		expect(first).toBe(second);
		expect(readdirSync(join(ROOM, "first"))).toEqual([expect.stringMatching(/^cauri_.*deb$/)]);
	});

	test("holds files of root that everybody may read, but for the settings, which stay the administrator's", () => {
		const entries = execFileSync("dpkg-deb", ["--contents", debian()], { encoding: "utf8" }).trim().split("\n");
		const kinds = new Map<string, string[]>();
		for (const entry of entries) {
			const [mode = "", owner = "", , , , path = ""] = entry.split(/\s+/);
			const kind = `${mode} ${owner}`;
			kinds.set(kind, [...(kinds.get(kind) ?? []), path]);
		}
		const usual = ["drwxr-xr-x root/root", "-rw-r--r-- root/root", "-rwxr-xr-x root/root", "lrwxrwxrwx root/root"];
		const others = [...kinds].filter(([kind]) => !usual.includes(kind));
		expect(others).toEqual([
			["drwxr-x--- root/root", ["./etc/cauri/"]],
			["-rw-r----- root/root", ["./etc/cauri/cauri.env"]],
		]);
		expect(kinds.get("-rwxr-xr-x root/root")).toContain("./usr/bin/cauri");
		expect(readFileSync(join(OPENED, "DEBIAN", "conffiles"), "utf8")).toBe("/etc/cauri/cauri.env\n");
		const settings = readFileSync(join(OPENED, "etc", "cauri", "cauri.env"), "utf8");
		expect(settings).toMatch(/^DATA_DIR=\/var\/lib\/cauri$/m);
		// Without a session password nothing starts.
		expect(settings).toMatch(/^SESSION_PASSWORD=$/m);
		execFileSync("md5sum", ["--check", "--quiet", "DEBIAN/md5sums"], { cwd: OPENED });
	});

	test.runIf(existsSync(ANALYZER))("its units let Cauri do little beside its work", () => {
		const folder = join(OPENED, "usr", "lib", "systemd", "system");
		expect(readdirSync(folder).sort()).toEqual(UNITS.map((name) => `${name}.service`).sort());
		for (const name of UNITS) {
			const file = join(folder, `${name}.service`);
			const output = execFileSync(ANALYZER, ["security", "--offline=true", file], { stdio: "pipe" });
			const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(output.toString()) ?? [];
			expect(Number(exposure)).toBeGreaterThan(0);
			expect(Number(exposure)).toBeLessThanOrEqual(MOST_EXPOSURE);
			expect(readFileSync(file, "utf8")).not.toContain("/opt/");
		}
	});

	describe.runIf(CAN_INSTALL)("installed", () => {
		test("has an account, settings that it alone can read, and a command for root and this account", () => {
			const { code, said } = installed(`
				stat -c '%n %a %U %G' /etc/cauri /etc/cauri/cauri.env /var/lib/cauri
				cd /tmp && cauri member list
				runuser -u nobody -- cauri member list 2>&1 || true
				cauri update file 2>&1 || true
				id -un cauri && cat ${ROOM}/acts`);
			expect(code, said).toBe(0);
			for (const line of [
				"systemctl enable --now cauri",
				"/etc/cauri 750 root cauri",
				"/etc/cauri/cauri.env 640 root cauri",
				"/var/lib/cauri 700 cauri cauri",
				"Only root and the account cauri may do this",
				"Cauri is a Debian package here",
				"cauri in /usr/lib/cauri: member.js list 1",
			])
				expect(said).toContain(line);
			expect(said).not.toContain("nobody in");
		});

		test("stops for an upgrade, is backed up and starts again, and keeps changed settings", () => {
			const { code, said } = installed(`${RUNS_SYSTEMD}
				echo WALLET_CURRENCIES=XAF >/etc/cauri/cauri.env
				dpkg -i ${debian()} && cat ${ROOM}/acts /etc/cauri/cauri.env`);
			expect(code, said).toBe(0);
			const [, acts = ""] = said.split("systemctl stop ");
			expect(acts).toMatch(
				/^cauri.service cauri-backup.service\ncauri in \/usr\/lib\/cauri: backup.js --stopped --to \/var\/lib\/cauri\/before-upgrade --keep 2 1\nsystemctl daemon-reload\nsystemctl start cauri.service cauri-backup.service\nWALLET_CURRENCIES=XAF\n$/,
			);
		});

		test("keeps its version and starts again when it cannot be backed up", () => {
			const { code, said } = installed(`${RUNS_SYSTEMD}
				touch ${ROOM}/fails /usr/lib/cauri/of-before
				! dpkg -i ${debian()} && cat ${ROOM}/acts && ls /usr/lib/cauri/of-before && dpkg -s cauri`);
			rmSync(join(ROOM, "fails"));
			expect(code, said).toBe(0);
			expect(said).toContain("There is no backup, so there is no upgrade");
			expect(said).toContain("systemctl start cauri.service cauri-backup.service\n");
			expect(said).toContain("Status: install ok installed");
		});

		test("removed and purged, leaves what it knows of the wallet, and nothing else", () => {
			const { code, said } = installed(`${RUNS_SYSTEMD}
				echo sent >/var/lib/cauri/journal
				dpkg -r cauri && ls /etc/cauri && dpkg -P cauri && cat ${ROOM}/acts
				cat /var/lib/cauri/journal
				ls -d /etc/cauri /usr/lib/cauri /usr/bin/cauri /usr/share/doc/cauri /usr/lib/systemd/system/cauri* 2>/dev/null || true`);
			expect(code, said).toBe(0);
			expect(said).toContain(`systemctl disable --quiet --now cauri cauri-web cauri-worker cauri-backup\n`);
			expect(said).toContain("/var/lib/cauri stays");
			expect(said.trim().split("\n").at(-1)).toBe("sent");
		});
	});
});

const RUNS_SYSTEMD = `mkdir -p /run/systemd/system && cp ${ROOM}/systemctl /usr/local/bin/systemctl`;

function debian(): string {
	return packages[0] ?? "";
}

function installed(script: string): { code: number | null; said: string } {
	rmSync(join(ROOM, "acts"), { force: true });
	writeFileSync(join(ROOM, "acts"), "");
	chmodSync(join(ROOM, "acts"), 0o666);
	writeFileSync(join(ROOM, "systemctl"), SYSTEMCTL, { mode: 0o755 });
	// Removes traces of a desk that this machine may have run.
	const clean = "rm -rf /var/lib/cauri /run/systemd";
	return inOverlay(ROOM, `set -e\n${clean}\ndpkg -i ${debian()}\n${script}`);
}
