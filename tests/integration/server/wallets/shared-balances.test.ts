import { expect, test } from "vitest";
import { ServiceError } from "#server/errors.ts";
import { keepBalance } from "#server/wallets/keep-balance.ts";
import { listWallets } from "#server/wallets/list-wallets.ts";
import { readWallet } from "#server/wallets/read-wallet.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { walletService, wireWallet } from "#tests/support/wallet/wallet-service.ts";

const { database } = await createTestDatabase();
const viewer = await addMember(database, "viewer");
const XOF = { currency: "XOF" };

/** Two web programs on one database, each with its own client of the service. */
function twoPrograms() {
	const { service, clock, system } = ownWallet(database, [], { WALLET_CURRENCIES: "XOF" });
	const otherService = walletService();
	const one = contextFor(system, viewer);
	const other = { ...one, service: otherService };
	const calls = () => service.balanceCalls.length + otherService.balanceCalls.length;
	/** The first of the two that asks meets a service that answers only when it is told to. */
	const holdBack = (balance: string) => {
		const { promise, resolve } = Promise.withResolvers<void>();
		for (const each of [service, otherService])
			each.balance = async () => {
				await promise;
				return wireWallet({ balance });
			};
		return resolve;
	};
	return { one, other, service, otherService, clock, system, calls, holdBack };
}

/** Waits until one question about the wallet has reached the service. */
const untilAsked = (calls: () => number) => expect.poll(calls).toBe(1);

test("fifty readers share one question, and all have its answer", async () => {
	const { one, calls, holdBack } = twoPrograms();
	const answer = holdBack("7.00");
	const first = readWallet(one, XOF);
	await untilAsked(calls);
	const readers = Array.from({ length: 49 }, () => readWallet(one, XOF));
	answer();
	for (const wallet of await Promise.all([first, ...readers]))
		expect(wallet).toMatchObject({ balance: "7.00", stale: false });
	expect(calls()).toBe(1);
});

test("an answer that brings nothing new tells its own time, and is shared by whoever asks at that time", async () => {
	const { one, other, clock, calls } = twoPrograms();
	await readWallet(one, XOF);
	clock.advance(30_000);
	expect(await readWallet(one, XOF)).toMatchObject({ fetchedAt: "2026-03-10T09:00:30.000Z", stale: false });
	expect(calls()).toBe(2);
	expect(await readWallet(other, XOF)).toMatchObject({ fetchedAt: "2026-03-10T09:00:30.000Z", stale: false });
	expect((await listWallets(other)).items).toMatchObject([{ wallet: { fetchedAt: "2026-03-10T09:00:30.000Z" } }]);
	expect(calls()).toBe(2);
});

test("a question that failed is nobody's answer: the next reader asks anew, and a doubtful balance is withheld from it", async () => {
	const { one, other, clock, service, calls } = twoPrograms();
	await readWallet(one, XOF);
	clock.advance(30_000);
	service.balance = () => Promise.reject(new ServiceError("unknown", "headers_timeout"));
	expect(await readWallet(one, XOF)).toMatchObject({ stale: true, fetchedAt: "2026-03-10T09:00:00.000Z" });
	expect(await readWallet(other, XOF)).toMatchObject({ stale: false, fetchedAt: "2026-03-10T09:00:30.000Z" });
	expect(calls()).toBe(3);
	clock.advance(30_000);
	service.balance = () => Promise.reject(new ServiceError("unknown", "other_currency", { contradiction: true }));
	await expect(readWallet(one, XOF)).rejects.toMatchObject({ code: "service_unreadable" });
});

test("a look of a clock that runs ahead is not taken for the balance of now", async () => {
	const { one, other, calls } = twoPrograms();
	const ahead = new Date(one.clock.now().getTime() + 3_600_000);
	await readWallet({ ...other, clock: { now: () => ahead } }, XOF);
	await readWallet(one, XOF);
	expect(calls()).toBe(2);
});

test("until when a balance held is what anybody heard of it last, before it changed; a change is kept at once, whoever reads it", async () => {
	const { one, clock, service, system } = twoPrograms();
	const stretches = () =>
		database
			.selectFrom("balance_reading")
			.select(["balance", "first_fetched_at", "fetched_at"])
			.where("environment", "=", system.config.environment)
			.orderBy("id")
			.execute();
	await keepBalance(system, XOF);
	clock.advance(30_000);
	await readWallet(one, XOF);
	clock.advance(10_000);
	service.balance = async () => wireWallet({ balance: "1.00" });
	await readWallet(one, XOF);
	expect(await stretches()).toMatchObject([
		{ balance: "500000.00", fetched_at: new Date("2026-03-10T09:00:30Z") },
		{ balance: "1.00", first_fetched_at: new Date("2026-03-10T09:00:40Z") },
	]);
});

test("one stretch stays one while pages alone hear it", async () => {
	const { one, clock, system } = twoPrograms();
	await keepBalance(system, XOF);
	clock.advance(100_000);
	await readWallet(one, XOF);
	clock.advance(250_000);
	await keepBalance(system, XOF);
	const looks = database.selectFrom("balance_reading").select(["first_fetched_at", "fetched_at"]);
	expect(await looks.where("environment", "=", system.config.environment).execute()).toEqual([
		{ first_fetched_at: new Date("2026-03-10T09:00:00Z"), fetched_at: new Date("2026-03-10T09:05:50Z") },
	]);
});
