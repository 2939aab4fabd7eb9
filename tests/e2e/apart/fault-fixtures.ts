/**
 * The beginning of the fault table's tests: people who are signed in once a worker, payments made without a browser,
 * each to a number of its own and under the fault that is bound to it, so that no test meets another's.
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

/** The payment page's sentence about the money when nobody knows. */
export const DOUBT = {
	payout: "We do not know yet. Do not pay again.",
	deposit: "We do not know yet whether the payer was asked.",
} as const;

/** The first and the last of several that came to the same: whose pages are looked at. The others are held by their records. */
export function ends<T>(all: readonly T[]): T[] {
	return [...all.slice(0, 1), ...all.slice(1).slice(-1)];
}

/** The state that an undisturbed payment comes to: payouts succeed at once, a deposit waits for its payer. */
export const NORMAL = { payout: "succeeded", deposit: "pending" } as const;
export const NORMAL_WORDS = { payout: "Paid", deposit: "Waiting for the payer" } as const;

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
	/** Sessions of the same people at a screen: a proof by hand gives the hand's session a new id. */
	atScreen: Record<"maker" | "approver" | "admin", string>;
}

interface FaultTable {
	/** See `startTrial`. */
	send(kind: PaymentKind, fault?: Fault, ending?: string): Promise<Trial>;
	/** One for each fault, all at once; resolves when each has come to one of the states. */
	sendAll(kind: PaymentKind, faults: readonly Fault[], ...states: PaymentState[]): Promise<Trial[]>;
	/** One that the service knows: it has succeeded, or it waits for its payer or (a payout) hangs at the operator. */
	known(kind: PaymentKind, state?: "pending"): Promise<Trial & { reference: string }>;
	/** "Check now", until it is there. */
	checkUntil(trial: Trial, state: PaymentState): Promise<Payment>;
	/** As the desk has it now, and its reference. */
	read(trial: Trial): Promise<Payment>;
	until(trial: Trial, ...states: PaymentState[]): Promise<Payment>;
	/** Its page, on which these words stand. */
	sees(trial: Trial, state: string, ...words: (string | RegExp)[]): Promise<PaymentPage>;
	/** The service was asked by one POST, and by no other until now. */
	sentOnce(trial: Trial | readonly Trial[]): Promise<void>;
	/** Another browser, signed in. */
	pageOfCrew(who: keyof Crew["atScreen"], locale?: "fr"): Promise<Page>;
}

export const test = base.extend<{ table: FaultTable }, { crew: Crew }>({
	apart: ["faults", { scope: "worker" }],
	// A payout that hangs on the wire must not keep the next test waiting: two of the table do so for a minute and a half.
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

/** Over the whole life of the stack, long after each test has looked. */
async function sentTwice(sandboxOrigin: string): Promise<string[]> {
	const posts = await sandboxClient(sandboxOrigin).requests({ method: "POST" });
	const numbers = posts.map(({ body }) => /"(?:destination|phone_number)":"\+?(\d+)"/.exec(body)?.[1] ?? "?");
	return numbers.filter((number, index) => numbers.indexOf(number) !== index);
}
