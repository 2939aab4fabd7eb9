/** Generates requests for every route and page of the desk, with known names and unexpected values. Seeded. */
import { readdirSync } from "node:fs";
import { z } from "zod";
import { ROUTES } from "#tests/support/desk/route-permissions.ts";
import type { RandomBelow } from "#tests/support/random.ts";

export interface FuzzRequest {
	/** "GET /api/payouts/[id]": the requests of one route share their learned names. */
	route: string;
	method: string;
	path: string;
	body: string | null;
	contentType: string;
}

/** Values that parsers, databases and people get wrong. */
const HOSTILE = [
	"",
	" ",
	"0",
	"-1",
	"1e309",
	"NaN",
	"9999999999999999999999",
	"0.001",
	"null",
	"true",
	"[]",
	"{}",
	"' or 1=1--",
	'"',
	"\\",
	"%",
	"%%",
	"%00",
	"../../etc/passwd",
	"\u0000",
	"\ud800",
	"\u202e",
	"\ufeff",
	"é\u0301",
	"𝟘",
	"<script>",
	"#{7*7}",
	"{{7*7}}",
	"__proto__",
	"constructor",
	"toString",
	"2026-02-30",
	"2026-13-01",
	"0000-00-00",
	"+275760-01-01T00:00:00Z",
	"1969-12-31T23:59:60Z",
	"a".repeat(300),
	"9".repeat(400),
	"\r\nx: y",
	"=1+1",
	"XOF",
	"ZZZ",
	"en",
	"csv",
	"xlsx",
	"createdAt",
	"-amount",
];
/** Nearly valid values, which pass the first check and reach the verb. */
const LIKELY: Readonly<Record<string, readonly unknown[]>> = {
	amount: ["100", "5000", "0.5", "99999999999999.99"],
	currency: ["XOF", "XAF"],
	country: ["CI", "SN"],
	operator: ["orange-money-ci", "wave-ci"],
	phoneNumber: ["+2250701020304"],
	destination: ["+2250701020304"],
	phone: ["+2250701020304"],
	month: ["2026-11", "2026-00", "9999-12"],
	day: ["2026-11-21", "2026-02-30"],
	from: ["2026-11-01", "2026-11-01T00:00:00Z"],
	to: ["2026-11-30", "1900-01-01"],
	cursor: ["MQ", "eyJhIjoxfQ", "1"],
	limit: ["1", "50", "0", "-5"],
	sort: ["createdAt", "-createdAt", "amount"],
	decision: ["approve", "reject", "cancel"],
	version: [1, 2, -1, 2 ** 53],
	verdict: ["explained"],
	role: ["viewer", "maker", "approver", "admin"],
	email: ["fuzz@cauri.example"],
	references: [["TX-20260101-UNKNOWN1"]],
	metadata: [{ note: "x" }],
	enabled: [true],
	locale: ["fr"],
	theme: ["dark"],
	format: ["csv", "xlsx"],
	search: ["orange"],
	type: ["withdrawal"],
	q: ["a"],
};
const LETTERS = "az09-_.~:/?#[]@!$&'()*+,;=% é漢\u0000\ud83d";

const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
	.filter((file) => /(^|\/)page\.tsx$/.test(file))
	.map((file) => `GET /${file.replace(/\/?page\.tsx$/, "").replace(/\([a-z]+\)\/?/g, "")}`);

/** Left out: the event stream, which never ends by itself, and the routes that sign in and out. */
const routes = [...Object.keys(ROUTES), ...pages].filter(
	(route) => !["GET /api/events", "DELETE /api/session", "POST /api/session"].includes(route),
);

const handlers = routes.filter((route) => route.includes(" /api/"));

export interface Fuzz {
	next(): FuzzRequest;
	/** Learns names from a refusal: adds missing fields next time, and drops unknown ones. */
	learn(request: FuzzRequest, fields: Readonly<Record<string, string>>): void;
	routes: readonly string[];
}

/** `ids`: ids that exist in the desk. */
export async function createFuzz(random: RandomBelow, ids: readonly string[]): Promise<Fuzz> {
	const names = await contractNames();
	const learned = new Map<string, Map<string, boolean>>();
	const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
	const text = () =>
		random(3) ? pick(HOSTILE) : Array.from({ length: random(20) }, () => LETTERS[random(LETTERS.length)]).join("");
	const near = (name: string): unknown => (random(4) ? pick(LIKELY[name] ?? (random(2) ? ids : HOSTILE)) : text());
	const json = (name: string, depth = 0): unknown => {
		const kind = random(12);
		if (kind < 6) return near(name);
		if (kind === 6) return pick([null, true, 0, -1, 1.5, 2 ** 53, -0, 1e21]);
		if (kind === 7 && depth < 3) return Array.from({ length: random(4) }, () => json(name, depth + 1));
		if (kind === 8 && depth < 3)
			return Object.fromEntries([pick(names), text()].map((each) => [each, json(each, depth + 1)]));
		return text();
	};
	const namesOf = (route: string) => {
		const known = [...(learned.get(route) ?? [])].filter(([, wanted]) => wanted).map(([name]) => name);
		return [...known, ...Array.from({ length: random(known.length > 0 && random(3) ? 1 : 4) }, () => pick(names))];
	};
	return {
		routes,
		next() {
			// Pages are rarer, because one takes as long as ten answers.
			const route = random(25) ? pick(handlers) : pick(routes);
			const [method = "GET", pattern = "/"] = route.split(" ");
			const path = pattern.replace(/\[(\w+)\]/g, (_, name: string) => encode(String(near(name))));
			const query =
				method === "GET" || !random(8)
					? namesOf(route).map((name) => `${encode(name)}=${encode(String(near(name)))}`)
					: [];
			const body =
				method === "GET"
					? null
					: bodyOf(random, () => Object.fromEntries(namesOf(route).map((name) => [name, json(name)])));
			const address = `${path || "/"}${query.length > 0 ? `?${query.join("&")}` : ""}`;
			return {
				route,
				method,
				path: address,
				body,
				contentType: random(40) ? "application/json" : pick(["text/plain", "", "application/json; charset=utf-16"]),
			};
		},
		learn(request, fields) {
			const known = learned.get(request.route) ?? new Map<string, boolean>();
			for (const [name, fault] of Object.entries(fields))
				if (!name.includes(".")) known.set(name, fault !== "unknown_field");
			learned.set(request.route, known);
		},
	};
}

function bodyOf(random: RandomBelow, object: () => object): string {
	const whole = JSON.stringify(object());
	const kind = random(30);
	if (kind === 0) return whole.slice(0, random(whole.length + 1));
	if (kind === 1) return `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
	if (kind === 2) return `{"__proto__":{"a":1},"constructor":${whole}}`;
	if (kind === 3) return JSON.stringify("x".repeat(70_000));
	return whole;
}

/** A lone surrogate cannot be encoded, so it is sent as its invalid UTF-8 bytes. */
function encode(text: string): string {
	return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}

async function contractNames(): Promise<string[]> {
	const found = new Set<string>(Object.keys(LIKELY));
	for (const file of readdirSync("lib/contracts")) {
		const contract: Record<string, unknown> = await import(`#lib/contracts/${file}`);
		for (const value of Object.values(contract))
			if (value instanceof z.ZodObject) for (const name of Object.keys(value.shape)) found.add(name);
	}
	return [...found].sort();
}
