/** `npm run dev`: the demo with a desk that follows every change of the sources. */
import { NEXT } from "#server/cli/launcher/build.ts";
import { runDemo } from "#server/cli/launcher/run-demo.ts";
import { runLauncher } from "#server/cli/launcher/run-launcher.ts";
import { WITHOUT_KEYS } from "#server/environment/key-files.ts";

await runLauncher((launch) =>
	runDemo(launch, {
		command: "dev",
		mode: "development",
		prepare: () => Promise.resolve(),
		web: (env, plan) => ({
			name: "web",
			args: [NEXT, "dev", "--hostname", env.HOST ?? "localhost", "--port", String(plan.port)],
			env: { ...env, ...WITHOUT_KEYS },
			graceMs: 5_000,
			keepsSecretsInEnvironment: true,
		}),
	}),
);
