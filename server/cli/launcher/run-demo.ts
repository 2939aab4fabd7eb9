/** Runs `demo` and `dev`, which differ in the web program: takes the data folder, starts PostgreSQL, makes demo data, starts programs. */
import { DEMO_PASSWORD } from "#server/access/password/demo-password.ts";
import { DEMO_MEMBERS } from "#server/cli/demo-data/demo-members.ts";
import { Children, type Program } from "#server/cli/launcher/children.ts";
import { withDatabaseAccounts } from "#server/cli/launcher/database-accounts.ts";
import { type DemoPlan, demoEnvironment, planDemo } from "#server/cli/launcher/demo-environment.ts";
import { launchPostgres } from "#server/cli/launcher/launch-postgres.ts";
import { requireFreePort, takeDataFolder } from "#server/cli/launcher/preflight.ts";
import { prepareDemo } from "#server/cli/launcher/prepare-demo.ts";
import { localOrigin, sandboxProgram, waitUntilReady, workerProgram } from "#server/cli/launcher/programs.ts";
import type { Launch } from "#server/cli/launcher/run-launcher.ts";
import { paint, say, sayDone } from "#server/cli/launcher/terminal.ts";

export interface DemoKind {
	command: "demo" | "dev";
	mode: "production" | "development";
	prepare(launch: Launch, plan: DemoPlan): Promise<void>;
	web(env: NodeJS.ProcessEnv, plan: DemoPlan): Program;
}

const READY_LIMIT_MS = 90_000;

export async function runDemo(launch: Launch, kind: DemoKind): Promise<void> {
	const plan = planDemo(process.env);
	await takeDataFolder(launch, plan.dataDir, kind.command);
	await requireFreePort(plan.port, "PORT", process.env.HOST || "localhost");
	await requireFreePort(plan.sandboxPort, "SANDBOX_PORT");
	await kind.prepare(launch, plan);
	launch.signal.throwIfAborted();

	let since = Date.now();
	const embedded = await launchPostgres(launch, plan.dataDir);
	const env = demoEnvironment(plan, embedded.url, kind.mode);
	sayDone("PostgreSQL runs", since);
	launch.signal.throwIfAborted();

	since = Date.now();
	const made = await prepareDemo(plan, env);
	sayDone(made ? "Demo data created: 90 days in XOF and XAF" : "Demo data kept from the last time", since);
	launch.signal.throwIfAborted();

	since = Date.now();
	const { web, worker } = await withDatabaseAccounts(env, { owner: embedded.url, embedded });
	const children = new Children(plan.dataDir);
	launch.onEnd(() => children.stopAll(["web", "worker"]));
	children.start(sandboxProgram(env));
	await waitUntilReady(launch, "sandbox", `${plan.sandboxOrigin}/healthz`, READY_LIMIT_MS);
	children.start(kind.web(web, plan));
	children.start(workerProgram(worker, { watch: kind.command === "dev" }));
	const isReady = () => children.get("worker")?.isReady === true;
	await waitUntilReady(launch, "desk", `${localOrigin(env.HOST, plan.port)}/readyz`, READY_LIMIT_MS, isReady);
	sayDone("Sandbox, desk and worker are up", since);
	sayDemoSummary(plan);
	await launch.untilEnd();
}

function sayDemoSummary(plan: DemoPlan): void {
	say();
	say(`  ${paint("bold", "Cauri is ready")}   ${paint("bold", plan.origin)}`);
	say();
	for (const { role, name, email } of DEMO_MEMBERS) say(`  ${role.padEnd(9)} ${email.padEnd(23)} ${name}`);
	say(`  ${paint("dim", "password")}  ${paint("bold", DEMO_PASSWORD)}  ${paint("dim", "(the same for all four)")}`);
	say(paint("dim", "  second factor  the sign-in page shows the code of a demo authenticator"));
	say();
	say(`  Payer's phone     ${plan.sandboxOrigin}/phone`);
	say(`  Sandbox controls  ${plan.sandboxOrigin}/control`);
	say(`  Logs              ${plan.dataDir}/logs`);
	say();
	say(paint("dim", "  Ctrl-C stops everything; the data stays for the next start."));
	say();
}
