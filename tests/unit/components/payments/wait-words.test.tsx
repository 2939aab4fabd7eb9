import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { doneText } from "#components/payments/form/payout-form.tsx";
import { PayoutReview } from "#components/payments/form/payout-review.tsx";
import { StateNotice } from "#components/payments/page/state-notice.tsx";
import type { OperatorChoice } from "#components/payments/payment-draft.ts";
import { NumberMarks, SimilarPayoutsNote } from "#components/payments/payout-warnings.tsx";
import { WaitText } from "#components/payments/wait-text.tsx";
import DeskNotices from "#components/shell/desk-notices.tsx";
import type { DeskStatus } from "#lib/contracts/desk-status.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { textOf } from "#tests/support/rendered.tsx";

const at = "2026-03-09T09:12:00.000Z";

function waits(
	facts: Partial<NonNullable<Payment["waits"]>> & { kind: NonNullable<Payment["waits"]>["kind"] },
): string {
	const wait = { since: at, fault: null, missing: null, until: null, ...facts };
	return textOf(<WaitText payment={{ waits: wait, currency: "XOF" }} />);
}

function notices(wait: Partial<DeskStatus["walletWaits"][number]>): string {
	const unread = { currency: "XOF", state: "unread" as const, since: at, fault: null, readingSince: null, ...wait };
	const calm = { sendingStoppedAt: null, sendingStoppedBy: null, databaseMismatch: null, worker: { alive: true } };
	return textOf(<DeskNotices status={{ ...calm, walletWaits: [unread] } as unknown as DeskStatus} />);
}

test("a payout that waits says for what: the money that is missing, the day that it may leave, the wallet that is gone", () => {
	expect(waits({ kind: "balance_low", missing: "95000.00" })).toContain("needs 95 000 XOF more to send all waiting");
	expect(waits({ kind: "limit_reached", until: "2026-03-10T00:00:00.000Z" })).toMatch(/limit is reached.* 10 Mar/);
	expect(waits({ kind: "wallet_not_configured" })).toContain("the XOF wallet is no longer configured");
});

test.each([
	["balance_unread", "automatically as soon as it can be. Expiry: ", "automatiquement dès que possible. Expiration : "],
	["batch_paused", "only after its batch is resumed. Expiry: ", "qu’après la reprise de son lot. Expiration : "],
	["number_blocked", "only after the number is unblocked. Expiry: ", "qu’une fois le numéro débloqué. Expiration : "],
	["wallet_not_configured", "cannot be sent while its wallet is not", "tant que son portefeuille n’est pas configuré"],
] as const)("the page of a payout that waits (%s) says whether somebody must act first", (kind, en, fr) => {
	const wait = { kind, since: at, fault: null, missing: null, until: null };
	const payout = { kind: "payout", state: "approved", currency: "XOF", history: [], waits: wait, expiresAt: at };
	const page = (
		<QueryClientProvider client={new QueryClient()}>
			<StateNotice payment={payout as unknown as Payment} />
		</QueryClientProvider>
	);
	expect(textOf(page)).toContain(en);
	expect(textOf(page, "fr")).toContain(fr);
	expect(textOf(page).includes("automatically")).toBe(kind === "balance_unread");
});

test("a review whose preview could not be read promises no approver; a payout that nobody approves is sent, not requested", () => {
	const operator = { name: "Wave", currency: "XOF" } as OperatorChoice;
	const draftText = { amount: "500 XOF", number: "+225 07", e164: "+22507", operator, decimal: "500.00" };
	const review = (preview?: object) =>
		textOf(<PayoutReview {...({ draftText, note: "", preview } as ComponentProps<typeof PayoutReview>)} />);
	expect(review({ approvers: 1, duplicates: [], unmatched: [] })).toMatch(/Request approval.*After one approval/);
	const alone = review({ approvers: 0, duplicates: [], unmatched: [] });
	expect(alone).toContain("Send nowSend and start another");
	expect(alone).not.toContain("Request");
	expect([doneText("awaiting_approval"), doneText("approved")]).toEqual(["requestedOne", "sendingOne"]);
	expect(review()).not.toMatch(/Send|Request|one approval/);
});

test("whoever waits for a wallet reads since when, that it is read now, and why not", () => {
	expect(notices({})).toMatch(/XOF wallet has been read \(.*9 Mar.*09:12\)/);
	expect(notices({ readingSince: "2026-03-09T09:15:00.000Z" })).toMatch(/A reading is in progress \(.*09:15\)/);
	expect(notices({ fault: "service_unreachable" })).toContain("It cannot be read at the moment");
	expect(notices({ state: "held" })).toContain("some waiting ones may already have left");
});

test("an approver reads which earlier payout may pay the same invoice, how much it was, and why", () => {
	const earlier = { id: "one", amount: "45001.00", currency: "XOF", destination: "+2250701020304", name: "Yao Koffi" };
	const note = textOf(
		<SimilarPayoutsNote alike={[{ ...earlier, why: "purpose", state: "unknown", createdAt: at } as never]} />,
	);
	expect(note).toMatch(/may be for the same invoice.*45 001 XOF · Yao Koffi .*same purpose.*Outcome unknown/);
});

test("an approver reads which limit a payout exceeds, and that it cannot be approved", () => {
	const overLimit = { currency: "XOF", limit: "50000.00", used: "45000.00", left: "5000.00" };
	const said = (kind: "payment" | "person_day") => textOf(<NumberMarks overLimit={{ ...overLimit, kind }} />, "fr");
	expect(said("payment")).toBe("Dépasse le plafond de 50 000 XOF par décaissement : approbation impossible");
	expect(said("person_day")).toContain("par personne et par jour");
});
