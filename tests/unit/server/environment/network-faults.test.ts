import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { givenDatabase } from "#server/cli/launcher/desk-database.ts";
import { readConfig } from "#server/config.ts";
import { certificateFaults, databaseFaults, hostFaults, mailFaults } from "#server/environment/network-faults.ts";

test.each([
	["postgres://cauri:x@127.0.0.1:5432/cauri", true],
	["postgres://cauri:x@localhost/cauri", true],
	["postgres://cauri:x@[::1]/cauri", true],
	["postgres:///cauri", true],
	["postgres:///cauri?host=/var/run/postgresql", true],
	["postgres://%2Fvar%2Frun%2Fpostgresql/cauri", true],
	["postgres://cauri:x@db.example/cauri", false],
	["postgres://cauri:x@10.0.0.5/cauri", false],
	["postgres://cauri:x@db/cauri?sslmode=disable", false],
	["postgres://cauri:x@db/cauri?sslmode=prefer", false],
	["postgres://cauri:x@db/cauri?sslmode=no-verify", false],
	["postgres://cauri:x@db/cauri?sslmode=require&sslmode=disable", false],
	["postgres://cauri:x@db/cauri?sslmode=require&uselibpqcompat=true", false],
	["postgres://cauri:x@db/cauri?sslmode=verify-ca&uselibpqcompat=true", false],
	["postgres://cauri:x@localhost/cauri?host=db.example", false],
	["postgres://cauri:x@localhost.evil.example/cauri", false],
	["postgres://cauri:x@db.example/cauri?sslmode=require", true],
	["postgres://cauri:x@db.example/cauri?sslmode=verify-full&sslrootcert=/etc/ca.pem", true],
	["postgresql://cauri:x@db.example/cauri?ssl=true", true],
	["mysql://localhost/cauri", false],
])("the database %s is spoken to: %s", (url, isTaken) => {
	const faults = databaseFaults(url, {});
	expect(faults.length === 0).toBe(isTaken);
	expect(faults.join()).not.toContain("cauri:x");
});

test("a host that PostgreSQL's own variable names counts too", () => {
	expect(databaseFaults("postgres:///cauri", { PGHOST: "db.example" })).toHaveLength(1);
	expect(databaseFaults("postgres:///cauri", { PGHOST: "/var/run/postgresql" })).toEqual([]);
});

test.each(["DATABASE_DIRECT_URL", "DATABASE_WEB_URL", "DATABASE_WORKER_URL"])(
	"%s over the network wants TLS as well, and the fault names it",
	(name) => {
		const env = { DATABASE_URL: "postgres://cauri:x@db/cauri?sslmode=require", [name]: "postgres://cauri:x@db/cauri" };
		expect(() => readConfig(env)).toThrow(`${name} connects over the network without TLS`);
	},
);

test("a tool passes a pooler only by an address with TLS", () => {
	const env = {
		DATABASE_URL: "postgres://cauri:x@pooler/cauri?sslmode=require",
		DATABASE_DIRECT_URL: "postgres://db/cauri",
	};
	expect(() => givenDatabase(env)).toThrow("DATABASE_DIRECT_URL connects over the network without TLS");
});

test.each([
	["127.0.0.1", "http://localhost:3000", true],
	["localhost", "http://localhost:3000", true],
	["::1", "http://localhost:3000", true],
	["0.0.0.0", "https://desk.example.com", true],
	["127.0.0.1", "http://127.0.0.1:3000", true],
	["127.0.0.1", "http://[::1]:3000", true],
	["127.0.0.1", "http://desk.example.com", false],
	["localhost", "http://10.0.0.7:3000", false],
	["0.0.0.0", "http://localhost:3000", false],
	["::", "http://desk.example.com", false],
	["192.168.1.10", "http://192.168.1.10:3000", false],
])("the desk listens on %s for %s: %s", (host, origin, isTaken) => {
	expect(hostFaults(host, new URL(origin)).length === 0).toBe(isTaken);
});

test("a Node that looks at no certificate does not start", () => {
	expect(certificateFaults({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toEqual([
		expect.stringContaining("NODE_TLS_REJECT_UNAUTHORIZED=0"),
	]);
	expect(certificateFaults({ NODE_TLS_REJECT_UNAUTHORIZED: "1" })).toEqual([]);
	expect(certificateFaults({})).toEqual([]);
});

const from = "desk@example.com";

describe("the address of the mail server", () => {
	test.each(["", "smtp://mail.example.com", "smtps://user:p%40ss@mail.example.com:465", "smtp://127.0.0.1:2525"])(
		"%s is taken",
		(url) => {
			expect(mailFaults({ url, from: url ? from : "" })).toEqual([]);
		},
	);

	test.each([
		"https://mail.example.com",
		"mail.example.com",
		"smtp://",
		"smtp://mail.example.com/path",
		"smtp://mail.example.com/?ignoreTLS=true",
		"smtps://mail.example.com?tls.rejectUnauthorized=false",
		"smtp://mail.example.com#x",
	])("%s is refused", (url) => {
		expect(mailFaults({ url, from })).not.toEqual([]);
	});

	test("wants one plain sender, and no sender alone", () => {
		for (const bad of ["", "Desk <desk@example.com>", "a@example.com,b@example.com", "a b@example.com"])
			expect(mailFaults({ url: "smtp://mail.example.com", from: bad })).not.toEqual([]);
		expect(mailFaults({ url: "", from })).not.toEqual([]);
	});

	test("no fault tells a password", () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[a-z]{8}$/), fc.constantFrom("?x=1", "/a", "#b", ""), (word, end) => {
				const faults = mailFaults({ url: `smtp://desk:${word}@mail.example.com${end}`, from: "" });
				expect(faults.join("\n")).not.toContain(word);
			}),
		);
	});
});
