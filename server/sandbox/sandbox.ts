/** The context of every use case of the sandbox. */
import type { Log } from "#server/log.ts";
import type { ControlState } from "#server/sandbox/control-state.ts";
import type { SandboxDatabase } from "#server/sandbox/tables.ts";

export interface Sandbox {
	database: SandboxDatabase;
	control: ControlState;
	/** 0 ≤ x < 1; tests replace it. */
	random: () => number;
	/** Payee's name on the handset. */
	businessName: string;
	/** `http://localhost:<port>`: origin of the payer's page. */
	publicUrl: string;
	log: Log;
}
