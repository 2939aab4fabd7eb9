/** `/control`: faults, clock, seed, settings and received requests, as JSON and as a page whose forms use the same routes. */
import { type Context, Hono } from "hono";
import { sql } from "kysely";
import { listRequests } from "#server/sandbox/api/request-log.ts";
import { changeMovement, inventMovement, listMovements } from "#server/sandbox/control/change-movements.ts";
import {
	clockInput,
	faultInput,
	fundsInput,
	isForm,
	lineChange,
	movementsQuery,
	newLine,
	parseInput,
	readInput,
	requestsQuery,
	seedInput,
	settingsInput,
} from "#server/sandbox/control/control-input.ts";
import { controlPage } from "#server/sandbox/control/control-page.ts";
import type { Engine } from "#server/sandbox/engine.ts";
import { addFault, listFaults, removeFaults } from "#server/sandbox/faults/fault-store.ts";
import { ALL_CURRENCIES, findWallet, fundWallet, listWallets, openWallets } from "#server/sandbox/ledger/wallets.ts";
import { reader } from "#server/sandbox/pages/page-guard.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import { SeedRefused, seedSandbox } from "#server/sandbox/seed-sandbox.ts";
import type { SandboxTransaction } from "#server/sandbox/tables.ts";
import { listTransactions } from "#server/sandbox/transactions/read-transaction.ts";

export interface Controls {
	sandbox: Sandbox;
	engine: Engine;
}

export function controlRoutes(controls: Controls): Hono {
	const app = new Hono();
	app.get("/", async (context) => context.html(await controlPage(reader(context), controls.sandbox)));
	addFaultRoutes(app, controls);
	addClockRoutes(app, controls);
	addRecordRoutes(app, controls);
	addDataRoutes(app, controls);
	addMovementRoutes(app, controls.sandbox);
	return app;
}

function addFaultRoutes(app: Hono, { sandbox }: Controls): void {
	app.get("/faults", async (context) => context.json({ items: (await listFaults(sandbox.database)).map(rowJson) }));
	app.post("/faults", async (context) => {
		const row = await addFault(sandbox.database, await readInput(context, faultInput), sandbox.control.now());
		return done(context, rowJson(row), 201);
	});
	app.delete("/faults", async (context) => {
		await removeFaults(sandbox.database);
		return context.body(null, 204);
	});
	app.delete("/faults/:id{[0-9]+}", async (context) => {
		await removeFaults(sandbox.database, context.req.param("id"));
		return context.body(null, 204);
	});
	app.post("/faults/remove", async (context) => {
		const { id } = await context.req.parseBody();
		await removeFaults(sandbox.database, typeof id === "string" && /^\d{1,18}$/.test(id) ? id : undefined);
		return done(context, {});
	});
}

function addClockRoutes(app: Hono, { sandbox, engine }: Controls): void {
	const clock = () => ({ now: sandbox.control.now().toISOString(), offsetMs: sandbox.control.offsetMs() });
	const settings = () => ({ autopilot: sandbox.control.autopilot(), speed: sandbox.control.speed() });
	app.get("/clock", (context) => context.json(clock()));
	app.post("/clock", async (context) => {
		await sandbox.control.advance((await readInput(context, clockInput)).advanceMs);
		await engine.settle();
		return done(context, clock());
	});
	app.get("/settings", (context) => context.json(settings()));
	app.post("/settings", async (context) => {
		const { autopilot = sandbox.control.autopilot(), speed = sandbox.control.speed() } = await readInput(
			context,
			settingsInput,
		);
		await sandbox.control.change({ autopilot, speed });
		return done(context, settings());
	});
}

function addRecordRoutes(app: Hono, { sandbox }: Controls): void {
	app.get("/requests", async (context) => {
		const input = parseInput(context, context.req.query(), requestsQuery);
		return context.json({ items: (await listRequests(sandbox.database, input)).map(rowJson) });
	});
	app.delete("/requests", async (context) => {
		await sandbox.database.deleteFrom("request").execute();
		return context.body(null, 204);
	});
	app.get("/transactions", async (context) =>
		context.json({ items: (await listTransactions(sandbox.database)).map(rowJson) }),
	);
	app.get("/balance", async (context) => context.json({ items: await listWallets(sandbox.database) }));
}

function addDataRoutes(app: Hono, { sandbox }: Controls): void {
	app.post("/funds", async (context) => {
		const { currency, amountMinor } = await readInput(context, fundsInput);
		if (!(await findWallet(sandbox.database, currency)))
			return context.json({ detail: "There is no wallet in this currency." }, 400);
		await fundWallet(sandbox, currency, amountMinor);
		return done(context, await findWallet(sandbox.database, currency));
	});
	app.post("/seed", async (context) => {
		const { now, days, seed } = await readInput(context, seedInput);
		const options = { now: now ? new Date(now) : sandbox.control.now(), seed: seed ?? 1, ...(days ? { days } : {}) };
		try {
			return done(context, await seedSandbox(sandbox.database, options));
		} catch (error) {
			if (!(error instanceof SeedRefused)) throw error;
			return context.json({ detail: error.message }, 409);
		}
	});
	app.post("/reset", async (context) => {
		await resetSandbox(sandbox);
		return done(context, {});
	});
}

function done(context: Context, body: unknown, status: 200 | 201 = 200): Response {
	return isForm(context) ? context.redirect("/control", 303) : context.json(body, status);
}

/** Converts column names to camel case. */
function rowJson(row: object): Record<string, unknown> {
	const named = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
	return Object.fromEntries(Object.entries(row).map(([column, value]) => [named(column), value]));
}

/** Wallets keep their references: under other ones, a desk would see another account and send nothing. */
async function resetSandbox(sandbox: Sandbox): Promise<void> {
	const named = await listWallets(sandbox.database);
	await sql`truncate sandbox.request, sandbox.fault, sandbox.message, sandbox.handset, sandbox.step, sandbox.history,
		sandbox.movement, sandbox.transaction, sandbox.entry, sandbox.journal, sandbox.wallet, sandbox.account,
		sandbox.reference_counter`.execute(sandbox.database);
	await sandbox.database.updateTable("control").set({ seed: null, seed_days: null, seeded_for: null }).execute();
	await sandbox.control.reset();
	await openWallets(sandbox.database, ALL_CURRENCIES, sandbox.control.now(), named);
}

function addMovementRoutes(app: Hono, sandbox: Sandbox): void {
	const within = <T>(run: (database: SandboxTransaction, at: Date) => Promise<T>) =>
		sandbox.database.transaction().execute((database) => run(database, sandbox.control.now()));
	app.get("/movements", async (context) => {
		const input = parseInput(context, context.req.query(), movementsQuery);
		return context.json({ items: (await listMovements(sandbox.database, input.currency)).map(rowJson) });
	});
	app.post("/movements", async (context) => {
		const input = await readInput(context, newLine);
		if (!(await findWallet(sandbox.database, input.currency)))
			return context.json({ detail: "There is no wallet in this currency." }, 400);
		return context.json(rowJson(await within((database, at) => inventMovement(database, input, at))), 201);
	});
	app.post("/movements/:id{[0-9]{1,18}}", async (context) => {
		const input = await readInput(context, lineChange);
		const changed = await within((database, at) => changeMovement(database, context.req.param("id"), input, at));
		return changed ? context.json(rowJson(changed)) : context.json({ detail: "No such line." }, 404);
	});
}
