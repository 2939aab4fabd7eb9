/** Finds a Chromium for the browser tests: the machine's, Playwright's, or one that it installs. */
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";
import { runCommand, succeeds } from "#tests/run/command.ts";

// The shell first: the same engine without the browser's own windows, which cost half of the processor's time.
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const INSTALL_LIMIT_MS = 300_000;

/** Absolute path, or null. CHROMIUM_PATH wins. */
export function findChromium(): string | null {
	const given = process.env.CHROMIUM_PATH;
	if (given) return existsSync(given) ? given : null;
	const [shell = "", ...browsers] = NAMES;
	return onPath(shell) ?? playwrightsShell() ?? firstOf(browsers.map(onPath)) ?? playwrightsOwn();
}

function onPath(name: string): string | null {
	const files = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
	return files.find(isExecutable) ?? null;
}

function playwrightsOwn(): string | null {
	return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/** The shell is beside Playwright's browser, whether that is installed or not. */
function playwrightsShell(): string | null {
	const [, root, revision] = /^(.*)chromium-(\d+)[\\/]/.exec(chromium.executablePath()) ?? [];
	const folder = `${root}chromium_headless_shell-${revision}`;
	if (!existsSync(folder)) return null;
	const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));
	return files.find((file) => /[\\/](chrome-headless-shell|headless_shell)$/.test(file) && isExecutable(file)) ?? null;
}

function firstOf(found: readonly (string | null)[]): string | null {
	return found.find((file) => file !== null) ?? null;
}

/** Installs one when none is there: by apt if it may (with the libraries it needs), else by Playwright. */
export async function provideChromium(logFile: string): Promise<string | null> {
	const found = findChromium();
	if (found) return found;
	process.stdout.write("No Chromium was found; installing one …\n");
	const run = (program: string, args: string[]) =>
		runCommand({ program, args, timeoutMs: INSTALL_LIMIT_MS, logFile, quiet: true });
	if (process.getuid?.() === 0 && succeeds("apt-get", ["--version"])) {
		await run("apt-get", ["update"]);
		for (const name of NAMES.slice(0, 2)) {
			await run("apt-get", ["install", "-y", "--no-install-recommends", name]);
			const installed = findChromium();
			if (installed) return installed;
		}
	}
	await run("playwright", ["install", "--only-shell", "chromium"]);
	return findChromium();
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
