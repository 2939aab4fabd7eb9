/**
 * `npm run torture`: the built product under kill -9. Two web programs, two workers and their PostgreSQL are killed at random
 * and at named points while members pay through the real API and the service misbehaves; then the service's books judge.
 * Ends with 1 when one guarantee did not hold.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { build, isBuilt } from "#server/cli/launcher/build.ts";
import { createRandom } from "#server/sandbox/seed/random.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { appointAdmin } from "#tests/torture/admin.ts";
import { awaitSync } from "#tests/torture/await-sync.ts";
import { wakeCopy } from "#tests/torture/awake-copy.ts";
import { type Deployment, startDeployment } from "#tests/torture/deployment.ts";
import { readEvidence } from "#tests/torture/evidence.ts";
import { failOver } from "#tests/torture/fail-over.ts";
import { judgeBatches, readBatches } from "#tests/torture/judge-batches.ts";
import { killLoops } from "#tests/torture/killer.ts";
import { approveLeftovers } from "#tests/torture/leftovers.ts";
import { loseCommits } from "#tests/torture/lose-commits.ts";
import { topUpAll } from "#tests/torture/low-balance.ts";
import { rollMachines } from "#tests/torture/machines.ts";
import { LONG_RUN, readOptions, type TortureOptions } from "#tests/torture/options.ts";
import { OrderBook } from "#tests/torture/orders.ts";
import { printChecks, printTable, type Run } from "#tests/torture/print-table.ts";
import { type ProviderFaults, startProviderFaults } from "#tests/torture/provider-faults.ts";
import { installedProxies } from "#tests/torture/proxies.ts";
import { RECOVERY_LIMIT_MS, type Recovery, watchRecovery } from "#tests/torture/recovery.ts";
import type { TortureContext } from "#tests/torture/single-payout.ts";
import { createTally, type Tally } from "#tests/torture/tally.ts";
import { startTraffic } from "#tests/torture/traffic.ts";
import { runUndisturbed } from "#tests/torture/undisturbed-run.ts";
import { createUsers } from "#tests/torture/users.ts";
import { type Check, judge } from "#tests/torture/verdict.ts";

// Time limits: for start, recovery and payouts, and for each kill.
const FIRST_LIMIT_MS = 480_000;
const KILL_LIMIT_MS = 15_000;
/** The most time per row, on a machine that does other work besides. */
const ROW_MS = 200;
/** For sleeps of a minute and more, some of which are tried again, and for copies that must grow old. */
const EVENTS_LIMIT_MS = 600_000;

const options = readOptions(process.argv.slice(2));
const began = Date.now();
say(`seed ${options.seed}, ${options.kills} kill loops, a batch of ${options.batch}, ${options.payouts} payouts`);
if (!isBuilt()) {
	say("building the desk");
	await build({ signal: new AbortController().signal });
}
const folder = options.logs ?? mkdtempSync(join(tmpdir(), "cauri-torture-"));
mkdirSync(folder, { recursive: true });
const deployment = await startDeployment(folder, createRandom(options.seed));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
	process.once(signal, () => void deployment.stop().finally(() => process.exit(1)));
let broken = true;
try {
	if (options.machines !== null) await restartMachines(deployment, options.machines);
	const limit = pause(FIRST_LIMIT_MS + EVENTS_LIMIT_MS + options.kills * KILL_LIMIT_MS + options.batch * ROW_MS, null, {
		ref: false,
	});
	const run = await Promise.race([torture(deployment, options), limit]);
	if (run === null) throw new Error("the run took far too long");
	printTable(run);
	const failed = run.checks.filter(({ violations }) => violations.length > 0).length;
	broken = failed > 0;
	const counts = { passed: run.checks.length - failed, failed, skipped: 0 };
	if (options.report) writeFileSync(options.report, JSON.stringify(counts));
} finally {
	await deployment.stop();
	if (broken) console.log(`what the programs said: ${join(folder, "logs")}`);
	else if (!options.logs) rmSync(folder, { recursive: true, force: true });
}
process.exit(broken ? 1 : 0);

/** Ends the program. */
async function restartMachines(deployment: Deployment, count: number): Promise<never> {
	const checks: Check[] = [];
	const random = createRandom(options.seed);
	const book = new OrderBook(random);
	for (const proxy of installedProxies(say))
		checks.push(...(await rollMachines({ deployment, book, random }, proxy, count)));
	const failed = printChecks(checks);
	await deployment.stop();
	process.exit(failed > 0 ? 1 : 0);
}

