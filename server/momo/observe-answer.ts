/** Derives observations about the service from one answer. Pure; no observation identifies a payment or wallet. */
import type { z } from "zod";
import { type ObservationKind, OTHER_VALUE, type ServiceEndpoint } from "#lib/contracts/service-record.ts";
import type { Exchange } from "#server/momo/exchange.ts";
import { readJson } from "#server/momo/judge-exchange.ts";
import { wireDeposit, wireDetail, wirePayout, wireStatusAnswer, wireWallet } from "#server/momo/wire.ts";

export interface Observation {
	kind: ObservationKind;
	value: string;
	example?: string | null;
	ms?: number;
}

const SCHEMAS: Partial<Record<ServiceEndpoint, z.ZodObject>> = {
	deposit: wireDeposit,
	payout: wirePayout,
	detail: wireDetail,
	history: wireDetail,
	status: wireStatusAnswer,
	balance: wireWallet,
};
/** By the specification only some answers of an endpoint contain these fields, so they are never reported as missing. */
const OPTIONAL = new Set([
	"opaque_id",
	"type",
	"operator_name",
	"created_at",
	"processed_at",
	"payment_url",
	"qr_code",
]);

/** Latencies are counted in groups; these are the upper bounds in milliseconds. */
const LATENCY_STEPS = [
	5, 10, 20, 50, 100, 150, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 20_000, 30_000,
	60_000, 90_000, 120_000, 900_000,
] as const;

const MAX_READ = 65_536;

export function observeAnswer(endpoint: ServiceEndpoint, exchange: Exchange, ms: number): Observation[] {
	const { status, fault, text } = exchange;
	const observations: Observation[] = [{ kind: "answer", value: fault ?? String(status ?? 0) }, latencyObservation(ms)];
	// The lines of a list are observed while they arrive.
	if (fault !== undefined || endpoint === "movements" || text.length > MAX_READ) return observations;
	const body = readJson(text);
	if (status === undefined || status < 200 || status > 299) return [...observations, errorObservation(body, text)];
	if (typeof body !== "object" || body === null || Array.isArray(body))
		return [...observations, errorObservation(body, text)];
	return [...observations, ...bodyObservations(endpoint, { ...body })];
}

function latencyObservation(ms: number): Observation {
	const rounded = Math.max(0, Math.round(ms));
	const step = LATENCY_STEPS.find((bound) => rounded <= bound) ?? 900_000;
	return { kind: "latency", value: String(step), ms: rounded };
}

/** Returns the order of a list by time; null when no two neighbouring times differ. */
export function orderOf(times: readonly string[]): string | null {
	const at = times.map((time) => Date.parse(time)).filter((time) => Number.isFinite(time));
	const steps = at.slice(1).map((time, index) => Math.sign(time - (at[index] ?? time)));
	const [rises, falls] = [steps.includes(1), steps.includes(-1)];
	if (rises && falls) return "unsorted";
	if (rises) return "oldest_first";
	return falls ? "newest_first" : null;
}

export function fieldObservations(schema: z.ZodObject, body: Record<string, unknown>): Observation[] {
	const names = Object.keys(schema.shape);
	const unknown = Object.keys(body).filter((name) => !names.includes(name));
	const missing = names.filter((name) => !(name in body) && !OPTIONAL.has(name));
	const parsed = schema.safeParse(body);
	const faults = parsed.success
		? names
				.filter((name) => (body[name] ?? null) !== null && (parsed.data[name] ?? null) === null)
				.map((name) => `${name}: unreadable`)
		: parsed.error.issues
				.filter(({ path: [name] }) => name === undefined || String(name) in body)
				.map(({ path: [name], code }) => `${fieldName(String(name ?? "body"))}: ${code}`);
	const example = unknown.length + missing.length + faults.length > 0 ? exampleOf(body) : null;
	return [
		...unknown.slice(0, 20).map((name): Observation => ({ kind: "unknown_field", value: fieldName(name), example })),
		...missing.map((value): Observation => ({ kind: "missing_field", value, example })),
		...faults.slice(0, 20).map((value): Observation => ({ kind: "drift", value, example })),
	];
}

