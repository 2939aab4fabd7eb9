/** Everything that the functions of a running sandbox share. */
import type { Log } from "#server/log.ts";
import type { ControlState } from "#server/sandbox/control-state.ts";
import type { SandboxDatabase } from "#server/sandbox/tables.ts";

export interface Sandbox {
	database: SandboxDatabase;
	control: ControlState;
	random: () => number;
	businessName: string;
	/** `http://localhost:<port>`: origin of the links to the payer's page. */
	publicUrl: string;
	log: Log;
}
