/** What `demo` and `dev` share: a data folder, PostgreSQL, the demo's data, sandbox and worker; only the web program differs. */
import { Children, type Program } from "#server/cli/launcher/children.ts";
import { takeDataFolder } from "#server/cli/launcher/data-folder.ts";
import { type DemoPlan, demoEnvironment, planDemo } from "#server/cli/launcher/demo-environment.ts";
import { sayDemoSummary } from "#server/cli/launcher/demo-summary.ts";
import { divideKeys } from "#server/cli/launcher/divide-keys.ts";
import { launchPostgres } from "#server/cli/launcher/launch-postgres.ts";
import { demandFreePort } from "#server/cli/launcher/preflight.ts";
import { prepareDemo } from "#server/cli/launcher/prepare-demo.ts";
import { programDatabases } from "#server/cli/launcher/program-databases.ts";
import { sandboxProgram, workerProgram } from "#server/cli/launcher/programs.ts";
import type { Launch } from "#server/cli/launcher/run-launcher.ts";
import { sayDone } from "#server/cli/launcher/terminal.ts";
import { waitUntilReady } from "#server/cli/launcher/wait-until-ready.ts";

export interface DemoKind {
	command: "demo" | "dev";
	mode: "production" | "development";
	/** Runs once the folder is ours, before anything is started. */
	prepare(launch: Launch, plan: DemoPlan): Promise<void>;
	web(env: NodeJS.ProcessEnv, plan: DemoPlan): Program;
}

const READY_LIMIT_MS = 90_000;

export async function runDemo(launch: Launch, kind: DemoKind): Promise<void> {
	const plan = planDemo(process.env);
	await takeDataFolder(launch, plan.dataDir, kind.command);
	await demandFreePort(plan.port, "PORT");
	await demandFreePort(plan.sandboxPort, "SANDBOX_PORT");
	await kind.prepare(launch, plan);
	launch.demandGoingOn();

	let since = Date.now();
	const owner = await launchPostgres(launch, plan.dataDir);
	const env = demoEnvironment(plan, owner, kind.mode);
	sayDone("PostgreSQL runs", since);
	launch.demandGoingOn();

	since = Date.now();
	const made = await prepareDemo(plan, env);
	sayDone(made ? "Demo data made: 90 days in XOF and XAF" : "Demo data kept from the last time", since);
	launch.demandGoingOn();

	since = Date.now();
	const { web, worker } = await programDatabases(env, { owner, dataDir: plan.dataDir, embedded: true });
	const keys = divideKeys(plan.dataDir);
	launch.onEnd(keys.end);
	const children = new Children(plan.dataDir);
	launch.onEnd(() => children.stopAll(["web", "worker"]));
	launch.onKill(() => children.killAll());
	children.start(sandboxProgram(env));
	await waitUntilReady(launch, "sandbox", `${plan.sandboxOrigin}/healthz`, READY_LIMIT_MS);
	children.start(kind.web({ ...web, ...keys.web }, plan));
	children.start(workerProgram({ ...worker, ...keys.worker }, { watch: kind.command === "dev" }));
	await waitUntilReady(launch, "desk", `${plan.origin}/readyz`, READY_LIMIT_MS);
	sayDone("Sandbox, desk and worker are up", since);
	sayDemoSummary(plan);
	await launch.untilEnd();
}
