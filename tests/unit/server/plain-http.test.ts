/** Anybody on the way reads plain HTTP, so no program starts with settings that send keys by it beyond this machine. */
import { expect, test } from "vitest";
import { faultsOf } from "#tests/support/contexts.ts";
import { COMPLETE } from "#tests/support/programs/complete-environment.ts";

const faultsWith = (env: Record<string, string>) =>
	faultsOf({ ...COMPLETE, DATABASE_URL: "postgres://desk@localhost/cauri", ...env });

test.each([
	["http://service.example/api/v1/", 1],
	["http://10.0.0.7/api/v1/", 1],
	["http://localhost.evil.example/api/v1/", 1],
	["http://127.0.0.1:4010/api/v1/", 0],
	["http://[::1]:4010/api/v1/", 0],
	["https://service.example/api/v1/", 0],
])(
	"a service at %s is refused by %i sentences: its keys travel over plain http on this machine alone",
	(url, count) => {
		const fault = "MOMO_BASE_URL must be https: (plain http: only on loopback)";
		expect(faultsWith({ MOMO_BASE_URL: url })).toEqual(Array(count).fill(fault));
	},
);

test("a desk whose own origin is plain http beyond this machine is refused by one sentence", () => {
	expect(faultsWith({ APP_ORIGIN: "http://desk.example" })).toEqual([
		expect.stringMatching(/^APP_ORIGIN=http:\/\/desk\.example is plain http: /),
	]);
});
