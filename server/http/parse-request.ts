/** Parses every request with zod; nothing unparsed passes this file. */

import type { z } from "zod";
import { fieldName } from "#lib/field-faults.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";

const MAX_BODY_BYTES = 64 * 1_024;

/** Throws `not_json`, `too_large` or `invalid_input` with a fault per field. */
export async function parseBody<T extends z.ZodType>(
	request: Request,
	schema: T,
	most = MAX_BODY_BYTES,
): Promise<z.output<T>> {
	requireJson(request);
	const { value, unreadable } = readJson(textOf(await readCapped(request, most)));
	const parsed = parseInput(schema, value);
	// Checked after the schema, whose message is more exact.
	// guard: unreadable-text-is-refused
	if (unreadable !== null)
		throw new AppError("invalid_input", "unreadable text", { fields: { [fieldName(unreadable)]: "invalid" } });
	return parsed;
}

/** Parses a form with a file: its fields as text, the file as bytes. Throws `not_json`, `too_large`, `invalid_input`. */
export async function parseMultipart<T extends z.ZodType>(
	request: Request,
	schema: T,
	most: number,
): Promise<z.output<T>> {
	const type = request.headers.get("content-type") ?? "";
	const bytes = await readCapped(request, most);
	const form = await new Response(bytes, { headers: { "content-type": type } }).formData().catch((cause: unknown) => {
		throw new AppError("invalid_input", "the form cannot be read", { cause });
	});
	const entries = [...form].filter(([name]) => name !== "__proto__");
	const fields = entries.map(async ([name, value]) => {
		if (typeof value !== "string") return [name, new Uint8Array(await value.arrayBuffer())] as const;
		if (!isStorable(value))
			throw new AppError("invalid_input", "unreadable text", { fields: { [fieldName(name)]: "invalid" } });
		return [name, value] as const;
	});
	return parseInput(schema, Object.fromEntries(await Promise.all(fields)));
}

/** Requires a header of ours: another site's plain form cannot send one, and its script only after a CORS preflight. */
export function isMultipart(request: Request): boolean {
	return (
		request.headers.has("idempotency-key") &&
		/^multipart\/form-data\s*;/i.test(request.headers.get("content-type") ?? "")
	);
}

/** Parses a form that a server posts; each name may occur once. Throws as above. */
export async function parseForm<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
	const type = request.headers.get("content-type")?.toLowerCase() ?? "";
	if (!/^application\/x-www-form-urlencoded\s*(;|$)/.test(type)) throw new AppError("not_json", "no form");
	const text = textOf(await readCapped(request, MAX_BODY_BYTES));
	return parseQuery(new URL(`?${text.replaceAll("#", "%23")}`, "http://form"), schema);
}

/** Throws `not_json`. Browsers send this type to another origin only after a CORS preflight, which we never allow. */
export function requireJson(request: Request): void {
	const type = request.headers.get("content-type")?.toLowerCase() ?? "";
	if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/.test(type)) throw new AppError("not_json", "not JSON");
}

/** Throws `invalid_input`; refuses a repeated parameter, so that two readers cannot read different values. */
export function parseQuery<T extends z.ZodType>(url: URL, schema: T): z.output<T> {
	const entries = [...url.searchParams];
	const twice = entries.find(([name], index) => entries.findIndex(([other]) => other === name) !== index);
	if (twice)
		throw new AppError("invalid_input", "repeated parameter", { fields: { [fieldName(twice[0])]: "repeated" } });
	const unreadable = entries.find(([, value]) => !isStorable(value));
	if (unreadable)
		throw new AppError("invalid_input", "unreadable text", { fields: { [fieldName(unreadable[0])]: "invalid" } });
	return parseInput(schema, plainObject(entries));
}

/** PostgreSQL stores no NUL and no lone surrogate; an address with one cannot match anything. */
function isStorable(text: string): boolean {
	return !text.includes("\0") && text.isWellFormed();
}

export function parseParams<T extends z.ZodType>(params: unknown, schema: T): z.output<T> {
	const result = schema.safeParse(params);
	const isReadable = Object.values(params ?? {}).every((value) => typeof value !== "string" || isStorable(value));
	if (!result.success || !isReadable) throw new AppError("not_found", "the path does not match the route");
	return result.data;
}

async function readCapped(request: Request, most: number): Promise<Buffer<ArrayBuffer>> {
	if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge(most);
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
			size += chunk.byteLength;
			if (size > most) throw tooLarge(most);
			chunks.push(chunk);
		}
	} catch (cause) {
		// A broken connection has the same error codes as an unreachable database, and must not be reported as one.
		throw cause instanceof AppError ? cause : new AppError("invalid_input", "the body ended early", { cause });
	}
	return Buffer.concat(chunks);
}

function textOf(bytes: Buffer): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch (cause) {
		throw new AppError("invalid_input", "the body is not UTF-8", { cause });
	}
}

function tooLarge(most: number): AppError {
	return new AppError("too_large", `the body is larger than ${most} bytes`);
}

/** `unreadable`: a field with text that PostgreSQL cannot store. */
function readJson(text: string): { value: unknown; unreadable: string | null } {
	let unreadable: string | null = null;
	try {
		const value: unknown = JSON.parse(text, (key, each: unknown) => {
			if (key === "__proto__") throw new SyntaxError("__proto__ is not a field");
			if (!isStorable(key) || (typeof each === "string" && !isStorable(each))) unreadable = key;
			return each;
		});
		return { value, unreadable };
	} catch (cause) {
		throw new AppError("invalid_input", "the body is not readable JSON", { cause });
	}
}

function plainObject(entries: [string, string][]): Record<string, string> {
	return Object.fromEntries(entries.filter(([name]) => name !== "__proto__"));
}