async function torture(deployment: Deployment, options: TortureOptions): Promise<Run> {
	const random = createRandom(options.seed + 1);
	const users = await createUsers(deployment);
	await settleFailures(deployment);
	const book = new OrderBook(createRandom(options.seed + 2));
	const tally = createTally();
	const forgotAt = () => tally.losses.at(-1)?.to ?? 0;
	const acting = { users, random: createRandom(options.seed + 3), forgotAt };
	const admin = appointAdmin(deployment, users, tally);
	const context = { deployment, acting, book, random };
	const firedAt = Date.now();
	const faults = await openFire(context, tally, options);
	const healedAt = Date.now();
	say("the service is well, nobody kills");
	let isOver = false;
	const [recovery, undisturbed, failedOver] = await Promise.all([
		watchRecovery(deployment, healedAt),
		runUndisturbed(deployment, acting, book, { count: options.payouts, isOver: () => isOver }),
		losing(context, tally, options).finally(() => {
			isOver = options.standby === "async";
		}),
	]);
	const copied = options.wakesCopy ? await wakeCopy(context, tally) : [];
	await awaitSync(deployment, users.makers[0] ?? raise("nobody at the desk"));
	await admin.stop();
	const reader = users.approvers[0] ?? raise("nobody at the desk");
	const evidence = await readEvidence(deployment, reader);
	const checks = [
		...(await judge(deployment, evidence, book.orders, tally)),
		...judgeBatches(await readBatches(reader), evidence, tally.losses),
		...(options.standby === null ? [undisturbed.check] : failedOver),
		...copied,
		...recoveryChecks(recovery),
		pointsCheck(tally),
	].filter(({ isOfTime }) => !isOfTime || options.kills >= LONG_RUN);
	const underFireMs = healedAt - firedAt;
	const totalMs = Date.now() - began;
	return { options, tally, faults, evidence, recovery, undisturbed, checks, underFireMs, totalMs };
}

/** The primary dies amid the last payouts, if an option asks for it. */
async function losing(context: TortureContext, tally: Tally, { standby, payouts }: TortureOptions): Promise<Check[]> {
	if (standby === "sync") return failOver(context.deployment, tally, payouts);
	return standby === "async" ? loseCommits(context, tally, payouts) : [];
}

/** Members pay, the service misbehaves, and the deployment is killed. Returns the faults that were met. */
async function openFire(
	context: TortureContext,
	tally: Tally,
	{ kills, seed, batch }: TortureOptions,
): Promise<ProviderFaults["met"]> {
	if (kills === 0) return new Map();
	say("everything runs; kill loops begin");
	const ordered = startProviderFaults(context.deployment, createRandom(seed + 4));
	const traffic = startTraffic(context.acting, context.book, batch);
	await killLoops(context, tally, kills, say);
	await ordered.clear();
	await traffic.stop();
	await approveLeftovers(context.deployment, context.acting);
	await topUpAll(context);
	return ordered.met;
}

/** Makes the service's status `failed` final, as an admin would. */
async function settleFailures({ database }: Deployment): Promise<void> {
	const value = JSON.stringify({ statuses: ["failed"] });
	await asOwner(database, (trx) =>
		trx
			.insertInto("setting")
			.values({ name: "final_failures", value, changed_at: new Date() })
			.onConflict((conflict) => conflict.column("name").doNothing())
			.execute(),
	);
}

function recoveryChecks({ finalAfterMs, quietAfterMs, left }: Recovery): Check[] {
	const late = finalAfterMs === null || finalAfterMs > RECOVERY_LIMIT_MS;
	return [
		{
			name: `everything with a reference is final within ${RECOVERY_LIMIT_MS / 1000} s of healing`,
			violations: late ? [`${finalAfterMs ?? "never"} ms`] : [],
			isOfTime: true,
		},
		{ name: "nothing stays approved or sending for ever", violations: quietAfterMs === null ? left : [] },
	];
}

function pointsCheck({ points }: Tally): Check {
	const unmet = [...points].filter(([, { met }]) => met === 0).map(([name]) => name);
	return { name: "every named point was met at least once", violations: unmet, isOfTime: true };
}

function say(line: string): void {
	console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);
}

function raise(words: string): never {
	throw new Error(words);
}
