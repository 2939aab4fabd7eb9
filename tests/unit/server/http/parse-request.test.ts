import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { newMemberSchema } from "#lib/contracts/member.ts";
import { payoutRequestSchema } from "#lib/contracts/payment-request.ts";
import { AppError } from "#server/errors.ts";
import { parseBody, parseParams, parseQuery } from "#server/http/parse-request.ts";

const schema = z.strictObject({ name: z.string().max(70_000), tags: z.record(z.string(), z.string()).optional() });
const JSON_TYPE = "application/json";

function post(body: BodyInit, type: string | null = JSON_TYPE): Request {
	const headers = type === null ? {} : { "content-type": type };
	return new Request("http://desk.test/api/x", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

async function codeOf(work: Promise<unknown>): Promise<string> {
	const error = await work.then(
		() => "nothing thrown",
		(cause: unknown) => cause,
	);
	return error instanceof AppError ? error.code : String(error);
}

describe("a body", () => {
	test.each([JSON_TYPE, "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"])(
		"comes as %s",
		async (type) => {
			expect(await parseBody(post('{"name":"Awa"}', type), schema)).toEqual({ name: "Awa" });
		},
	);

	test.each([
		"text/plain",
		"application/x-www-form-urlencoded",
		"multipart/form-data; boundary=x",
		"application/json; charset=latin1",
		"application/jsonp",
		"text/plain, application/json",
		"",
	])("is refused as %j", async (type) => {
		expect(await codeOf(parseBody(post('{"name":"Awa"}', type), schema))).toBe("not_json");
	});

	test("of more than 64 KB is refused by its declared length and by its real one", async () => {
		const large = JSON.stringify({ name: "x".repeat(65 * 1_024) });
		expect(await codeOf(parseBody(post(large), schema))).toBe("too_large");
		let sent = 0;
		const endless = new ReadableStream({
			pull(controller) {
				sent += 1;
				controller.enqueue(new TextEncoder().encode("x".repeat(8_192)));
			},
		});
		expect(await codeOf(parseBody(post(endless), schema))).toBe("too_large");
		expect(sent).toBeLessThan(20);
	});

	test.each(["", "{", "null", "[]", '"text"', '{"name":"a"}}', "{'name':1}", "\u0000"])(
		"%j is refused",
		async (text) => {
			expect(await codeOf(parseBody(post(text), schema))).toBe("invalid_input");
		},
	);

	test("whose sender goes away is refused, and not taken for a database that is away", async () => {
		const reset = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
		const pieces = [new TextEncoder().encode('{"name":"A')];
		const body = new ReadableStream({
			pull(controller) {
				const piece = pieces.pop();
				if (piece) controller.enqueue(piece);
				else controller.error(reset);
			},
		});
		expect(await codeOf(parseBody(post(body), schema))).toBe("invalid_input");
	});

	test("that is not UTF-8 is refused", async () => {
		expect(await codeOf(parseBody(post(new Uint8Array([0x22, 0xff, 0x22])), schema))).toBe("invalid_input");
	});

	test.each([
		'{"name":"a","__proto__":{"role":"admin"}}',
		'{"name":"a","tags":{"__proto__":"x"}}',
		'{"__proto__":null}',
	])("that reaches for the prototype is refused: %s", async (text) => {
		expect(await codeOf(parseBody(post(text), schema))).toBe("invalid_input");
		expect("role" in {}).toBe(false);
	});

	test.each([
		'{"name":"a\\u0000b"}',
		'{"name":"\\ud800"}',
		'{"response":{"id":"a\\u0000"}}',
		'{"response":{"\\u0000":1}}',
	])("with a text that no database holds is refused, however deep: %s", async (text) => {
		const anything = z.record(z.string(), z.unknown());
		expect(await codeOf(parseBody(post(text), anything))).toBe("invalid_input");
	});

	test("nested as deep as 64 KB allow is refused, not crashed on", async () => {
		expect(await codeOf(parseBody(post("[".repeat(60_000)), schema))).toBe("invalid_input");
		const deep = `{"name":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
		expect(await codeOf(parseBody(post(deep), schema))).toBe("invalid_input");
	});

	test("with a field that nobody asked for is refused: no mass assignment", async () => {
		const work = parseBody(post('{"name":"a","role":"admin"}'), schema);
		await expect(work).rejects.toMatchObject({ code: "invalid_input", fields: { role: "unknown_field" } });
	});

	test("names a fault per field", async () => {
		const body = JSON.stringify({ email: "nobody", name: "", role: "boss", password: "short" });
		await expect(parseBody(post(body), newMemberSchema)).rejects.toMatchObject({
			fields: { email: "invalid_email", name: "required", role: "invalid", password: "too_short" },
		});
		const payout = {
			amount: "12.345",
			currency: "XOF",
			operator: "wave-ci",
			country: "CI",
			destination: "+2250503456789",
		};
		await expect(parseBody(post(JSON.stringify(payout)), payoutRequestSchema)).rejects.toMatchObject({
			fields: { amount: "too_many_decimals" },
		});
		await expect(parseBody(post("{}"), newMemberSchema)).rejects.toMatchObject({ fields: { email: "required" } });
	});

	test("of any JSON is taken or refused with a code, never with anything else", async () => {
		await fc.assert(
			fc.asyncProperty(fc.jsonValue(), async (value) => {
				const code = await codeOf(parseBody(post(JSON.stringify(value)), newMemberSchema));
				expect(["invalid_input", "nothing thrown"]).toContain(code);
			}),
		);
	});
});

describe("a query", () => {
	const query = z.object({ limit: z.coerce.number().int().max(200).default(50), state: z.string().optional() });

	test("is read with its defaults", () => {
		expect(parseQuery(new URL("http://desk.test/?state=open"), query)).toEqual({ limit: 50, state: "open" });
	});

	test.each(["?limit=999", "?limit=x", "?state=a&state=b", "?state=%00", "?state=a%00b"])("%s is refused", (search) => {
		expect(() => parseQuery(new URL(`http://desk.test/${search}`), query)).toThrow(
			expect.objectContaining({ code: "invalid_input" }),
		);
	});

	test("cannot reach the prototype", () => {
		parseQuery(new URL("http://desk.test/?__proto__=x&constructor=y"), query);
		expect(Object.getPrototypeOf({})).toBe(Object.prototype);
	});
});

test("a path that cannot be one of ours names nothing", () => {
	const params = z.strictObject({ id: z.string().regex(/^[a-z]+$/) });
	expect(() => parseParams({ id: "../etc" }, params)).toThrow(expect.objectContaining({ code: "not_found" }));
	expect(parseParams({ id: "abc" }, params)).toEqual({ id: "abc" });
	const anyText = z.strictObject({ id: z.string() });
	expect(() => parseParams({ id: "a\0" }, anyText)).toThrow(expect.objectContaining({ code: "not_found" }));
});
