/** docs/fault-table.md for the POSTs: each fault of the sandbox at both of them, and the desk's verdict. */
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { PaymentState } from "#lib/payment-state.ts";
import { isSendingStopped } from "#server/continuity/sending-stop.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { openContractDesk } from "#tests/support/desk/contract-desk.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

const desk = await openContractDesk();
const { sandbox, system } = desk;

type Params = Record<string, unknown>;
interface Case {
	fault: string;
	params?: Params;
	/** `accepted`: as without the fault. */
	verdict: PaymentState | "accepted";
	/** True if the service carried out the order all the same. */
	done: boolean;
}

const all = (verdict: Case["verdict"], done: boolean, fault: string, ...params: Params[]): Case[] =>
	(params.length > 0 ? params : [{}]).map((each) => ({ fault, params: each, verdict, done }));
const statuses = (...codes: number[]) => codes.map((status) => ({ status }));

// One of each class: unit tests of response-outcome judge every status and every wrong type.
const CASES: Case[] = [
	...all("accepted", true, "slow", { ms: 200 }),
	...all("accepted", true, "extra-fields"),
	...all("unknown", false, "hang-before-headers", { done: false }),
	...all("unknown", true, "hang-before-headers", { done: true }),
	...all("unknown", true, "hang-in-body"),
	...all("unknown", false, "reset-before"),
	...all("unknown", true, "reset-after"),
	...all("unknown", true, "reset-in-body", { keepBytes: 0 }, { keepBytes: 60 }),
	...all("unknown", false, "error-before", ...statuses(408, 503)),
	...all("unknown", true, "error-after", ...statuses(500)),
	...all("unknown", false, "redirect", ...statuses(302)),
	...all("unknown", false, "down", { as: "503" }, { as: "reset" }),
	...all("unknown", false, "flap", { percent: 100 }),
	...all("unknown", true, "empty-body", ...statuses(200, 204)),
	...all("unknown", true, "html"),
	...all("unknown", true, "wrong-content-type"),
	...all("unknown", true, "cut-json", { keepBytes: 5 }, { keepBytes: 60 }),
	...all("unknown", true, "no-reference"),
	...all("unknown", true, "wrong-money-types", { as: "missing" }),
	...all("refused", false, "error-before", ...statuses(400, 429)),
	...all("refused", false, "refuse-keys", ...statuses(403)),
	...all("needs_review", true, "wrong-money-types", { as: "number" }),
	...all("needs_review", true, "other-amount", { add: "0.01" }, { add: "1.00" }),
	...all("needs_review", true, "other-currency", { currency: "USD" }),
	...all("needs_review", true, "other-type"),
	...all("needs_review", true, "same-reference"),
	...all("needs_review", true, "foreign-answer"),
	...all("pending", true, "unknown-status", { status: "Success" }),
	...all("pending", true, "hostile-text"),
];

const HANGING = new Set(["hang-before-headers", "hang-in-body"]);
/** They borrow the reference or the answer of the transaction before. */
const BORROWING = new Set(["same-reference", "foreign-answer"]);

describe.each([
	{ endpoint: "payout", accepted: "succeeded" },
	{ endpoint: "payin", accepted: "pending" },
] as const)("$endpoint", ({ endpoint, accepted }) => {
	const start = (phone: string) =>
		endpoint === "payout" ? desk.payout("45000", phone) : desk.deposit("mtn-ci", phone);

	test.each(CASES)("$fault $params → $verdict, by one POST that is never repeated", async (row) => {
		const { fault, params = {}, done, verdict } = row;
		if (BORROWING.has(fault)) await desk.sent(await start(newPhoneNumber("05")));
		await desk.advance(1_000);
		const phone = newPhoneNumber("05");
		const payment = await start(phone);
		const held = (await sandbox.transactions()).length;
		await sandbox.addFault({ endpoint, fault, params });
		const after = await desk.sent(payment, HANGING.has(fault) ? desk.hurried.system : system);
		expect(after.state).toBe(verdict === "accepted" ? accepted : verdict);
		if (BORROWING.has(fault)) expect(after.reference).toBeNull();
		expect((await sandbox.transactions()).length - held).toBe(done ? 1 : 0);
		await sandbox.clearFaults();
		await desk.sent(payment);
		expect(await sandbox.postsTo(phone)).toHaveLength(1);
		expect(await sandbox.requests({ path: "elsewhere" })).toEqual([]);
	});

	test.each([401, 403])("keys refused by %i to one payment alone stop nobody else", async (status) => {
		await sandbox.addFault({ endpoint, fault: "refuse-keys", params: { status } });
		const [first, second] = [await start(newPhoneNumber("05")), await start(newPhoneNumber("05"))];
		expect((await desk.sent(first)).state).toBe("refused");
		await sandbox.clearFaults();
		expect(await isSendingStopped(desk.database)).toBe(false);
		expect((await desk.sent(second)).state).toBe(accepted);
	});

	test("keys refused, for a balance too: all sending stops until two admins resume it", async () => {
		await sandbox.addFault({ endpoint, fault: "refuse-keys" });
		await sandbox.addFault({ endpoint: "balance", fault: "refuse-keys" });
		const [first, second] = [await start(newPhoneNumber("05")), await start(newPhoneNumber("05"))];
		await desk.sent(first);
		// One refused balance may be a firewall's page, so the payout retries some seconds later.
		await sql`update payout_wait set since = since - interval '10 seconds', retry_at = now()`.execute(desk.database);
		await desk.sent(first);
		await sandbox.clearFaults();
		expect(await isSendingStopped(desk.database)).toBe(true);
		expect((await desk.sent(second)).state).toBe("approved");
		expect(await sandbox.postsTo(second.destination ?? second.phoneNumber ?? "")).toEqual([]);
		await desk.database.deleteFrom("payout_wait").execute();
	});

	test.each(["reset-in-body", "cut-json"])(
		"%s: the reference in the torn answer is confirmed by asking",
		async (fault) => {
			await sandbox.addFault({ endpoint, fault, params: { keepBytes: 60 } });
			const payment = await desk.sent(await start(newPhoneNumber("05")));
			expect(payment).toMatchObject({ state: "unknown", reference: null });
			const attempt = desk.database.selectFrom("attempt").select("excerpt").where("payment_id", "=", payment.id);
			expect((await attempt.executeTakeFirst())?.excerpt).toContain('"reference"');
			await sandbox.clearFaults();
			await checkPayment(system, { paymentId: payment.id });
			expect(await desk.read(payment)).toMatchObject({
				state: accepted,
				reference: expect.stringMatching(/^(TX|DP)-/),
			});
		},
	);

	test("a word that nobody knows is kept as it came, and the true one later is believed", async () => {
		await sandbox.addFault({ endpoint, fault: "unknown-status", params: { status: "in_limbo" } });
		const payment = await desk.sent(await start(newPhoneNumber("05")));
		expect(payment).toMatchObject({ state: "pending", serviceStatus: "in_limbo" });
		await sandbox.clearFaults();
		await checkPayment(system, { paymentId: payment.id });
		expect((await desk.read(payment)).state).toBe(accepted);
	});
});
