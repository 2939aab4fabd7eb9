import { expect, test } from "vitest";
import { overviewSchema } from "#lib/contracts/overview.ts";
import { readOverview } from "#server/overview/read-overview.ts";
import { readWallet } from "#server/wallets/read-wallet.ts";
import { sumMovements } from "#server/wallets/sum-movements.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { addMember, contextFor, systemContext, testConfig } from "#tests/support/contexts.ts";
import { deposit, openOverview } from "#tests/support/desk/overview-desk.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";
import { walletService, wireMovement, wireWallet } from "#tests/support/wallet/wallet-service.ts";

const { database, viewer, desk } = await openOverview();
const withdrawal = (created_at: string, amount: string, fee_amount = "0.00") =>
	wireMovement({ created_at, amount, fee_amount });

test("today begins at midnight of the business and knows in from out; a type without a sign is in neither, nor in the fees, as in a statement", async () => {
	const { context } = await desk([
		deposit("2026-03-09T22:59:59.999999Z", "1.00", "1.00"),
		deposit("2026-03-09T23:00:00Z", "20.00", "0.50"),
		deposit("2026-03-10T07:00:00Z", "30.00"),
		withdrawal("2026-03-10T08:00:00Z", "7.25", "0.25"),
		wireMovement({
			movement_type: "chargeback",
			amount: "900.00",
			fee_amount: "3.00",
			created_at: "2026-03-10T08:00:00Z",
		}),
	]);
	const overview = overviewSchema.parse(await readOverview(context));
	expect(overview.wallets).toMatchObject([
		{ currency: "XOF", fault: null, today: { in: "50.00", out: "7.25", fees: "0.75" } },
	]);
});

test("two lines of as many digits as the service may send stop no page, although their sum has one more", async () => {
	const { context } = await desk(
		["07", "08"].map((hour) => deposit(`2026-03-10T${hour}:00:00Z`, `${"9".repeat(18)}.00`)),
	);
	expect((await readOverview(context)).wallets[0]?.today.in).toBe("1999999999999999998.00");
	const movements = await sumMovements(context, { currency: "XOF" });
	expect(movements.totals).toMatchObject([{ type: "deposit", amount: "1999999999999999998.00" }]);
});

test("balances of the days before are today's minus what moved since, fees with them", async () => {
	const { context } = await desk([
		deposit("2026-03-07T12:00:00Z", "500.00", "5.00"),
		withdrawal("2026-03-09T12:00:00Z", "100.00", "1.00"),
		deposit("2026-03-10T08:00:00Z", "200.00", "2.00"),
	]);
	const { wallets } = await readOverview(context);
	expect(wallets[0]?.trend).toEqual([
		{ day: "2026-03-07", balance: "903.00", known: "reckoned" },
		{ day: "2026-03-08", balance: "903.00", known: "reckoned" },
		{ day: "2026-03-09", balance: "802.00", known: "reckoned" },
		{ day: "2026-03-10", balance: "1000.00", known: "seen" },
	]);
});

test("each day from the mirror's first on has what went in and out, in the business's own days, also when nothing moved", async () => {
	const { context, service, system } = await desk([
		deposit("2026-03-07T22:59:59Z", "500.00", "5.00"),
		withdrawal("2026-03-07T23:00:00Z", "100.00", "1.00"),
		withdrawal("2026-03-10T08:00:00Z", "7.25"),
	]);
	const flows = [
		{ day: "2026-03-07", in: "500.00", out: "0.00", fees: "5.00" },
		{ day: "2026-03-08", in: "0.00", out: "100.00", fees: "1.00" },
		{ day: "2026-03-09", in: "0.00", out: "0.00", fees: "0.00" },
		{ day: "2026-03-10", in: "0.00", out: "7.25", fees: "0.00" },
	];
	const flowsNow = async () => overviewSchema.parse(await readOverview(context)).wallets[0]?.flows;
	expect(await flowsNow()).toEqual(flows);
	service.lines = [deposit("2025-12-24T12:00:00Z", "3.00"), ...service.lines];
	await syncMovements(system, { currency: "XOF" });
	const month = await flowsNow();
	expect(month).toHaveLength(30);
	expect(month?.[0]).toEqual({ day: "2026-02-09", in: "0.00", out: "0.00", fees: "0.00" });
	expect(month?.slice(-4)).toEqual(flows);
});

