/**
 * Fixtures of the fault table's tests: people who sign in once per worker, and payments made without a browser. Each payment
 * has its own number and a fault bound to it, so that no test meets another's.
 */
import type { Page } from "playwright/test";
import type { Payment } from "#lib/contracts/payment.ts";
import type { PaymentKind, PaymentState } from "#lib/payment-state.ts";
import { test as base, carryCookie, cookieOf, expect, handOf, makeMember } from "#tests/e2e/fixtures.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { anAmount } from "#tests/support/browser/amounts.ts";
import type { DeskHand } from "#tests/support/browser/desk-hand.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";
import { type FaultOrder, type SandboxClient, sandboxClient } from "#tests/support/service/sandbox-client.ts";

export { expect };

export const KINDS = ["payout", "deposit"] as const;

/** The payment page's sentence when nobody knows whether money moved. */
export const DOUBT = {
	payout: "Outcome still unknown. Do not pay again.",
	deposit: "We do not know yet whether the payer was asked.",
} as const;

/** Returns the first and the last, whose pages are opened; the others are checked by their records. */
export function ends<T>(all: readonly T[]): T[] {
	return [...all.slice(0, 1), ...all.slice(1).slice(-1)];
}

/** The state that an undisturbed payment comes to: payouts succeed at once, a deposit waits for its payer. */
export const NORMAL = { payout: "succeeded", deposit: "pending" } as const;
export const NORMAL_WORDS = { payout: "Paid", deposit: "Not completed yet" } as const;

export interface Trial {
	kind: PaymentKind;
	id: string;
	number: string;
	amount: string;
}

export type Fault = Omit<FaultOrder, "endpoint" | "match">;

export interface Crew {
	maker: DeskHand;
	approver: DeskHand;
	admin: DeskHand;
	/** Screen sessions of the same people, because a proof by API gives the hand's session a new id. */
	atScreen: Record<"maker" | "approver" | "admin", string>;
}

interface FaultTable {
	/** See `startTrial`. */
	send(kind: PaymentKind, fault?: Fault, ending?: string): Promise<Trial>;
	/** Sends one payment per fault, all at once; resolves when each is in one of the states. */
	sendAll(kind: PaymentKind, faults: readonly Fault[], ...states: PaymentState[]): Promise<Trial[]>;
	/** The same for payouts and deposits, at the same time. */
	sendBoth(
		faults: readonly Fault[],
		state: PaymentState | Record<PaymentKind, PaymentState>,
	): Promise<{ kind: PaymentKind; trials: Trial[] }[]>;
	/** A payment that the service knows: succeeded, or waiting for its payer or (a payout) at the operator. */
	known(kind: PaymentKind, state?: "pending"): Promise<Trial & { reference: string }>;
	/** Presses "Check now" until the payment is in this state. */
	checkUntil(trial: Trial, state: PaymentState): Promise<Payment>;
	read(trial: Trial): Promise<Payment>;
	until(trial: Trial, ...states: PaymentState[]): Promise<Payment>;
	/** Opens the payment's page and expects these texts. */
	sees(trial: Trial, state: string, ...words: (string | RegExp)[]): Promise<PaymentPage>;
	/** Expects exactly one POST at the service so far. */
	sentOnce(trial: Trial | readonly Trial[]): Promise<void>;
	/** Another browser, signed in. */
	pageOfCrew(who: keyof Crew["atScreen"], locale?: "fr"): Promise<Page>;
}

