/** What every verb of the sandbox gets. */
import type { Log } from "#server/log.ts";
import type { ControlState } from "#server/sandbox/control-state.ts";
import type { SandboxDatabase } from "#server/sandbox/tables.ts";

export interface Sandbox {
	database: SandboxDatabase;
	control: ControlState;
	/** 0 ≤ x < 1; replaced in tests. */
	random: () => number;
	/** Whom the payer pays, as the handset says it. */
	businessName: string;
	/** `http://localhost:<port>`: where the payer's page lives. */
	publicUrl: string;
	log: Log;
}