test("movements that the mirror learns after the balance was read do not bend the past", async () => {
	const { context, service, system } = await desk([deposit("2026-03-08T12:00:00Z", "500.00")]);
	service.lines = [...service.lines, deposit("2026-03-10T08:59:30Z", "50.00")];
	service.balance = async () => wireWallet({ balance: "1050.00", updated_at: "2026-03-10T08:59:30Z" });
	await syncMovements(system, { currency: "XOF" });
	const { wallets } = await readOverview(context);
	expect(wallets[0]?.trend).toEqual([
		{ day: "2026-03-08", balance: "1000.00", known: "reckoned" },
		{ day: "2026-03-09", balance: "1000.00", known: "reckoned" },
		{ day: "2026-03-10", balance: "1050.00", known: "seen" },
	]);
});

test("no balance is made up for days behind a movement of a type without a sign", async () => {
	const { context } = await desk([
		deposit("2026-03-06T12:00:00Z", "500.00"),
		wireMovement({ movement_type: "chargeback", created_at: "2026-03-08T12:00:00Z" }),
	]);
	const { wallets } = await readOverview(context);
	expect(wallets[0]?.trend.map(({ day }) => day)).toEqual(["2026-03-08", "2026-03-09", "2026-03-10"]);
});

test("without a mirror the trend is made of the days on which the balance was looked at", async () => {
	const { context, clock } = await desk([]);
	clock.advance(2 * 86_400_000);
	const { wallets } = await readOverview(context);
	expect(wallets[0]?.trend).toEqual([
		{ day: "2026-03-10", balance: "1000.00", known: "seen" },
		{ day: "2026-03-12", balance: "1000.00", known: "seen" },
	]);
});

test("the last eight movements over all wallets, newest first", async () => {
	const service = walletService();
	const config = testConfig({ MOMO_BASE_URL: `http://127.0.0.1:9/two-wallets/api/v1/` });
	const system = systemContext({ database, service, config });
	for (const currency of ["XOF", "XAF"]) {
		service.lines = Array.from({ length: 9 }, (_, index) =>
			wireMovement({ currency_code: currency, created_at: `2026-03-0${index + 1}T00:00:00.00000${index % 2}Z` }),
		);
		await syncMovements(system, { currency });
	}
	const { lastMovements } = await readOverview(contextFor(system, viewer));
	const days = ["09", "09", "08", "08", "07", "07", "06", "06"];
	expect(lastMovements?.map(({ createdAt }) => createdAt.slice(8, 10))).toEqual(days);
	expect(new Set(lastMovements?.map(({ currency }) => currency))).toEqual(new Set(["XOF", "XAF"]));
	// These lines are older than the books, so no payment matches them.
	expect(new Set(lastMovements?.map(({ name }) => name))).toEqual(new Set([null]));
});

/** Reads the wallet a minute later, with this balance. */
async function lookAgain({ context, service, clock }: Awaited<ReturnType<typeof desk>>, balance: string) {
	clock.advance(60_000);
	const updated_at = clock.now().toISOString();
	service.balance = async () => wireWallet({ balance, updated_at });
	await readWallet(context, { currency: "XOF" });
}

async function openPayout() {
	const opened = await desk([deposit("2026-03-09T12:00:00Z", "500.00")]);
	const maker = await addMember(database, "maker");
	const sent_at = opened.clock.now();
	const facts = { state: "pending", amount: "100.00", created_at: sent_at, sent_at } as const;
	return { ...opened, sent_at, id: await insertPayment(opened.system, maker, facts) };
}

test("the money of a payout that left the balance while no line shows it is on its way", async () => {
	const opened = await openPayout();
	const { context, service, system, sent_at } = opened;
	const onTheWay = async () => {
		await lookAgain(opened, "900.00");
		await syncMovements(system, { currency: "XOF" });
		return overviewSchema.parse(await readOverview(context)).wallets[0]?.onTheWay;
	};
	expect(await onTheWay()).toBe("100.00");
	service.lines = [...service.lines, withdrawal(sent_at.toISOString(), "100.00")];
	expect(await onTheWay()).toBe("0.00");
});

test("the money of a payout that ended since the last list is not on its way beside the balance that has it again", async () => {
	const opened = await openPayout();
	await lookAgain(opened, "900.00");
	await syncMovements(opened.system, { currency: "XOF" });
	await database.updateTable("payment").set({ state: "failed" }).where("id", "=", opened.id).execute();
	await lookAgain(opened, "1000.00");
	const { wallets } = await readOverview(opened.context);
	expect(wallets).toMatchObject([{ wallet: { balance: "1000.00" }, onTheWay: "0.00" }]);
});
