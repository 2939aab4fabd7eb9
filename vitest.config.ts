import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/run/longest-first.ts";

// One worker less than there are processors is what vitest takes by itself: on two, that is one.
const shared = {
	environment: "node" as const,
	maxWorkers: 2,
	testTimeout: 30_000,
	unstubEnvs: true,
	restoreMocks: true,
};
// The marker package throws outside React's server build; tests run the doors of server/http in plain Node.
const resolve = { alias: { "server-only": new URL("node_modules/server-only/empty.js", import.meta.url).pathname } };

export default defineConfig({
	test: {
		sequence: { sequencer: LongestFirst },
		projects: [
			{ resolve, test: { ...shared, name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"] } },
			{ resolve, test: { ...shared, name: "architecture", include: ["tests/architecture/**/*.test.ts"] } },
			{
				resolve,
				test: {
					...shared,
					name: "integration",
					include: ["tests/integration/**/*.test.ts"],
					globalSetup: ["tests/support/database/postgres.ts"],
					// They wait for PostgreSQL and for answers more than they compute.
					maxWorkers: 3,
					// One load of the server for many files: each has a database and a service of its own, and none replaces modules.
					isolate: false,
					// Without a project's name all run: those with another number of workers go after the others.
					sequence: { groupOrder: 1 },
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
