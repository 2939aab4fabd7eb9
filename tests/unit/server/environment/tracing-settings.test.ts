import { inspect } from "node:util";
import { expect, test } from "vitest";
import { tracingSettings } from "#server/environment/tracing-settings.ts";

const ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
const HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

function read(env: Record<string, string>) {
	const faults: string[] = [];
	const tracing = tracingSettings(env, faults);
	return { tracing, faults };
}

test("nothing is traced unless an endpoint is set", () => {
	expect(read({})).toEqual({ tracing: null, faults: [] });
	expect(read({ [ENDPOINT]: " ", OTEL_SERVICE_NAME: "desk" })).toEqual({ tracing: null, faults: [] });
});

test.each([
	["https://collector.example", "https://collector.example/v1/traces"],
	["https://collector.example/otlp/", "https://collector.example/otlp/v1/traces"],
	["http://localhost:4318", "http://localhost:4318/v1/traces"],
	["http://[::1]:4318/", "http://[::1]:4318/v1/traces"],
])("the endpoint %s has its traces at %s", (endpoint, url) => {
	const { tracing, faults } = read({ [ENDPOINT]: endpoint });
	expect([tracing?.url.href, tracing?.service, faults]).toEqual([url, null, []]);
});

test.each([
	"http://collector.example:4318",
	"http://127.0.0.1.evil.example",
	"grpc://localhost:4317",
	"localhost:4318",
	"collector",
	"https://user:canary@collector.example",
	"https://collector.example?key=canary",
	"https://collector.example#canary",
])("the endpoint %s is refused, and no fault quotes it", (endpoint) => {
	const { tracing, faults } = read({ [ENDPOINT]: endpoint });
	expect(tracing).toBeNull();
	expect(faults).toEqual([expect.stringContaining(ENDPOINT)]);
	expect(faults.join()).not.toContain("canary");
});

test("headers are read as the variable is specified, and print as nothing", () => {
	const { tracing } = read({
		[ENDPOINT]: "https://c.example",
		[HEADERS]: "authorization=Bearer%20canary=, x-team = a,",
	});
	expect(tracing?.headers()).toEqual({ authorization: "Bearer canary=", "x-team": "a" });
	expect(inspect(tracing, { depth: 9 }) + JSON.stringify(tracing)).not.toContain("canary");
});

test.each(["canary", "=canary", "a=canary%0d%0ab", "a=canary%zz", "a b=canary"])(
	"the headers %s are refused, and no fault quotes them",
	(headers) => {
		const { faults } = read({ [ENDPOINT]: "https://c.example", [HEADERS]: headers });
		expect(faults).toEqual([expect.stringContaining(HEADERS)]);
		expect(faults.join()).not.toContain("canary");
	},
);
