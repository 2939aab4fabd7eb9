/** Every screen of a desk with data, for tests that visit all screens. */
import type { Batch } from "#lib/contracts/batch.ts";
import type { PaymentState } from "#lib/payment-state.ts";
import type { DeskHand } from "#tests/support/browser/desk-hand.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

export interface Screen {
	name: string;
	path: string;
}

const FIXED: readonly Screen[] = [
	{ name: "Home", path: "/" },
	{ name: "Movements", path: "/movements" },
	{ name: "Movements, filtered to nothing", path: "/movements?minAmount=99999999999" },
	{ name: "Transactions", path: "/transactions" },
	{ name: "Transaction not found", path: "/transactions/TX-20260101-NOSUCH" },
	{ name: "Imports", path: "/imports" },
	{ name: "Deposits", path: "/deposits" },
	{ name: "New deposit", path: "/deposits/new" },
	{ name: "Payouts", path: "/payouts" },
	{ name: "New payout", path: "/payouts/new" },
	{ name: "Batches", path: "/batches" },
	{ name: "New batch", path: "/batches/new" },
	{ name: "Recipients", path: "/recipients" },
	{ name: "Blocked numbers", path: "/recipients?view=blocked" },
	{ name: "Import recipients", path: "/recipients/import" },
	{ name: "Approvals", path: "/approvals" },
	{ name: "Why payouts wait", path: "/sending" },
	{ name: "Reconciliation", path: "/reconciliation" },
	{ name: "Statements", path: "/statements" },
	{ name: "Statements of all wallets", path: "/statements?wallet=all" },
	{ name: "Accounting", path: "/settings/accounting" },
	{ name: "Insights", path: "/insights" },
	{ name: "Exports", path: "/exports" },
	{ name: "Audit", path: "/audit" },
	{ name: "Members", path: "/settings/members" },
	{ name: "Sign-in", path: "/settings/sign-in" },
	{ name: "Operators", path: "/settings/operators" },
	{ name: "Payout rules", path: "/settings/payouts" },
	{ name: "What the service did", path: "/settings/service" },
	{ name: "Changes between two admins", path: "/change-requests" },
	{ name: "Your account", path: "/account" },
	{ name: "Configuration", path: "/settings/configuration" },
	{ name: "Nothing here", path: "/nothing-here" },
	{ name: "Invitation that is over", path: `/invitation#${"a".repeat(43)}` },
	{ name: "Link of a former admin that is over", path: `/objection#${"a".repeat(43)}` },
	{ name: "Set-up link that is over", path: `/set-up#${"a".repeat(43)}` },
];

/** Starts a deposit of each flow and payments with each outcome, invites a person, and lists every screen. */
export async function allScreens(maker: DeskHand, approver: DeskHand, admin: DeskHand): Promise<Screen[]> {
	const deposits = await Promise.all(
		["wave-ci", "orange-money-ci", "mtn-ci"].map((operator) => startDeposit(maker, operator)),
	);
	const ended = await Promise.all(ENDINGS.map((ending) => end(maker, approver, ending)));
	const payout = await maker.requestPayout();
	const rows = [row(), { ...row(), destination: "12" }, { ...row(), amount: "12,5", purpose: LONG_PURPOSE }];
	const draft = await maker.post<Batch>("/api/batches", { name: "Salaires de novembre", rows });
	const batch = await maker.post<Batch>("/api/batches", { name: "Fournisseurs du vendredi", rows: [row(), row()] });
	await maker.post(`/api/batches/${batch.id}/decision`, { decision: "request", version: batch.version });
	await maker.post("/api/exports", { address: "/api/payouts/export?format=csv" });
	// The list of members shows the invitation too.
	const { link } = await admin.post<{ link: string }>("/api/invitations", INVITED);
	return [
		...FIXED,
		...ended,
		...ended
			.filter(({ name }) => name === "Payout unknown" || name === "Deposit paid")
			.map(({ name, path }) => ({ name: `${name}: receipt`, path: `${path}/receipt` })),
		...deposits.map(({ id, flow }) => ({ name: `Deposit by ${flow}`, path: `/deposits/${id}` })),
		{ name: "Invitation", path: new URL(link).pathname },
		{ name: "Batch that is a draft", path: `/batches/${draft.id}` },
		{ name: "Batch that waits", path: `/batches/${batch.id}` },
		{ name: "Payout that waits", path: `/payouts/${payout.id}` },
		{ name: "Payout being corrected", path: `/payouts/${payout.id}/correct` },
		{ name: "Transaction", path: `/transactions/${deposits[0]?.reference}` },
	];
}

const LONG_PURPOSE = "Prime de fin d’année et remboursement des frais de déplacement de novembre";

function row() {
	return {
		...{ destination: newPhoneNumber("05"), amount: "125000", currency: "XOF" },
		...{ name: "Adjoua Marie-Thérèse N’Guessan-Kouadio", purpose: "Salaire de novembre" },
	};
}

const INVITED = {
	name: "Marie-Thérèse Ouattara-Kouadio",
	email: "marie-therese.ouattara-kouadio@comptabilite.exemple.ci",
	role: "approver",
	locale: "fr",
};

interface Ending {
	name: string;
	kind: "deposit" | "payout";
	/** Last digits of a magic number. */
	digits: string;
	state: PaymentState;
}

const ENDINGS: readonly Ending[] = [
	{ name: "Deposit paid", kind: "deposit", digits: "789", state: "succeeded" },
	// The desk does not know the service's status, so the deposit stays open.
	{ name: "Deposit that failed", kind: "deposit", digits: "049", state: "pending" },
	{ name: "Payout paid", kind: "payout", digits: "789", state: "succeeded" },
	{ name: "Payout that failed", kind: "payout", digits: "089", state: "pending" },
	{ name: "Payout unknown", kind: "payout", digits: "199", state: "unknown" },
];

async function end(maker: DeskHand, approver: DeskHand, { name, kind, digits, state }: Ending): Promise<Screen> {
	const number = newPhoneNumber("05", digits);
	const payment =
		kind === "deposit"
			? await maker.startDeposit({ phoneNumber: number, amount: "1100" })
			: await approver.approve(await maker.requestPayout({ destination: number, amount: "1200" }));
	const { id } = await maker.until(payment, state);
	return { name, path: `/${kind}s/${id}` };
}

async function startDeposit(maker: DeskHand, operator: string) {
	return maker.until(await maker.startDeposit({ operator }), "pending");
}
