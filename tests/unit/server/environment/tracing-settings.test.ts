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

test.each([
	["all of them", {}, 1],
	["all of them", { OTEL_TRACES_SAMPLER: "parentbased_always_on" }, 1],
	["none", { OTEL_TRACES_SAMPLER: "always_off", OTEL_TRACES_SAMPLER_ARG: "1" }, 0],
	["a tenth", { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.1" }, 0.1],
	["a hundredth", { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: " 1e-2 " }, 0.01],
	["all of a ratio without a number", { OTEL_TRACES_SAMPLER: "traceidratio" }, 1],
])("of all traces %s are sent with %j", (_, env, share) => {
	const { tracing, faults } = read({ [ENDPOINT]: "https://c.example", ...env });
	expect([tracing?.share, faults]).toEqual([share, []]);
});

test.each([
	["jaeger_remote", "1", "OTEL_TRACES_SAMPLER must"],
	["parentbased_traceidratio", "1.1", "OTEL_TRACES_SAMPLER_ARG must"],
	["parentbased_traceidratio", "-0.1", "OTEL_TRACES_SAMPLER_ARG must"],
	["traceidratio", "tenth", "OTEL_TRACES_SAMPLER_ARG must"],
])("the sampler %s of %s is refused", (sampler, arg, fault) => {
	const env = { [ENDPOINT]: "https://c.example", OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: arg };
	expect(read(env)).toEqual({ tracing: null, faults: [expect.stringContaining(fault)] });
});
