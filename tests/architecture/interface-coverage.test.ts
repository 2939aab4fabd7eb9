import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

const page = readFileSync("docs/interface-coverage.md", "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("| ") && !/^\| (---|Specification|Field) /.test(line));

/** The specification's field names, by the section of the page that must have a row for each. */
const FIELDS: Record<string, readonly string[]> = {
	Transaction: [
		"reference",
		"opaque_id",
		"transaction_type",
		"type",
		"status",
		"amount",
		"currency",
		"operator_name",
		"created_at",
		"processed_at",
		"payment_url",
		"qr_code",
		"history",
	],
	"History entry": ["status", "source", "timestamp"],
	"Fiat wallet": ["wallet_reference", "balance", "currency_code", "updated_at"],
	"Wallet movement": ["movement_type", "amount", "fee_amount", "currency_code", "created_at"],
	"Request fields": [
		"amount",
		"currency",
		"operator",
		"country",
		"phone_number",
		"opaque_id",
		"destination",
		"metadata",
	],
	Endpoints: [
		"POST /transactions/payin/",
		"POST /transactions/payout/",
		"GET /transactions/detail/<reference>/",
		"GET /transactions/history/<reference>/",
		"GET /transactions/status/<reference>/",
		"GET /wallets/fiat/<currency>/",
		"GET /wallets/fiat/<currency>/movements/",
	],
};

test("every endpoint and every field of the interface has its row", () => {
	const missing = Object.entries(FIELDS).flatMap(([section, names]) => {
		const text = page.split(`## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
		return names.filter((name) => !text.includes(`\`${name}\``)).map((name) => `${section}: ${name}`);
	});
	expect(missing).toEqual([]);
});

test("every row names code of the sandbox, code of the desk and a test", () => {
	expect(rows.length).toBeGreaterThan(50);
	const bare = rows.filter((row) => {
		const [, , sandbox = "", desk = "", shown = ""] = row.split("|");
		return (
			!sandbox.includes("`server/sandbox/") || !/`(server|lib|components)\//.test(desk) || !shown.includes("`tests/")
		);
	});
	expect(bare).toEqual([]);
});

test("every file that the page names is there", () => {
	const files = [...page.matchAll(/`((?:server|lib|components|tests)\/[^`]+\.tsx?)`/g)].map(([, file = ""]) => file);
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("every test that the page names is in its file", () => {
	const named = [...page.matchAll(/`(tests\/[^`]+)` › “([^”]+)”/g)];
	expect(named.length).toBeGreaterThan(50);
	const absent = named.filter(([, file = "", name = ""]) => !readSource(file).includes(name));
	expect(absent.map(([text]) => text)).toEqual([]);
});

test("every assumption in the code is listed, and every listed one is in the code", () => {
	const listed = new Set(
		[...readFileSync("docs/assumptions.md", "utf8").matchAll(/^\| `([^`]+)`/gm)].map(([, file = ""]) => file),
	);
	const marked = new Set(
		sourceFiles().filter(
			(file) => /^(server|lib|components|app)\//.test(file) && readSource(file).includes("Assumption:"),
		),
	);
	expect([...marked].filter((file) => !listed.has(file)).sort()).toEqual([]);
	expect([...listed].filter((file) => !marked.has(file)).sort()).toEqual([]);
});
