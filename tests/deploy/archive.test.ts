import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { packArchive, writeDigests } from "#server/cli/release/pack-archive.ts";
import { shippedPackages } from "#server/cli/release/shipped-packages.ts";
import { stageArchive } from "#server/cli/release/stage-archive.ts";
import { environmentFile } from "#tests/deploy/environment-file.ts";
import { succeeds } from "#tests/run/command.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

/** Needs root, or a kernel that lets every user create a network namespace. */
const HAS_NAMESPACES = process.platform === "linux" && succeeds("unshare", ["-n", "ip", "link", "set", "lo", "up"]);
const PATHS = "/usr/bin:/bin:/usr/sbin:/sbin";
const STAGED = `/var/tmp/cauri-archive-${randomBytes(4).toString("hex")}`;

describe("the archive", () => {
	beforeAll(() => {
		stageArchive(STAGED);
		execFileSync("chmod", ["755", STAGED]);
		return () => rmSync(STAGED, { recursive: true, force: true });
	}, 120_000);

	test.runIf(HAS_NAMESPACES)(
		"starts a desk on a machine without npm, compiler and network",
		async () => {
			const port = await freePort();
			const dataDir = join(temporaryFolder(), "data");
			writeFileSync(join(STAGED, ".env"), environmentFile(port, dataDir));
			const said = { text: "" };
			const inside = `ip link set lo up && exec ${STAGED}/cauri start`;
			const child = spawn("unshare", ["-n", "sh", "-c", inside], { env: { NODE_ENV: "test", PATH: PATHS } });
			onTestFinished(() => void child.kill("SIGKILL"));
			const ready = new Promise<void>((resolve, reject) => {
				child.once("exit", () => reject(new Error(said.text)));
				for (const stream of [child.stdout, child.stderr])
					stream.on("data", (chunk) => {
						said.text += chunk;
						if (said.text.includes("Cauri answers at")) resolve();
					});
			});
			await ready;
			const ask = (path: string) =>
				execFileSync("nsenter", [`--net=/proc/${child.pid}/ns/net`, process.execPath, "-e", ASK, String(port), path]);
			// The worker starts beside the web program.
			await expect.poll(() => ask("/readyz").toString(), { timeout: 20_000 }).toContain('"worker":"here"');
			expect(ask("/sign-in").toString()).toContain("200 <!DOCTYPE html>");
			child.kill("SIGTERM");
			const [code] = (await once(child, "exit")) as [number | null];
			expect(code).toBe(0);
		},
		120_000,
	);

	test.runIf(process.platform === "linux")(
		"does not start with a Node in which one byte is another",
		() => {
			const file = join(STAGED, "program", "node_modules", `node-linux-${process.arch}`, "bin", "node");
			const whole = readFileSync(file);
			const text = whole.indexOf("Usage: node [options]");
			expect(text).toBeGreaterThan(0);
			// Changes a byte of the help text, so that the program still runs.
			writeFileSync(file, whole.with(text, "u".charCodeAt(0)));
			onTestFinished(() => writeFileSync(file, whole));
			writeFileSync(join(STAGED, ".env"), environmentFile(1, join(temporaryFolder(), "data")));
			const started = spawnSync(join(STAGED, "cauri"), ["start"], { env: { NODE_ENV: "test", PATH: PATHS } });
			expect(started.stderr.toString()).toMatch(
				/node-linux-\w+ are not those of node-linux-\w+@[\d.]+\. Cauri does not start/,
			);
			expect(started.status).toBe(1);
		},
		60_000,
	);

	test("names each of its commands, and refuses others with the list", () => {
		const asked = (args: string[]) => {
			try {
				return { code: 0, said: execFileSync(join(STAGED, "cauri"), args, { stdio: "pipe" }).toString() };
			} catch (error) {
				const { status, stderr } = error as { status: number; stderr: Buffer };
				return { code: status, said: stderr.toString() };
			}
		};
		expect(asked(["destroy"])).toEqual({ code: 2, said: expect.stringContaining("cauri backup, restore") });
		expect(asked(["start", "--help"])).toEqual({ code: 0, said: "" });
		expect(asked(["migrate", "--help"])).toEqual({
			code: 0,
			said: expect.stringContaining("./cauri migrate [--check]"),
		});
		// Texts name commands as people type them for this archive.
		expect(asked(["backup", "--help"])).toEqual({
			code: 0,
			said: expect.stringContaining("./cauri backup [--to FOLDER]"),
		});
	});

	test("lists exactly its packages, with no time and no path of the machine that built it", () => {
		const text = readFileSync(join(STAGED, "sbom.cdx.json"), "utf8");
		const schema = z.object({ components: z.array(z.object({ "bom-ref": z.string() })) });
		const listed = schema.parse(JSON.parse(text)).components.map((component) => component["bom-ref"]);
		expect(listed.toSorted()).toEqual(
			shippedPackages()
				.map(({ name, version }) => `${name}@${version}`)
				.toSorted(),
		);
		expect(listed.some((ref) => ref.startsWith("node-linux-"))).toBe(true);
		expect(text).not.toMatch(/serialNumber|timestamp/);
		const built = readdirSync(join(STAGED, "program", ".next"), { recursive: true, encoding: "utf8" });
		const here = built
			.filter((name) => /\.(json|js)$/.test(name))
			.filter((name) => {
				const file = join(STAGED, "program", ".next", name);
				return statSync(file).isFile() && readFileSync(file, "utf8").includes(process.cwd());
			});
		expect(here).toEqual([]);
	});
});

test("equal folders give equal archives, whoever made them, when and in which order", async () => {
	const folder = temporaryFolder();
	const digests: string[] = [];
	for (const [place, names] of [
		["first", ["a", "b"]],
		["second", ["b", "a"]],
	] as const) {
		const root = join(folder, place, "cauri-0");
		execFileSync("mkdir", ["-p", root]);
		for (const name of names) writeFileSync(join(root, name), name, { mode: place === "first" ? 0o600 : 0o644 });
		execFileSync("touch", ["-d", place === "first" ? "2001-01-01" : "2020-01-01", join(root, "a")]);
		const file = join(folder, place, "archive.tar.gz");
		await packArchive(root, file, 1_700_000_000);
		digests.push(...(await writeDigests([file], join(folder, place, "SHA256SUMS"))));
	}
	expect(digests[0]).toBe(digests[1]);
	expect(succeeds("sh", ["-c", `cd ${join(folder, "first")} && sha256sum -c SHA256SUMS`])).toBe(true);
	expect(existsSync(join(folder, "second", "archive.tar.gz"))).toBe(true);
});

const ASK = `const [port, path] = process.argv.slice(1);
fetch("http://127.0.0.1:" + port + path).then(async (answer) => console.log(answer.status, await answer.text()));`;
