/** The layers, and for each module the other modules that it uses. A module may always use the layers below its own. */

/** From below to above. In the browser: ui < screens < pages; on the server: foundation < features < entry points. */
export type Layer = "ui" | "screens" | "pages" | "foundation" | "features" | "entry" | "programs";

/** The layers below each layer, which any of its modules may use. `lib` is below all of them. */
export const BELOW: Record<Layer, readonly Layer[]> = {
	ui: [],
	screens: ["ui"],
	pages: ["ui", "screens", "features", "entry"],
	foundation: [],
	features: ["foundation"],
	entry: ["foundation"],
	programs: ["ui", "screens", "pages", "foundation", "features", "entry", "programs"],
};

/** Module → its layer and the other modules that it uses, by their last name. */
export const MODULES: Record<string, readonly [layer: Layer, uses?: string]> = {
	"components/ui": ["ui"],
	"components/access": ["screens", "account change-requests"],
	"components/account": ["screens"],
	"components/audit": ["screens"],
	"components/background-exports": ["screens"],
	"components/batches": ["screens", "payments"],
	"components/change-requests": ["screens"],
	"components/imports": ["screens", "payments transactions"],
	"components/insights": ["screens", "statements"],
	"components/members": ["screens", "account change-requests"],
	"components/movements": ["screens", "payments views"],
	"components/notices": ["screens"],
	"components/overview": ["screens", "movements wallets"],
	"components/payments": ["screens", "second-factor views"],
	"components/recipients": ["screens", "batches change-requests payments"],
	"components/receipts": ["screens"],
	"components/reconciliation": ["screens", "movements"],
	"components/second-factor": ["screens", "change-requests shell"],
	"components/settings": ["screens", "change-requests"],
	"components/shell": ["screens"],
	"components/statements": ["screens", "change-requests"],
	"components/transactions": ["screens", "payments"],
	"components/views": ["screens"],
	"components/wallets": ["screens"],
	app: ["pages"],

	"server/secret.ts": ["foundation"],
	"server/errors.ts": ["foundation"],
	"server/log.ts": ["foundation"],
	"server/on-demand-thread.ts": ["foundation"],
	"server/process-singleton.ts": ["foundation"],
	"server/environment": ["foundation", "secret"],
	"server/config.ts": ["foundation", "environment errors secret"],
	"server/tracing": ["foundation", "environment log"],
	"server/parse-input.ts": ["foundation", "errors"],
	"server/mail": ["foundation", "config environment"],
	"server/store": ["foundation", "config environment errors log tracing"],
	"server/momo": ["foundation", "config errors log secret tracing"],
	"server/context.ts": ["foundation", "config log momo store"],

	"server/access": ["features", "notices"],
	"server/audit": ["features", "access exports"],
	"server/background-exports": ["features", "access audit exports notices payments reconciliation statements"],
	"server/batches": ["features", "access exports payment-records payments recipients spreadsheets wallets"],
	"server/backup": ["features", "audit continuity"],
	"server/change-requests": [
		"features",
		"access continuity guarded-changes invitations members payments recipients second-factor settings single-sign-on statements",
	],
	"server/continuity": ["features", "access guarded-changes payment-records reconciliation wallets"],
	"server/exports": ["features"],
	"server/guarded-changes": ["features", "access"],
	"server/insights": ["features", "access payment-records reconciliation statements wallets"],
	"server/invitations": ["features", "access guarded-changes members notices second-factor"],
	"server/members": ["features", "access guarded-changes notices"],
	"server/notices": ["features"],
	"server/overview": [
		"features",
		"access audit backup continuity payment-records payments reconciliation transactions wallets",
	],
	"server/papers": ["features"],
	"server/payment-records": ["features"],
	"server/payments": [
		"features",
		"access guarded-changes continuity exports payment-records recipients reconciliation wallets",
	],
	"server/recipients": ["features", "access exports guarded-changes"],
	"server/receipts": ["features", "access exports papers payment-records"],
	"server/reconciliation": ["features", "access exports guarded-changes payment-records wallets"],
	"server/search": ["features", "access payment-records"],
	"server/second-factor": [
		"features",
		"access guarded-changes notices payment-records payments reconciliation statements",
	],
	"server/settings": ["features", "access backup guarded-changes continuity payment-records payments"],
	"server/single-sign-on": ["features", "access guarded-changes members notices"],
	"server/spreadsheets": ["features"],
	"server/statements": ["features", "access exports guarded-changes papers reconciliation wallets"],
	"server/transactions": ["features", "access payment-records payments"],
	"server/views": ["features", "access"],
	"server/wallets": ["features", "access payment-records"],

	"server/http": ["entry", "access continuity second-factor"],
	"server/worker": [
		"entry",
		"access audit background-exports backup change-requests continuity invitations notices payment-records payments reconciliation transactions wallets",
	],
	"server/sandbox": ["programs"],
	"server/cli": ["programs"],
	tests: ["programs"],
};

/** Folders of a large module, from above to below. Each may use the folders below it and the files of the module itself. */
export const STACKS: Record<string, readonly string[]> = {
	"components/batches": ["new"],
	"components/payments": ["list", "page", "payer", "approvals", "marked", "resolve", "form"],
	"components/settings": ["configuration", "service", "operators", "rules", "accounting", "sign-in"],
	"components/ui": ["dialog", "page", "fields", "table", "menu"],
	"server/batches": ["decide", "draft"],
	"server/payments": ["resolve", "send", "watch", "approve", "request", "read", "rules", "stop"],
	"server/second-factor": ["enrol", "sign-in", "step-up"],
};

/** Files that only the named modules may use, whatever their layer allows. */
export const RESERVED: Record<string, readonly string[]> = {
	// Makes the database's guards treat the caller as the machine's owner, so no verb may use it.
	"server/store/as-owner.ts": ["server/cli", "tests"],
};

/** The sandbox plays the service: it shares the database connection with the desk, but none of its rules. */
export const SANDBOX_USES = /^(lib\/|server\/(sandbox\/|config|log|store\/(database|migrate)))/;
