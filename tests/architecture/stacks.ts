/**
 * Halls with rooms, each hall's from above to below: a room uses those below it and the ground, which is what stands in the hall
 * itself. The ground uses no room. Where what stands in the hall itself is its top instead, it is named `TOP`.
 */
export const TOP = ".";

export const STACKS: Readonly<Record<string, readonly string[]>> = {
	components: [
		...["access", "members", "account", "audit", "imports", "overview", "reconciliation", "settings"],
		...[
			"change-requests",
			"shell",
			"second-factor",
			"notices",
			"movements",
			"transactions",
			"wallets",
			"payments",
			"ui",
		],
	],
	"components/movements": [TOP, "filters"],
	"server/second-factor": ["enrol", "sign-in", "step-up"],
	"components/payments": ["list", "page", "payer", "settle", "approvals", "form", "preview"],
	"components/settings": ["configuration", "service", "operators", "rules", "sign-in"],
	"components/ui": ["dialog", "page", "fields", "table"],
	"server/payments": ["settle", "send", "watch", "approve", "request", "read", "rules", "stop"],
};

/** Rooms without a height: they and their hall use each other. */
export const UNORDERED: readonly string[] = [
	...["server/access/guard", "server/access/password", "server/access/session", "server/http/answers"],
	...["components/shell/navigation", "components/shell/search"],
	...["lib/contracts", "lib/i18n", "lib/queries"],
	...["server/cli/demo-data", "server/cli/launcher", "server/cli/member"],
	...["server/momo/relay", "server/reconciliation/proof"],
	...["server/sandbox/api", "server/sandbox/control", "server/sandbox/engine", "server/sandbox/faults"],
	...["server/sandbox/handset", "server/sandbox/ledger", "server/sandbox/migrations", "server/sandbox/pages"],
	...["server/sandbox/pages/assets", "server/sandbox/payer", "server/sandbox/seed", "server/sandbox/transactions"],
	...["server/store/migrations", "server/wallets/sync"],
];

/** What is below these is an address: its folders are named by what stands in the browser's. */
export const ADDRESSES: readonly string[] = [
	...["app/(desk)", "app/(public)", "app/api"],
	...["app/healthz", "app/metrics", "app/readyz"],
];
