import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { parseDecimal } from "#lib/money.ts";
import { CURRENCY_PATTERN } from "#lib/paths.ts";
import { ENDPOINT_IDS } from "#server/sandbox/api/endpoint-id.ts";
import { MAX_OFFSET_MS } from "#server/sandbox/control-state.ts";
import { FAULT_IDS, FAULTS } from "#server/sandbox/faults/fault-table.ts";
import { readTypedAmount } from "#server/sandbox/typed-amount.ts";

const blank = (value: unknown) => (value === "" ? undefined : value);
const fromForm = <T extends z.ZodType>(schema: T) => z.preprocess(blank, schema);

const currency = z.string().regex(CURRENCY_PATTERN);

export const clockInput = z.strictObject({ advanceMs: z.coerce.number().int().min(0).max(MAX_OFFSET_MS) });

export const settingsInput = z.strictObject({
	autopilot: z
		.union([z.boolean(), z.enum(["on", "off", "true", "false"]).transform((text) => text === "on" || text === "true")])
		.optional(),
	speed: fromForm(z.coerce.number().min(0.01).max(100_000).optional()),
});

export const fundsInput = z.strictObject({ currency, amount: z.string() }).transform((input, refinement) => {
	const parsed = readTypedAmount(input.amount, input.currency);
	if ("amountMinor" in parsed) return { currency: input.currency, amountMinor: parsed.amountMinor };
	refinement.addIssue({ code: "custom", path: ["amount"], message: parsed.fault });
	return z.NEVER;
});

export const seedInput = z.strictObject({
	now: fromForm(z.iso.datetime().optional()),
	days: fromForm(z.coerce.number().int().min(1).max(365).optional()),
	seed: fromForm(z.coerce.number().int().min(0).max(2_147_483_647).optional()),
});

const paramsText = z.string().transform((text, refinement): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		refinement.addIssue({ code: "custom", message: "not JSON" });
		return z.NEVER;
	}
});

/** Checks `params` against the schema of the chosen fault, which also fills in defaults. */
export const faultInput = z
	.strictObject({
		endpoint: z.enum([...ENDPOINT_IDS, "all"]),
		fault: z.enum(FAULT_IDS as [(typeof FAULT_IDS)[number]]),
		times: fromForm(z.coerce.number().int().min(1).max(1_000_000).optional()),
		params: fromForm(z.union([z.record(z.string(), z.unknown()), paramsText]).optional()),
		match: fromForm(z.string().max(200).optional()),
	})
	.transform(({ endpoint, fault, times, match, params: given }, refinement) => {
		const params = FAULTS[fault].params.safeParse(given ?? {});
		if (!params.success)
			for (const issue of params.error.issues)
				refinement.addIssue({ code: "custom", path: ["params", ...issue.path], message: issue.message });
		return { endpoint, fault, times_left: times ?? null, match: match ?? null, params: params.data ?? {} };
	});

export const requestsQuery = z.object({
	method: z.string().max(10).optional(),
	path: z.string().max(500).optional(),
	since: z.iso
		.datetime()
		.transform((text) => new Date(text))
		.optional(),
});

const decimal = z.string().regex(/^(0|[1-9]\d{0,12})(\.\d{1,2})?$/);
const balance = z.boolean().default(false);
export const newLine = z.strictObject({
	currency,
	type: z.string().min(1).max(40).default("withdrawal"),
	amount: decimal.refine((text) => Number(parseDecimal(text)) > 0),
	fee: decimal.default("0"),
	balance,
});
export const lineChange = z.discriminatedUnion("action", [
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

export const movementsQuery = z.object({ currency });

/** An empty body is an empty object. Throws an HTTPException with the answer 400. */
export async function readInput<T extends z.ZodType>(context: Context, schema: T): Promise<z.output<T>> {
	return parseInput(context, isForm(context) ? await context.req.parseBody() : await readJson(context), schema);
}

/** Throws an HTTPException with the answer 400. */
export function parseInput<T extends z.ZodType>(context: Context, value: unknown, schema: T): z.output<T> {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	const errors = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), [issue.message]]));
	throw new HTTPException(400, { res: context.json({ detail: "This is not understood.", errors }, 400) });
}

export function isForm(context: Context): boolean {
	return /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(context.req.header("content-type") ?? "");
}

async function readJson(context: Context): Promise<unknown> {
	const text = await context.req.text();
	try {
		return text === "" ? {} : JSON.parse(text);
	} catch {
		return null;
	}
}
