/** Parses the parts of a request. */
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
	// The schema comes first, because its faults name the problem more exactly.
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

/** Returns true for a file form of our page: another site's form cannot set `idempotency-key`, its script only after a CORS preflight. */
export function isMultipart(request: Request): boolean {
	return (
		request.headers.has("idempotency-key") &&
		/^multipart\/form-data\s*;/i.test(request.headers.get("content-type") ?? "")
	);
}

/** Parses a form that a server posts; each name may occur once. Throws `not_json`, `too_large`, `invalid_input`. */
export async function parseForm<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
	const type = request.headers.get("content-type")?.toLowerCase() ?? "";
	if (!/^application\/x-www-form-urlencoded\s*(;|$)/.test(type)) throw new AppError("not_json", "no form");
	const text = textOf(await readCapped(request, MAX_BODY_BYTES));
	return parseQuery(new URL(`?${text.replaceAll("#", "%23")}`, "http://form"), schema);
}

/** Requires JSON. Browsers send it to another origin only after a CORS preflight, which we refuse. Throws `not_json`. */
export function requireJson(request: Request): void {
	const type = request.headers.get("content-type")?.toLowerCase() ?? "";
	if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/.test(type)) throw new AppError("not_json", "not JSON");
}

/** Throws `invalid_input`, even for a repeated parameter: our code and a proxy could otherwise read different values of it. */
export function parseQuery<T extends z.ZodType>(url: URL, schema: T): z.output<T> {
	const entries = [...url.searchParams];
	const twice = entries.find(([name], index) => entries.findIndex(([other]) => other === name) !== index);
	if (twice)
		throw new AppError("invalid_input", "repeated parameter", { fields: { [fieldName(twice[0])]: "repeated" } });
	const unreadable = entries.find(([, value]) => !isStorable(value));
	if (unreadable)
		throw new AppError("invalid_input", "unreadable text", { fields: { [fieldName(unreadable[0])]: "invalid" } });
	return parseInput(schema, Object.fromEntries(entries.filter(([name]) => name !== "__proto__")));
}

/** Returns false for text with NUL or a lone surrogate, which PostgreSQL cannot store. */
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
		// A broken connection has the error codes of an unreachable database; without this it would be reported as one.
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

/** `unreadable`: the last JSON key whose name or text PostgreSQL cannot store (an index in a list); null without one. */
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
