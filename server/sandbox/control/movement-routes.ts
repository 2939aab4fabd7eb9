/** `/control/movements`: the lines of a wallet, and ways to make them wrong. */
import type { Hono } from "hono";
import { z } from "zod";
import { parseDecimal } from "#lib/money.ts";
import { CURRENCY_PATTERN } from "#lib/paths.ts";
import { changeMovement, inventMovement, lineJson, listMovements } from "#server/sandbox/control/change-movements.ts";
import { parseInput, readInput } from "#server/sandbox/control/control-input.ts";
import { findWallet } from "#server/sandbox/ledger/wallets.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";

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

export function addMovementRoutes(app: Hono, sandbox: Sandbox): void {
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
