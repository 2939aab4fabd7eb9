import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { auditPackages } from "#tests/run/audit-packages.ts";
import { suites } from "#tests/run/suites.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

/** The registry's answer about our packages; npm itself asks for it. */
let advisories: Record<string, object[]>;
let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
const registry = createServer((request, response) => answer(request, response));
const hole = (severity: string) => ({
	...{ id: 1, url: "https://advisories.example/1", title: "a hole", severity, vulnerable_versions: ">=0.0.1" },
	...{ cwe: [], cvss: { score: 0, vectorString: null } },
});

/** The names of the packages that npm asks about. */
async function askedIn(request: IncomingMessage): Promise<string[]> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const body = Buffer.concat(chunks);
	const text = request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
	return Object.keys(JSON.parse(text.toString()) as object);
}

beforeEach(async () => {
	advisories = {};
	answer = async (request, response) => {
		const isQuestion = request.url?.endsWith("/security/advisories/bulk");
		const asked = isQuestion ? await askedIn(request) : [];
		response.writeHead(isQuestion ? 200 : 404, { "content-type": "application/json" });
		response.end(
			JSON.stringify(Object.fromEntries(Object.entries(advisories).filter(([name]) => asked.includes(name)))),
		);
	};
	await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
	vi.stubEnv("npm_config_registry", `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`);
	vi.stubEnv("npm_config_update_notifier", "false");
	// npm caches answers about vulnerabilities.
	vi.stubEnv("npm_config_cache", temporaryFolder());
	for (const way of ["log", "error"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});
afterEach(async () => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
	registry.closeAllConnections();
	await new Promise<void>((resolve) => registry.close(() => resolve()));
});

test.each(["high", "critical"])(
	"a package that the desk runs on with a hole that is %s fails the run",
	async (severity) => {
		advisories = { zod: [hole(severity)] };
		expect(await auditPackages()).toEqual({ passed: 0, failed: 1, skipped: 0 });
	},
);

test("no serious hole passes, nor one of a package that only builds and tests use", async () => {
	expect(await auditPackages()).toEqual({ passed: 1, failed: 0, skipped: 0 });
	advisories = { zod: [hole("low")], "fast-check": [hole("critical")] };
	expect(await auditPackages()).toEqual({ passed: 1, failed: 0, skipped: 0 });
});

test("a registry that fails, says something else or is not there is no judgement, and says so", {
	timeout: 120_000,
}, async () => {
	for (const [status, text] of [
		[503, "{}"],
		[200, "<html>a portal</html>"],
	] as const) {
		answer = (_, response) => response.writeHead(status).end(text);
		expect(await auditPackages()).toEqual({ passed: 0, failed: 0, skipped: 1 });
	}
	vi.stubEnv("npm_config_registry", "http://127.0.0.1:9/");
	expect(await auditPackages()).toEqual({ passed: 0, failed: 0, skipped: 1 });
	expect(console.log).toHaveBeenLastCalledWith(expect.stringContaining("not judged"));
});

test("every run of all tests asks it", () => {
	expect(suites("any").find(({ name }) => name === "supply")?.run).toBe(auditPackages);
});