function bodyObservations(endpoint: ServiceEndpoint, body: Record<string, unknown>): Observation[] {
	const schema = SCHEMAS[endpoint];
	const observations = schema ? fieldObservations(schema, body) : [];
	if (typeof body.status === "string") {
		const value = plainWord(body.status, stringsOf(body)) ?? OTHER_VALUE;
		observations.push({ kind: "status", value, example: exampleOf(body) });
	}
	if (Array.isArray(body.history)) {
		const order = orderOf(body.history.slice(0, 200).map((entry) => String(entry?.timestamp ?? "")));
		if (order !== null) observations.push({ kind: "order", value: order });
	}
	return observations;
}

function errorObservation(body: unknown, text: string): Observation {
	return { kind: "error", value: shapeOf(body, text), example: exampleOf(body) };
}

function shapeOf(body: unknown, text: string): string {
	if (text.trim() === "") return "empty";
	if (Array.isArray(body)) return "JSON []";
	if (typeof body === "object" && body !== null) {
		const names = Object.keys(body).slice(0, 8).map(fieldName);
		return `JSON {${names.join(", ")}}`.slice(0, 120);
	}
	if (body !== undefined) return `JSON ${typeof body}`;
	return /^\s*</.test(text) ? "HTML" : "text";
}

const MAX_EXAMPLE = 600;
const MAX_FIELDS = 24;
const MAX_DEPTH = 4;

/** Matches a probable fixed value, rarely a key or a reference: at most 40 characters, a letter first, at most two digits. */
const PLAIN_WORD = /^(?!(?:.*\d){3})\p{L}[\p{L}\d _.-]{0,39}$/u;
/** Matches a field name as programs write it, not user input. */
const FIELD_NAME = /^(?!(?:.*\d){3})[A-Za-z_][A-Za-z0-9_-]{0,39}$/;
const VOCABULARY = new Set(["status", "transaction_type", "movement_type"]);

/** Returns the word when it is plain and no other field of the answer contains it; null when it may be personal. */
function plainWord(word: string, others: readonly string[]): string | null {
	return PLAIN_WORD.test(word) && !others.includes(word) ? word : null;
}

function fieldName(name: string): string {
	return FIELD_NAME.test(name) ? name : "[…]";
}

function strikeOut(text: string): string {
	return text.replace(/\p{L}|\p{M}/gu, "x").replace(/\p{N}/gu, "#");
}

/**
 * Anonymises an answer: field names and plain words of a status or type stay; other values keep their form and lose every letter
 * and digit. Returns at most 600 characters of JSON; null when the answer is neither object nor array.
 */
function exampleOf(body: unknown): string | null {
	if (typeof body !== "object" || body === null) return null;
	const text = JSON.stringify(struck(body, stringsOf(body), 0));
	return text.length <= MAX_EXAMPLE ? text : `${text.slice(0, MAX_EXAMPLE - 1)}…`;
}

function struck(value: unknown, others: readonly string[], depth: number): unknown {
	if (typeof value === "string") return strikeOut(value.slice(0, 40));
	if (typeof value === "number" || typeof value === "bigint") return strikeOut(String(value));
	if (typeof value !== "object" || value === null) return value;
	if (depth >= MAX_DEPTH) return "…";
	if (Array.isArray(value)) return value.slice(0, 1).map((item) => struck(item, others, depth + 1));
	const entries = Object.entries(value).slice(0, MAX_FIELDS);
	return Object.fromEntries(
		entries.map(([name, inner]) => {
			const isWord = VOCABULARY.has(name) && typeof inner === "string" && plainWord(inner, others) !== null;
			return [fieldName(name), isWord ? inner : struck(inner, others, depth + 1)];
		}),
	);
}

/** Returns the texts of an answer's two levels, without `VOCABULARY` fields at the top: a plain word must not equal any of them. */
function stringsOf(body: object): string[] {
	const texts: string[] = [];
	for (const [name, value] of Object.entries(body).slice(0, 100)) {
		if (typeof value === "string" && !VOCABULARY.has(name)) texts.push(value);
		if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
		for (const inner of Object.values(value).slice(0, 100)) if (typeof inner === "string") texts.push(inner);
	}
	return texts;
}
