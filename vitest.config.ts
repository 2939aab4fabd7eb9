import { defineConfig } from "vitest/config";

const shared = { environment: "node" as const, unstubEnvs: true, restoreMocks: true };
// The marker package throws outside React's server build; tests run the doors of server/http in plain Node.
const resolve = { alias: { "server-only": new URL("node_modules/server-only/empty.js", import.meta.url).pathname } };

export default defineConfig({
	test: {
		projects: [
			{ resolve, test: { ...shared, name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"] } },
			{ resolve, test: { ...shared, name: "architecture", include: ["tests/architecture/**/*.test.ts"] } },
			{
				resolve,
				test: {
					...shared,
					name: "integration",
					include: ["tests/integration/**/*.test.ts"],
					globalSetup: ["tests/support/postgres.ts"],
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
