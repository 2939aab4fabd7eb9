/** `npm run bench [rows]`: what a desk with that many movements (100,000) takes on this machine, beside what an empty route takes. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium } from "playwright";
import { isBuilt } from "#server/cli/launcher/build.ts";
import { createAsOwner } from "#server/cli/member/create-as-owner.ts";
import { systemClock } from "#server/context.ts";
import { measure, shown } from "#tests/bench/figures.ts";
import { environmentOf, fillMirror } from "#tests/bench/fill-mirror.ts";
import { compareRefusals, hammerSignIn, type Person, signInOnce } from "#tests/bench/hammer-sign-in.ts";
import { fillLatePayouts, forgetStalls, readStalls, untilReconciled } from "#tests/bench/late-payouts.ts";
import { measureRefresh } from "#tests/bench/measure-refresh.ts";
import { measureSync } from "#tests/bench/measure-sync.ts";
import { findChromium } from "#tests/run/chromium.ts";
import { type Stack, startStack } from "#tests/support/browser/stack.ts";
import { startTestPostgres } from "#tests/support/database/postgres-server.ts";

const TIMES = 100;
const LATE_PAYOUTS = 1_000;
const rows = Number(process.argv[2] ?? 100_000);

if (!isBuilt()) throw new Error("There is no finished build. Run npm run build first.");
const logFolder = mkdtempSync(join(tmpdir(), "cauri-bench-"));
const postgres = await startTestPostgres();
try {
	await measureSync(postgres, rows);
	await measureRefresh(postgres, rows);
	const watch = {
		NODE_OPTIONS: "--import=./tests/bench/watch-stalls.ts",
		STALLS_FOLDER: logFolder,
		// The guessers of the sign-in's measure say where they come from.
		TRUSTED_PROXIES: "127.0.0.1,::1",
	};
	const desk = await startStack({ ...postgres, canary: "bench-secret", logFolder, name: "bench", environment: watch });
	try {
		console.log(
			`${rows} movements · ${cpus().length} × ${cpus()[0]?.model ?? "CPU"} · median / 95th percentile of ${TIMES}\n`,
		);
		await fillMirror(desk.pool, await whenLookedAt(desk), rows);
		const cookie = await signIn(desk);
		await measureRoutes(desk, cookie);
		await measureLatePayouts(desk, cookie);
		await measureStart(desk);
		await measurePage(desk, cookie);
		await measureSignIn(desk, cookie);
	} finally {
		await desk.stop();
	}
} finally {
	await postgres.stop();
	rmSync(logFolder, { recursive: true, force: true });
}

async function whenLookedAt(desk: Stack): Promise<string> {
	for (;;) {
		const { rowCount } = await desk.pool.query(
			"select from movement_sync where synced_at is not null and currency = 'XOF'",
		);
		if (rowCount) return environmentOf(desk.pool);
		await pause(100);
	}
}

async function signIn(desk: Stack): Promise<string> {
	const response = await signInOnce(desk.origin, await addPerson(desk, "bench"));
	return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function addPerson(desk: Stack, name: string): Promise<Person> {
	const password = `kapok-${randomBytes(9).toString("hex")}`;
	const email = `${name}@cauri.example`;
	await createAsOwner(desk.database, systemClock, { email, name, role: "admin", password });
	return { email, password };
}

/** Goals: medians within 5 ms of each other; under a hundred clients pages within 1 s, and nobody whose browser is known kept out. */
async function measureSignIn(desk: Stack, cookie: string): Promise<void> {
	const emails = await Promise.all(["one", "two", "three"].map(async (name) => (await addPerson(desk, name)).email));
	const { known, unknown } = await compareRefusals(desk.origin, { emails, times: TIMES });
	console.log(`${"wrong password, an account".padEnd(34)}${shown(known)}`);
	console.log(`${"wrong password, no account".padEnd(34)}${shown(unknown)}`);
	for (const addresses of [1, 100]) {
		const person = await addPerson(desk, `guessed at ${addresses}`.replaceAll(" ", "-"));
		const figures = await hammerSignIn(desk.origin, { person, cookie, addresses });
		console.log(
			`100 clients guess from ${addresses} address${addresses === 1 ? "" : "es"}: ${JSON.stringify(figures.answers)}`,
		);
		console.log(`${"  Home meanwhile".padEnd(34)}${shown(figures.page)}`);
		const { tries, refused } = figures.known;
		console.log(
			`${"  right password, known browser".padEnd(34)}${shown(figures.known)} (${refused} of ${tries} refused)`,
		);
	}
}

async function measureRoutes(desk: Stack, cookie: string): Promise<void> {
	const movements = "/api/wallets/XOF/movements?limit=50";
	const routes = {
		"an empty route": "/healthz",
		"newest movements": movements,
		withdrawals: `${movements}&type=withdrawal`,
		"by amount": `${movements}&sort=-amount`,
		"of a range of amounts": `${movements}&minAmount=20000&maxAmount=21000`,
		Home: "/api/overview",
		balance: "/api/wallets/XOF",
	};
	for (const [name, path] of Object.entries(routes)) {
		const figures = await measure(TIMES, async () => {
			const response = await fetch(desk.origin + path, { headers: { cookie } });
			if (!response.ok) throw new Error(`${path}: ${response.status}`);
			await response.arrayBuffer();
		});
		console.log(`${name.padEnd(34)}${shown(figures)}`);
	}
}

/** Goals: Home within 100 ms at the 95th percentile, and nobody waits for more than 20 ms in web or worker. */
async function measureLatePayouts(desk: Stack, cookie: string): Promise<void> {
	const environment = await environmentOf(desk.pool);
	await fillLatePayouts(desk.pool, environment, LATE_PAYOUTS);
	forgetStalls(logFolder);
	await untilReconciled(desk.pool, LATE_PAYOUTS);
	const figures = await measure(TIMES, async () => {
		const response = await fetch(`${desk.origin}/api/overview`, { headers: { cookie } });
		if (!response.ok) throw new Error(`Home: ${response.status}`);
		await response.arrayBuffer();
	});
	const { web, worker } = await readStalls(logFolder);
	console.log(`${`Home, ${LATE_PAYOUTS} equal late payouts`.padEnd(34)}${shown(figures)}`);
	console.log(`${"longest stall meanwhile".padEnd(34)}web ${web.toFixed(1)} ms, worker ${worker.toFixed(1)} ms`);
}

async function measureStart(desk: Stack): Promise<void> {
	const figures = await measure(5, async () => {
		await desk.killWeb();
		await desk.startWeb();
	});
	console.log(`${"start of the web program to answer".padEnd(34)}${shown(figures)}`);
}

async function measurePage(desk: Stack, cookie: string): Promise<void> {
	const executablePath = findChromium();
	if (!executablePath) return console.log("No Chromium: the page was not measured.");
	const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
	try {
		const figures = await measure(10, () => firstRow(browser, desk, cookie));
		console.log(`${"first row of movements on screen".padEnd(34)}${shown(figures)} (a new browser profile each time)`);
	} finally {
		await browser.close();
	}
}

async function firstRow(browser: Browser, desk: Stack, cookie: string): Promise<void> {
	const context = await browser.newContext({ extraHTTPHeaders: { cookie } });
	const page = await context.newPage();
	await page.goto(`${desk.origin}/movements?currency=XOF`, { waitUntil: "commit" });
	await page.getByRole("row").nth(1).waitFor();
	await context.close();
}
