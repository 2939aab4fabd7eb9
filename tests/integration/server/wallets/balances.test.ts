import { sql } from "kysely";
import { expect, test } from "vitest";
import { walletListSchema, walletSchema } from "#lib/contracts/wallet.ts";
import { movementEffect } from "#lib/movements/movements.ts";
import { ServiceError } from "#server/errors.ts";
import { createService } from "#server/momo/client.ts";
import { keepBalance } from "#server/wallets/keep-balance.ts";
import { listWallets } from "#server/wallets/list-wallets.ts";
import { lastDays, readWalletDays } from "#server/wallets/movement-days.ts";
import { readWallet } from "#server/wallets/read-wallet.ts";
import { requestMovementSync } from "#server/wallets/request-movement-sync.ts";
import { readSpacing } from "#server/wallets/run-movement-sync.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { readFigures } from "#server/worker/read-figures.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { startScriptedService } from "#tests/support/service/scripted-service.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireWallet } from "#tests/support/wallet/wallet-service.ts";

const { database } = await createTestDatabase();
const viewer = await addMember(database, "viewer");
const maker = await addMember(database, "maker");

function desk(environment: Record<string, string> = {}) {
	const { service, clock, system } = ownWallet(database, [], { WALLET_CURRENCIES: "XOF", ...environment });
	const looks = () =>
		database
			.selectFrom("balance_reading")
			.selectAll()
			.where("environment", "=", system.config.environment)
			.orderBy("id")
			.execute();
	return { service, clock, system, context: contextFor(system, viewer), looks };
}

const away = () => Promise.reject(new ServiceError("unknown", "headers_timeout"));
const XOF = { currency: "XOF" };

test("a balance is the service's own words with the time of our look", async () => {
	const { context } = desk();
	const wallet = walletSchema.parse(await readWallet(context, XOF));
	expect(wallet).toEqual({
		walletReference: "WF-1",
		balance: "500000.00",
		currency: "XOF",
		updatedAt: "2026-03-10T08:00:00.000Z",
		fetchedAt: "2026-03-10T09:00:00.000Z",
		stale: false,
	});
});

test("the last look is answered, marked stale, while the service is away", async () => {
	const { service, clock, context } = desk();
	await readWallet(context, XOF);
	service.balance = away;
	clock.advance(3_600_000);
	const expected = { balance: "500000.00", fetchedAt: "2026-03-10T09:00:00.000Z", stale: true };
	expect(await readWallet(context, XOF)).toMatchObject(expected);
	expect((await listWallets(context)).items).toEqual([
		{ currency: "XOF", wallet: expect.objectContaining(expected), fault: "service_unreachable" },
	]);
});

test("without any look, a service that is away is an error, and a line without a wallet in the list; the worker's look survives a service that is away", async () => {
	const { service, context, system, looks } = desk();
	service.balance = away;
	await expect(readWallet(context, XOF)).rejects.toMatchObject({ code: "service_unreachable" });
	expect((await listWallets(context)).items).toEqual([{ currency: "XOF", wallet: null, fault: "service_unreachable" }]);
	await keepBalance(system, XOF);
	await keepBalance(system, { currency: "EUR" });
	expect(await looks()).toEqual([]);
});

test.each([
	[
		"refused keys",
		new ServiceError("refused", "status:401", { status: 401, words: "no" }),
		"service_refused_keys",
		"no",
	],
	["a refusal", new ServiceError("refused", "status:429", { status: 429, words: "no" }), "service_refused", "no"],
	["a server error", new ServiceError("unknown", "status:503", { status: 503 }), "service_unreachable", undefined],
])(
	"%s is told apart, and only the service's own words are handed on as its words",
	async (_what, error, code, detail) => {
		const { service, context } = desk();
		service.balance = () => Promise.reject(error);
		await expect(readWallet(context, XOF)).rejects.toMatchObject({ code, detail });
	},
);

test.each(["1e5", "NaN", "1000.000", "1000", "1,000.00", "+5.00", "", 1000, null])(
	"the balance %j is withheld, and no older one stands in for it",
	async (balance) => {
		const scripted = await startScriptedService();
		const { context, looks } = desk({ MOMO_BASE_URL: scripted.baseUrl.href });
		const service = createService(context.config, context.log);
		try {
			await readWallet(context, XOF);
			scripted.answer((_request, respond) => respond.json(200, { ...wireWallet(), balance }));
			const asking = { ...context, service };
			context.clock.now = () => new Date("2026-03-10T09:30:00Z");
			await expect(readWallet(asking, XOF)).rejects.toMatchObject({ code: "service_unreadable" });
			context.clock.now = () => new Date("2026-03-10T10:00:00Z");
			expect((await listWallets(asking)).items).toEqual([
				{ currency: "XOF", wallet: null, fault: "service_unreadable" },
			]);
			expect(await looks()).toHaveLength(1);
		} finally {
			await service.close();
			await scripted.close();
		}
	},
);

test("a balance in another currency is withheld; a wallet that the service does not know, or the desk does not, is unknown", async () => {
	const { service, context, looks } = desk();
	service.balance = () => Promise.reject(new ServiceError("unknown", "other_currency", { contradiction: true }));
	await expect(readWallet(context, XOF)).rejects.toMatchObject({ code: "service_unreadable" });
	expect(await looks()).toHaveLength(0);
	service.balance = async () => null;
	await expect(readWallet(context, XOF)).rejects.toMatchObject({ code: "wallet_unknown" });
	service.balanceCalls.length = 0;
	await expect(readWallet(context, { currency: "EUR" })).rejects.toMatchObject({ code: "wallet_unknown" });
	await expect(requestMovementSync(contextFor(context, maker), { currency: "EUR" })).rejects.toMatchObject({
		code: "wallet_unknown",
	});
	expect(service.balanceCalls).toEqual([]);
});

