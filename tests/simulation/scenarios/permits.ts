/** The right to send, and the end of a permit whose answer does not come. */

import type { Actor } from "#server/context.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { attachReference } from "#server/payments/resolve/attach-reference.ts";
import { noteApproverKeys } from "#server/payments/rules/approval-signature.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { closeWhatIsOpen, sayAsSeen } from "#tests/simulation/admins.ts";
import { askPayout, insistently, PEOPLE } from "#tests/simulation/people.ts";
import {
	approvedPayout,
	endMachine,
	hours,
	isSent,
	minutes,
	PAYOUT,
	requireThat,
	seconds,
	sendBy,
	sent,
	sleepingDesk,
	startDesk,
	stateOf,
	wake,
	wakeUntil,
} from "#tests/simulation/scenario-steps.ts";
import type { Scenario } from "#tests/simulation/scenarios/scenario.ts";
import { startWorker } from "#tests/simulation/worker.ts";
import type { World } from "#tests/simulation/world.ts";

export const PERMITS: readonly Scenario[] = [
	{
		name: "of workers that have the same job one sends",
		async play(world) {
			const { id } = await sleepingDesk(world);
			const senders = ["sender 1", "sender 2", "sender 3"].map((name) => world.spawn(name));
			await Promise.allSettled(senders.map((sender) => sendBy(world, sender, id)));
		},
	},
	{
		name: "who asked for a payout does not approve it",
		async play(world) {
			await startDesk(world);
			const payment = await insistently(world, askPayout(world, PEOPLE.admin, PAYOUT)(0));
			if (payment === null || payment === "refused") throw new Error("a payout could not be asked for");
			const { id, version } = payment;
			const word = { id, version, decision: "approve" } as const;
			await insistently(world, (web) => decidePayout(world.contextOf(web, PEOPLE.admin), word));
			await minutes(world, 1);
			requireThat(!isSent(world, id), "I12", "approved by its maker");
		},
	},
	{
		name: "an approval in the name of somebody that its passkey did not sign sends nothing",
		async play(world) {
			const noted = new Date(world.scheduler.now - 2 * 24 * 3_600_000);
			const key = { passkey_id: "key", member_id: PEOPLE.first.id, public_key: Buffer.from("key"), seen_at: noted };
			await world.scheduler.step(null, "a key is noted", () =>
				world.database.asOwner(noted, (trx) => trx.insertInto("approver_key").values(key).execute()),
			);
			await startDesk(world);
			const id = await approvedPayout(world, PAYOUT);
			await minutes(world, 1);
			requireThat(!isSent(world, id), "I12", "sent on an approval that its passkey did not sign");
		},
	},
	{
		name: "an approval without the signature of a passkey that was gone for a moment sends nothing",
		async play(world) {
			const noted = new Date(world.scheduler.now - 2 * 24 * 3_600_000);
			const key = { passkey_id: "key", member_id: PEOPLE.first.id, public_key: Buffer.from("key") };
			const asOwner = (title: string, act: Parameters<World["database"]["asOwner"]>[1]) =>
				world.scheduler.step(null, title, () => world.database.asOwner(new Date(world.scheduler.now), act));
			await asOwner("a key was noted", (trx) =>
				trx
					.insertInto("approver_key")
					.values({ ...key, seen_at: noted })
					.execute(),
			);
			const worker = await startDesk(world);
			const note = () => world.as(worker, () => noteApproverKeys(worker.system.database));
			await note();
			const { passkey_id: id, ...held } = key;
			const passkey = { ...held, id, name: "key", counter: 0, transports: "[]", backed_up: false, created_at: noted };
			await asOwner("its passkey is put back", (trx) => trx.insertInto("passkey").values(passkey).execute());
			await note();
			const payout = await approvedPayout(world, PAYOUT);
			await minutes(world, 1);
			requireThat(!isSent(world, payout), "I12", "sent on an approval that its passkey did not sign");
		},
	},
	{
		name: "a payment of a wallet whose lines come late is settled after they could be there",
		async play(world) {
			const worker = await startDesk(world);
			const { books } = world.service;
			const readLines = async () => {
				await syncMovements(worker.system, { currency: "XOF" });
				await reconcileWallet(worker.system, { currency: "XOF" });
			};
			books.listsAfterMs = 2 * 3_600_000;
			await sent(world, await approvedPayout(world, PAYOUT));
			books.listsAfterMs = 0;
			await minutes(world, 100);
			await sent(world, await approvedPayout(world, { number: 3, amount: 1_003 }));
			await world.as(worker, readLines);
			await minutes(world, 40);
			await world.as(worker, readLines);
			books.listsAfterMs = 2 * 3_600_000;
			world.plannedFaults.push("reset_after");
			const id = await approvedPayout(world, { number: 2, amount: 1_002 });
			await minutes(world, 30);
			for (const member of [PEOPLE.first, PEOPLE.second]) await callUnpaid(world, member, id);
			requireThat(stateOf(world, id) === "unknown", "I6", "called unpaid before its line could be there");
		},
	},
	{
		name: "a permit whose answer never comes is unknown",
		async play(world) {
			const worker = await startDesk(world);
			world.plannedFaults.push("hang_after");
			const id = await approvedPayout(world, PAYOUT);
			await world.scheduler.until(() => isSent(world, id));
			await endMachine(world);
			await startDesk(world);
			await minutes(world, 4);
			requireThat(!worker.alive && stateOf(world, id) === "unknown", "I3", "without an answer, and not unknown");
		},
	},
	{
		name: "an answer that comes when people have closed its payment moves nothing",
		async play(world) {
			const worker = await startDesk(world);
			world.plannedFaults.push("no_reference");
			const id = await approvedPayout(world, PAYOUT);
			const atTheAnswer = world.scheduler.suspendAt(worker, ({ label }) => label === "answer of the POST");
			await atTheAnswer;
			startWorker(world, "worker 2", 2);
			await hours(world, 3);
			await closeWhatIsOpen(world);
			const closed = stateOf(world, id);
			wake(worker);
			await minutes(world, 2);
			requireThat(stateOf(world, id) === closed || closed === "pending", "I4", "moved by an answer that came too late");
		},
	},
	{
		name: "a reference that a second payment is answered with stays the first one's",
		async play(world) {
			await startDesk(world);
			await sent(world, await approvedPayout(world, PAYOUT));
			world.plannedFaults.push("used_reference");
			await approvedPayout(world, { number: 2, amount: 1_002 });
			await minutes(world, 4);
		},
	},
	{
		name: "a transaction that was made hours after the deadline is another's",
		async play(world) {
			await startDesk(world);
			world.plannedFaults.push("error_before");
			const id = await approvedPayout(world, PAYOUT);
			await world.scheduler.until(() => stateOf(world, id) === "unknown");
			await hours(world, 5);
			const { reference } = world.service.books.makeForeign("withdrawal", "1001.00");
			await attach(world, id, reference);
			await minutes(world, 2);
			requireThat(stateOf(world, id) === "unknown", "I6", "believed by a transaction of hours later");
		},
	},
	{
		name: "what waited beyond the time of its approval is not sent",
		async play(world) {
			const { id } = await sleepingDesk(world);
			world.scheduler.now += 200 * 3_600_000;
			await sendBy(world, world.spawn("sender 1"), id);
			requireThat(!isSent(world, id), "I12", "sent on approvals that had expired");
		},
	},
	{
		name: "what expires while its wallet is read is not sent",
		async play(world) {
			const { id } = await sleepingDesk(world);
			const sender = world.spawn("sender 1");
			const atTheWallet = world.scheduler.suspendAt(sender, ({ label }) => label.startsWith("GET balance"));
			const sending = sendBy(world, sender, id);
			await atTheWallet;
			world.scheduler.now += 200 * 3_600_000;
			wake(sender);
			await sending;
			requireThat(!isSent(world, id), "I12", "sent on approvals that had expired");
		},
	},
	{
		name: "a limit that is set between the first look and the permit is seen at the permit",
		async play(world) {
			const { id, first: worker } = await sleepingDesk(world);
			let looks = 0;
			const isAtPermit = (label: string, paymentId?: string) => {
				if (paymentId === id && label.startsWith("GET balance")) looks += 1;
				return paymentId === id && looks > 0 && label.startsWith("select pg_advisory_xact_lock(hashtextextended");
			};
			await wakeUntil(world, worker, ({ label, here }) => isAtPermit(label, here?.paymentId));
			const at = new Date(world.scheduler.now);
			const rule = { currency: "XOF", per_destination_day: "500.00", changed_at: at };
			await world.scheduler.step(null, "a limit is set", () =>
				world.database.asOwner(at, (trx) => trx.insertInto("payout_rule").values(rule).execute()),
			);
			wake(worker);
			await seconds(world, 20);
			requireThat(!isSent(world, id), "I12", "sent beyond a limit of the day");
		},
	},
];

function callUnpaid(world: World, member: Actor, id: string): Promise<unknown> {
	const row = world.database.committed("payment").find((each) => each.id === id);
	const verdict = { amount: String(row?.amount), version: Number(row?.version), reason: "no line in the wallet" };
	const said = { ...verdict, kind: "payout", id, outcome: "not_paid" } as const;
	return sayAsSeen(world, member, said);
}

async function attach(world: World, id: string, reference: string): Promise<void> {
	const version = Number(world.database.committed("payment").find((row) => row.id === id)?.version);
	const said = { kind: "payout", id, reference, version } as const;
	await insistently(world, (web) => attachReference(world.contextOf(web, PEOPLE.first), said));
}
