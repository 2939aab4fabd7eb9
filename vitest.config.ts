import { defineConfig } from "vitest/config";
import type { VitestPluginContext } from "vitest/node";
import { LongestFirst } from "./tests/run/longest-first.ts";
import { edited } from "./tests/simulation/mutations/apply-edits.ts";

// One worker less than there are processors is what vitest takes by itself: on two, that is one.
const shared = {
	environment: "node" as const,
	maxWorkers: 2,
	testTimeout: 30_000,
	// Vitest's own second is too short while other suites run.
	expect: { poll: { timeout: 20_000 } },
	unstubEnvs: true,
	restoreMocks: true,
	fsModuleCache: true,
};
// One load of the product for many files: what a file changes it puts back, and none replaces a module …
const together = { ...shared, isolate: false };
// … but these, which watch or bend what Node itself does, or play a thread that ends.
const REPLACING = [
	"tests/unit/server/access/password/passwords.test.ts",
	"tests/unit/server/cli/launcher/data-folder.test.ts",
	"tests/unit/server/papers/paper-thread.test.ts",
];
// Half of the time of all, a twentieth of the tests: programs, PostgreSQL servers and backups as users start them.
const PROGRAMS = [
	"tests/integration/server/{backup,cli}/**/*.test.ts",
	"tests/integration/server/store/{stalled-postgres,embedded/*}.test.ts",
	"tests/integration/server/worker/{questions-program,traced-programs,worker-process}.test.ts",
	"tests/integration/simulation/transport-mutations.test.ts",
];
// What the simulation takes out of the product, for the test that must see it: nothing in an ordinary run.
const plugins = [
	{
		name: "mutations",
		enforce: "pre" as const,
		transform: (code: string, id: string) => edited(id, () => code),
		// The next run must not find the sources that a mutation changed; it may find all others.
		configureVitest: ({ defineCacheKeyGenerator }: VitestPluginContext) =>
			defineCacheKeyGenerator(({ id, sourceCode }) => (edited(id, () => sourceCode) === null ? null : false)),
	},
];
const here = (file: string) => new URL(file, import.meta.url).pathname;
// The marker package throws outside React's server build; tests run the handlers of server/http in plain Node.
const resolve = { alias: { "server-only": here("node_modules/server-only/empty.js") } };
// The same argon2id with less memory: the unit tests hold what a try costs.
const cheapTries = { "#server/access/password/password-cost.ts": here("tests/support/desk/password-cost.ts") };

const onPostgres = {
	plugins,
	resolve: { alias: { ...resolve.alias, ...cheapTries } },
	test: {
		...together,
		globalSetup: ["tests/support/database/postgres.ts"],
		// They wait for PostgreSQL and for answers more than they compute.
		maxWorkers: 3,
		// Without a project's name all run: those with another number of workers go after the others.
		sequence: { groupOrder: 1 },
		testTimeout: 60_000,
		hookTimeout: 60_000,
	},
};

export default defineConfig({
	test: {
		sequence: { sequencer: LongestFirst },
		projects: [
			{
				resolve,
				plugins,
				test: { ...together, name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"], exclude: REPLACING },
			},
			{ resolve, test: { ...shared, name: "unit-apart", include: REPLACING } },
			{ resolve, test: { ...together, name: "architecture", include: ["tests/architecture/**/*.test.ts"] } },
			{
				...onPostgres,
				test: {
					...onPostgres.test,
					name: "integration",
					include: ["tests/integration/**/*.test.ts"],
					exclude: PROGRAMS,
				},
			},
			// Programs take several times as long to start while the machine runs other suites.
			{ ...onPostgres, test: { ...onPostgres.test, name: "programs", include: PROGRAMS, testTimeout: 180_000 } },
			// Needs a build: what the archive holds, and the system's own tools on the files of docs/deploy.
			{ resolve, test: { ...shared, name: "deploy", include: ["tests/deploy/**/*.test.ts"], testTimeout: 60_000 } },
		],
	},
});