test("equal looks close together stay one row that tells when the first and the last of them was", async () => {
	const { service, clock, system, looks } = desk();
	for (let minute = 0; minute < 5; minute += 1) {
		await keepBalance(system, XOF);
		clock.advance(60_000);
	}
	service.balance = async () => wireWallet({ balance: "400.00" });
	await keepBalance(system, XOF);
	clock.advance(600_000);
	await keepBalance(system, XOF);
	const at = (time: string) => new Date(`2026-03-10T${time}Z`);
	expect(await looks()).toMatchObject([
		{ balance: "500000.00", first_fetched_at: at("09:00:00"), fetched_at: at("09:04:00") },
		{ balance: "400.00", first_fetched_at: at("09:05:00"), fetched_at: at("09:05:00") },
		{ balance: "400.00", first_fetched_at: at("09:15:00"), fetched_at: at("09:15:00") },
	]);
});

test("a look by a clock that was a day ahead is not the newest once another was stored, and the list is not called still by it", async () => {
	const { service, clock, system, context } = desk();
	const mayRest = async () => (await readSpacing(system, "XOF", {})).mayRest;
	await keepBalance(system, XOF);
	clock.advance(1_000);
	await syncMovements(system, { ...XOF, asked: false });
	clock.advance(86_400_000);
	await keepBalance(system, XOF);
	expect(await mayRest()).toBe(true);
	clock.advance(-86_400_000 + 60_000);
	service.balance = async () => wireWallet({ balance: "900000.00", updated_at: "2026-03-10T09:00:30Z" });
	await keepBalance(system, XOF);
	expect(await mayRest()).toBe(false);
	service.balance = away;
	clock.advance(60_000);
	expect(await readWallet(context, XOF)).toMatchObject({ balance: "900000.00", stale: true });
});

test("after a clock was two hours ahead, the age counts from the last look, equal or not, and the day's curve ends with it", async () => {
	const { service, clock, system } = desk();
	for (const minutes of [120, -119, 1]) {
		clock.advance(minutes * 60_000);
		if (minutes === 1) service.balance = async () => wireWallet({ balance: "900000.00" });
		await keepBalance(system, XOF);
		const age = (Date.now() - clock.now().getTime()) / 1_000;
		expect((await readFigures(system)).wallets[0]?.balanceSeconds).toBeCloseTo(age, -2);
	}
	const { trend } = await readWalletDays(system, "XOF", lastDays(system), () => movementEffect);
	expect(trend.at(-1)).toMatchObject({ balance: "900000.00" });
});

test("of two looks that are kept at the same time, the later one stays", async () => {
	const { clock, system, looks } = desk();
	await keepBalance(system, XOF);
	const lookAt = (seconds: number) => {
		const at = new Date(clock.now().getTime() + seconds * 1_000);
		return keepBalance({ ...system, clock: { now: () => at } }, XOF);
	};
	const both = await database.transaction().execute(async (trx) => {
		const { environment } = system.config;
		await trx.selectFrom("balance_reading").selectAll().where("environment", "=", environment).forUpdate().execute();
		const later = lookAt(2);
		await untilWaiting(database, 1);
		const earlier = lookAt(1);
		await untilWaiting(database, 2);
		return { looks: [later, earlier] };
	});
	await Promise.all(both.looks);
	expect(await looks()).toMatchObject([{ fetched_at: new Date("2026-03-10T09:00:02Z") }]);
});

test("a page is answered from the last look when the service is slow; the late balance is kept for the next page", async () => {
	const { service, clock, context } = desk({ WALLET_CURRENCIES: "XOF,XAF" });
	await readWallet(context, XOF);
	clock.advance(60_000);
	const { promise: gate, resolve: open } = Promise.withResolvers<void>();
	service.balance = async (currency) => {
		await gate;
		return wireWallet({ currency_code: currency, balance: "7.00" });
	};
	const page = walletListSchema.parse(await listWallets(context));
	expect(page.items).toMatchObject([
		{ currency: "XOF", wallet: { balance: "500000.00", stale: true }, fault: null },
		{ currency: "XAF", wallet: null, fault: "service_unreachable" },
	]);
	open();
	const balances = () => database.selectFrom("balance_reading").select("id").where("balance", "=", "7.00").execute();
	await expect.poll(async () => (await balances()).length).toBe(2);
	service.balanceCalls.length = 0;
	expect((await listWallets(context)).items).toMatchObject([
		{ wallet: { balance: "7.00", stale: false } },
		{ wallet: { balance: "7.00", stale: false } },
	]);
	expect(service.balanceCalls).toEqual([]);
});

test("many people asking for a fresh mirror make one waiting job; a viewer may ask for a fresh mirror: managers look at movements", async () => {
	const { context } = desk();
	const ask = () => requestMovementSync(contextFor(context, maker), XOF);
	await Promise.all([ask(), ask(), ask()]);
	const { rows } = await sql`select key from graphile_worker.jobs where task_identifier = 'sync_movements'`.execute(
		database,
	);
	expect(rows).toEqual([{ key: "sync_movements:XOF" }]);
	await expect(requestMovementSync(context, XOF)).resolves.toMatchObject({ requestedAt: expect.any(String) });
});
