/** `/control`: faults, clock, seed, settings and received requests, as JSON and as a page whose forms use the same routes. */
import { type Context, Hono } from "hono";
import { sql } from "kysely";
import { z } from "zod";
import { parseDecimal } from "#lib/money.ts";
import { CURRENCY_PATTERN } from "#lib/paths.ts";
import { forgetRequests, listRequests, type RequestRow } from "#server/sandbox/api/request-log.ts";
import { changeMovement, inventMovement, lineJson, listMovements } from "#server/sandbox/control/change-movements.ts";
import {
	clockInput,
	faultInput,
	fundsInput,
	isForm,
	parseInput,
	readInput,
	requestsQuery,
	seedInput,
	settingsInput,
} from "#server/sandbox/control/control-input.ts";
import { controlPage } from "#server/sandbox/control/control-page.ts";
import { listTransactions } from "#server/sandbox/control/list-transactions.ts";
import type { Engine } from "#server/sandbox/engine/engine.ts";
import { addFault, type FaultRow, listFaults, removeFaults } from "#server/sandbox/faults/fault-store.ts";
import { ALL_CURRENCIES, findWallet, fundWallet, listWallets, openWallets } from "#server/sandbox/ledger/wallets.ts";
import { reader } from "#server/sandbox/pages/page-guard.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import { SeedRefused, seedSandbox } from "#server/sandbox/seed-sandbox.ts";

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
	app.get("/faults", async (context) => context.json({ items: (await listFaults(sandbox.database)).map(toFaultJson) }));
	app.post("/faults", async (context) => {
		const parsed = await readInput(context, faultInput);
		if ("refused" in parsed) return parsed.refused;
		const row = await addFault(sandbox.database, parsed.input, sandbox.control.now());
		return done(context, toFaultJson(row), 201);
	});
	app.delete("/faults", async (context) => {
		await removeFaults(sandbox.database);
		return context.body(null, 204);
	});
	app.delete("/faults/:id{[0-9]+}", async (context) => {
		await removeFaults(sandbox.database, context.req.param("id"));
		return context.body(null, 204);
	});
	// HTML forms cannot send DELETE.
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
		const parsed = await readInput(context, clockInput);
		if ("refused" in parsed) return parsed.refused;
		await sandbox.control.advance(parsed.input.advanceMs);
		await engine.settle();
		return done(context, clock());
	});
	app.get("/settings", (context) => context.json(settings()));
	app.post("/settings", async (context) => {
		const parsed = await readInput(context, settingsInput);
		if ("refused" in parsed) return parsed.refused;
		const { autopilot, speed } = parsed.input;
		await sandbox.control.change({
			...(autopilot === undefined ? {} : { autopilot }),
			...(speed === undefined ? {} : { speed }),
		});
		return done(context, settings());
	});
}

function addRecordRoutes(app: Hono, { sandbox }: Controls): void {
	app.get("/requests", async (context) => {
		const parsed = parseInput(context, context.req.query(), requestsQuery);
		if ("refused" in parsed) return parsed.refused;
		return context.json({ items: (await listRequests(sandbox.database, parsed.input)).map(toRequestJson) });
	});
	app.delete("/requests", async (context) => {
		await forgetRequests(sandbox.database);
		return context.body(null, 204);
	});
	app.get("/transactions", async (context) => context.json({ items: await listTransactions(sandbox.database) }));
	app.get("/balance", async (context) => context.json({ items: await listWallets(sandbox.database) }));
}

function addDataRoutes(app: Hono, { sandbox }: Controls): void {
	app.post("/funds", async (context) => {
		const parsed = await readInput(context, fundsInput);
		if ("refused" in parsed) return parsed.refused;
		const { currency, amountMinor } = parsed.input;
		if (!(await findWallet(sandbox.database, currency)))
			return context.json({ detail: "There is no wallet in this currency." }, 400);
		await fundWallet(sandbox, currency, amountMinor);
		return done(context, await findWallet(sandbox.database, currency));
	});
	app.post("/seed", async (context) => {
		const parsed = await readInput(context, seedInput);
		if ("refused" in parsed) return parsed.refused;
		const { now, days, seed } = parsed.input;
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

function toFaultJson(row: FaultRow) {
	return {
		id: row.id,
		endpoint: row.endpoint,
		fault: row.fault,
		params: row.params,
		match: row.match,
		timesLeft: row.times_left,
		createdAt: row.created_at,
	};
}

function toRequestJson(row: RequestRow) {
	return {
		id: row.id,
		at: row.at,
		method: row.method,
		path: row.path,
		endpoint: row.endpoint,
		headers: row.headers,
		body: row.body,
		state: row.state,
		status: row.status,
		fault: row.fault,
		reference: row.reference,
		answeredAt: row.answered_at,
	};
}

/** Resets to an empty sandbox with its wallets, at real time. */
async function resetSandbox(sandbox: Sandbox): Promise<void> {
	await sql`truncate sandbox.request, sandbox.fault, sandbox.message, sandbox.handset, sandbox.step, sandbox.history,
		sandbox.movement, sandbox.transaction, sandbox.entry, sandbox.journal, sandbox.wallet, sandbox.account,
		sandbox.reference_counter`.execute(sandbox.database);
	await sandbox.database.updateTable("control").set({ seed: null, seed_days: null, seeded_for: null }).execute();
	await sandbox.control.reset();
	await openWallets(sandbox.database, ALL_CURRENCIES, sandbox.control.now());
}

const decimal = z.string().regex(/^(0|[1-9]\d{0,12})(\.\d{1,2})?$/);
const currency = z.string().regex(CURRENCY_PATTERN);
const balance = z.boolean().default(false);
const newLine = z.strictObject({
	currency,
	type: z.string().min(1).max(40).default("withdrawal"),
	amount: decimal.refine((text) => Number(parseDecimal(text)) > 0),
	fee: decimal.default("0"),
	balance,
});
const lineChange = z.discriminatedUnion("action", [
	z.strictObject({ action: z.literal("drop"), balance }),
	z.strictObject({ action: z.literal("double"), balance }),
	z.strictObject({
		action: z.literal("delay"),
		byMs: z
			.number()
			.int()
			.min(1)
			.max(31 * 86_400_000),
	}),
	z.strictObject({ action: z.literal("alter"), amount: decimal, fee: decimal.optional(), balance }),
]);

/** `/control/movements`: the lines of a wallet, and ways to make them wrong. */
function addMovementRoutes(app: Hono, sandbox: Sandbox): void {
	app.get("/movements", async (context) => {
		const parsed = parseInput(context, context.req.query(), z.object({ currency }));
		if ("refused" in parsed) return parsed.refused;
		return context.json({ items: (await listMovements(sandbox.database, parsed.input.currency)).map(lineJson) });
	});
	app.post("/movements", async (context) => {
		const parsed = await readInput(context, newLine);
		if ("refused" in parsed) return parsed.refused;
		if (!(await findWallet(sandbox.database, parsed.input.currency)))
			return context.json({ detail: "There is no wallet in this currency." }, 400);
		return context.json(lineJson(await inventMovement(sandbox, parsed.input)), 201);
	});
	app.post("/movements/:id{[0-9]{1,18}}", async (context) => {
		const parsed = await readInput(context, lineChange);
		if ("refused" in parsed) return parsed.refused;
		const changed = await changeMovement(sandbox, context.req.param("id"), parsed.input);
		return changed ? context.json(lineJson(changed)) : context.json({ detail: "No such line." }, 404);
	});
}