export const test = base.extend<{ table: FaultTable }, { crew: Crew }>({
	apart: ["faults", { scope: "worker" }],
	// Several lanes, so that a hanging payout does not delay the next test; two payouts hang for a minute and a half.
	environment: [{ PAYOUT_LANES: "8" }, { scope: "worker" }],
	crew: [
		async ({ stack }, use) => {
			const [maker, approver, admin] = [
				await makeMember(stack, "maker"),
				await makeMember(stack, "approver"),
				await makeMember(stack, "admin"),
			];
			const atScreen = {
				maker: await cookieOf(stack, maker),
				approver: await cookieOf(stack, approver),
				admin: await cookieOf(stack, admin),
			};
			const [hand, second, third] = [
				await handOf(stack, maker),
				await handOf(stack, approver),
				await handOf(stack, admin),
			];
			await use({ maker: hand, approver: second, admin: third, atScreen });
			expect(await sentTwice(stack.sandboxOrigin), "numbers that got a second POST").toEqual([]);
		},
		{ scope: "worker" },
	],
	page: async ({ page, stack, crew }, use) => {
		await carryCookie(page.context(), stack.origin, crew.atScreen.approver);
		await use(page);
	},
	table: async ({ page, desk, crew }, use) => {
		const table: FaultTable = {
			send: (kind, fault, ending) => startTrial(crew, desk.sandbox, kind, fault, ending),
			async sendAll(kind, faults, ...states) {
				const sent = await Promise.all(faults.map((fault) => table.send(kind, fault)));
				await Promise.all(sent.map((trial) => table.until(trial, ...states)));
				return sent;
			},
			sendBoth: (faults, state) =>
				Promise.all(
					KINDS.map(async (kind) => {
						const trials = await table.sendAll(kind, faults, typeof state === "string" ? state : state[kind]);
						return { kind, trials };
					}),
				),
			async known(kind, state) {
				const trial = await table.send(kind, undefined, state === "pending" ? "129" : "789");
				const { reference } = await table.until(trial, state ?? "succeeded");
				return { ...trial, reference: reference ?? "" };
			},
			async checkUntil(trial, state) {
				const check = async () => {
					const { kind, id } = trial;
					await crew.approver.send("POST", `/api/${kind}s/${id}/check`);
					return (await crew.approver.read(trial)).state;
				};
				await expect.poll(check).toBe(state);
				return crew.approver.read(trial);
			},
			read: (trial) => crew.approver.read(trial),
			until: (trial, ...states) => crew.approver.until(trial, ...states),
			async sees(trial, state, ...words) {
				await page.goto(`/${trial.kind}s/${trial.id}`);
				const payment = new PaymentPage(page, trial.kind);
				await payment.shows(state);
				for (const each of words) await payment.says(each);
				return payment;
			},
			async sentOnce(sent) {
				for (const { number } of [sent].flat()) expect(await desk.sandbox.postsTo(number)).toHaveLength(1);
			},
			async pageOfCrew(who, locale) {
				const theirs = await desk.newPage();
				await carryCookie(theirs.context(), desk.origin, crew.atScreen[who]);
				if (locale) await theirs.context().addCookies([{ name: "cauri_locale", value: locale, url: desk.origin }]);
				return theirs;
			},
		};
		await use(table);
	},
});

/** A payout (approved) or deposit under this fault of its POST; with an ending, one of the sandbox's magic numbers. */
export async function startTrial(
	{ maker, approver }: Crew,
	sandbox: Pick<SandboxClient, "addFault">,
	kind: PaymentKind,
	fault?: Fault,
	ending?: string,
): Promise<Trial> {
	const [number, amount] = [newPhoneNumber("05", ending), anAmount()];
	const endpoint = kind === "payout" ? "payout" : "payin";
	if (fault) await sandbox.addFault({ ...fault, endpoint, match: number.slice(1) });
	const { id } =
		kind === "deposit"
			? await maker.startDeposit({ phoneNumber: number, amount })
			: await approver.approve(await maker.requestPayout({ destination: number, amount }));
	return { kind, id, number, amount };
}

/** The numbers that got a second POST at any time in the stack's life. */
async function sentTwice(sandboxOrigin: string): Promise<string[]> {
	const posts = await sandboxClient(sandboxOrigin).requests({ method: "POST" });
	const numbers = posts.map(({ body }) => /"(?:destination|phone_number)":"\+?(\d+)"/.exec(body)?.[1] ?? "?");
	return numbers.filter((number, index) => numbers.indexOf(number) !== index);
}
