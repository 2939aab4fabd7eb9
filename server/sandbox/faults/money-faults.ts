/** Faults in money fields and in the list of movements. The request is still executed. */
import { ReadableStream } from "node:stream/web";
import { z } from "zod";
import { minorOf, parseDecimal, toDecimal } from "#lib/money.ts";
import type { EndpointId } from "#server/sandbox/api/endpoint-id.ts";
import { type Sent, sendJson } from "#server/sandbox/api/exchange.ts";
import { defineFault, type Exchange, NO_PARAMS } from "#server/sandbox/faults/define-fault.ts";

const WITH_AMOUNT: readonly EndpointId[] = ["payin", "payout", "detail", "history", "status"];
const MONEY_FIELDS = ["amount", "fee_amount", "balance"];
const spoilings = z.enum(["number", "null", "comma", "object", "missing"]).default("number");
const rows = (fallback: number) => z.strictObject({ rows: z.number().int().min(0).max(2_000_000).default(fallback) });

export const moneyFaults = {
	"wrong-money-types": defineFault({
		summary: "Money fields `as` number, null, comma text, object, or missing.",
		params: z.strictObject({ as: spoilings }),
		run: (exchange, params) => changeRows(exchange, (row) => spoilMoney(row, params.as)),
	}),
	"other-amount": defineFault({
		summary: "The amount with `add` on top.",
		at: WITH_AMOUNT,
		params: z.strictObject({
			add: z
				.string()
				.refine((text) => parseDecimal(text) !== null)
				.default("1.00"),
		}),
		run: (exchange, { add }) =>
			changeRows(exchange, (row) => ({ ...row, amount: toDecimal(minorOf(String(row.amount)) + minorOf(add)) })),
	}),
	"other-currency": defineFault({
		summary: "Another `currency`.",
		params: z.strictObject({ currency: z.string().max(10).default("USD") }),
		run: (exchange, { currency }) =>
			changeRows(exchange, (row) => ({ ...row, ["currency_code" in row ? "currency_code" : "currency"]: currency })),
	}),
	"other-type": defineFault({
		summary: "Another `transactionType`.",
		at: WITH_AMOUNT,
		params: z.strictObject({ transactionType: z.string().max(40).default("refund") }),
		run: (exchange, params) => changeRows(exchange, (row) => ({ ...row, transaction_type: params.transactionType })),
	}),
	"bad-balance": defineFault({
		summary: "The balance as `text`: `1e5`, `NaN`, `100.123`.",
		at: ["balance"],
		params: z.strictObject({ text: z.string().max(100).default("1e5") }),
		run: (exchange, { text }) => changeRows(exchange, (row) => ({ ...row, balance: text })),
	}),
	"movements-unsorted": defineFault({
		summary: "The lines in no order.",
		at: ["movements"],
		params: NO_PARAMS,
		run: (exchange) => changeList(exchange, (list) => shuffled(list, exchange.random)),
	}),
	"movements-duplicated": defineFault({
		summary: "Every third line twice.",
		at: ["movements"],
		params: NO_PARAMS,
		run: (exchange) =>
			changeList(exchange, (list) => list.flatMap((row, index) => (index % 3 === 0 ? [row, row] : [row]))),
	}),
	"movements-cut": defineFault({
		summary: "Only the newest `rows`.",
		at: ["movements"],
		params: rows(10),
		run: (exchange, params) => changeList(exchange, (list) => list.slice(0, params.rows)),
	}),
	"movements-malformed": defineFault({
		summary: "One line, the one at `place`, with its money `as` number, null, comma text, object, or missing.",
		at: ["movements"],
		params: z.strictObject({ place: z.number().int().min(1).max(1_000_000).default(1), as: spoilings }),
		run: (exchange, { place, as }) =>
			changeList(exchange, (list) => list.map((row, index) => (index === place - 1 ? spoilMoney(row, as) : row))),
	}),
	"movements-many": defineFault({
		summary: "Made-up older lines until there are `rows`.",
		at: ["movements"],
		params: rows(100_000),
		async run(exchange, params) {
			const answer = await exchange.perform();
			if (!Array.isArray(answer.body)) return sendJson(answer);
			return sendJson({
				...answer,
				body: ReadableStream.from(manyRows(answer.body as Row[], params.rows, exchange.now())),
			});
		},
	}),
};

type Row = Record<string, unknown>;

function spoilMoney(row: Row, as: "number" | "null" | "comma" | "object" | "missing"): Row {
	const fields = MONEY_FIELDS.filter((field) => typeof row[field] === "string");
	if (as === "missing") return Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name)));
	const spoilt = (text: string): unknown => {
		if (as === "number") return JSON.rawJSON(text);
		if (as === "comma") return text.replace(".", ",");
		return as === "null" ? null : { value: text };
	};
	return { ...row, ...Object.fromEntries(fields.map((field) => [field, spoilt(String(row[field]))])) };
}

async function changeRows(exchange: Exchange, change: (row: Row) => Row): Promise<Sent> {
	const answer = await exchange.perform();
	if (answer.status >= 300) return sendJson(answer);
	const body = Array.isArray(answer.body) ? answer.body.map((row: Row) => change(row)) : change(answer.body as Row);
	return sendJson({ ...answer, body });
}

async function changeList(exchange: Exchange, change: (list: Row[]) => Row[]): Promise<Sent> {
	const answer = await exchange.perform();
	return sendJson(Array.isArray(answer.body) ? { ...answer, body: change(answer.body as Row[]) } : answer);
}

function shuffled(list: readonly Row[], random: () => number): Row[] {
	return list
		.map((row) => ({ row, place: random() }))
		.sort((one, other) => one.place - other.place)
		.map(({ row }) => row);
}

/** Yields the list row by row, so that a million lines never form one text in memory. */
function* manyRows(real: Row[], total: number, now: Date): Generator<Uint8Array> {
	const encoder = new TextEncoder();
	const oldest = real.at(-1);
	const from = new Date(String(oldest?.created_at ?? now.toISOString())).getTime();
	const currency = oldest?.currency_code ?? "XOF";
	let opening = "[";
	for (let position = 0; position < total; opening = ",") {
		const piece: string[] = [];
		for (; piece.length < 5_000 && position < total; position += 1)
			piece.push(JSON.stringify(real[position] ?? madeUpRow(position, from, currency)));
		yield encoder.encode(opening + piece.join(","));
	}
	yield encoder.encode(opening === "[" ? "[]" : "]");
}

function madeUpRow(position: number, from: number, currency: unknown): Row {
	return {
		movement_type: position % 4 === 0 ? "withdrawal" : "deposit",
		amount: toDecimal(BigInt(((position * 7919) % 400) + 1) * 50_000n),
		fee_amount: toDecimal(BigInt((position * 31) % 40) * 100n),
		currency_code: currency,
		created_at: new Date(from - (position + 1) * 60_000).toISOString(),
	};
}
