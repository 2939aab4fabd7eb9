/** What to open and who to be. */
import { DEMO_PASSWORD } from "#server/access/password/demo-password.ts";
import { DEMO_MEMBERS } from "#server/cli/demo-data/demo-members.ts";
import type { DemoPlan } from "#server/cli/launcher/demo-environment.ts";
import { paint, say } from "#server/cli/launcher/terminal.ts";

export function sayDemoSummary(plan: DemoPlan): void {
	say();
	say(`  ${paint("bold", "Cauri is ready")}   ${paint("bold", plan.origin)}`);
	say();
	for (const { role, name, email } of DEMO_MEMBERS) say(`  ${role.padEnd(9)} ${email.padEnd(23)} ${name}`);
	say(`  ${paint("dim", "password")}  ${paint("bold", DEMO_PASSWORD)}  ${paint("dim", "(the same for all four)")}`);
	say(paint("dim", "  second step  the sign-in shows the code, as this demo's own authenticator"));
	say();
	say(`  Payer's phone     ${plan.sandboxOrigin}/phone`);
	say(`  Sandbox controls  ${plan.sandboxOrigin}/control`);
	say(`  Logs              ${plan.dataDir}/logs`);
	say();
	say(paint("dim", "  Ctrl-C stops everything; the data stays for the next start."));
	say();
}
