import { defineConfig } from "vitest/config";

const shared = { environment: "node" as const, unstubEnvs: true, restoreMocks: true };

export default defineConfig({
	test: {
		projects: [
			{ test: { ...shared, name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"] } },
			{ test: { ...shared, name: "architecture", include: ["tests/architecture/**/*.test.ts"] } },
			{
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
