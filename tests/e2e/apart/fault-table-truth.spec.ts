import { expect, KINDS, test } from "#tests/e2e/apart/fault-fixtures.ts";
import { TransactionPage } from "#tests/pages/transaction-page.ts";

const REVIEW = { payout: "Needs review. Do not pay again.", deposit: "Needs review." } as const;

for (const kind of KINDS) {
	test.describe(kind, () => {
		test("a reference that another payment has already is not taken for ours: it needs a review, sent once", async ({
			table,
		}) => {
			const earlier = await table.known(kind);
			const trial = await table.send(kind, { fault: "same-reference" });
			expect((await table.until(trial, "needs_review")).reference).toBeNull();
			const words = "The service returned a reference that another payment already has.";
			await table.sees(trial, "Needs review", REVIEW[kind], words);
			await table.sees(earlier, "Paid");
			await table.sentOnce([earlier, trial]);
		});

		test("somebody else's answer needs a review, and says what differs; sent once", async ({ table }) => {
			const earlier = await table.known(kind);
			const trial = await table.send(kind, { fault: "foreign-answer" });
			expect((await table.until(trial, "needs_review")).reference).toBeNull();
			const payment = await table.sees(trial, "Needs review", REVIEW[kind]);
			await payment.timelineHas("the reference of another payment");
			await table.sees(earlier, "Paid");
			await table.sentOnce([earlier, trial]);
		});

		test("status says success and detail pending: the least final wins, and both words are shown; sent once", async ({
			page,
			desk,
			table,
		}) => {
			const trial = await table.known(kind, "pending");
			const fault = { fault: "disagree", params: { status: "success" }, match: trial.reference };
			await desk.sandbox.addFault({ endpoint: "status", ...fault });
			const disagreements = async () => {
				const { history } = await table.checkUntil(trial, "pending");
				return history.filter(({ event }) => event === "statuses_disagree").map(({ details }) => details);
			};
			await expect.poll(disagreements).toEqual([{ statuses: ["success", "pending"] }]);
			const payment = await table.sees(trial, kind === "payout" ? "With the operator" : "Not completed yet");
			await payment.timelineHas(/Two answers from the service disagree.*success \/ pending/);
			await expect(payment.main.getByText("Paid", { exact: true })).toHaveCount(0);

			const transaction = await new TransactionPage(page).open(trial.reference);
			await expect(transaction.contradiction("Status")).toHaveText(["Status", "pending", "pending", "success"]);
			await expect(transaction.main).toContainText("Cauri uses the status that is least final");
			await table.sentOnce(trial);
		});
	});
}

test("payout and deposit: a success that the service later calls pending or failed needs a review, and both words are shown; sent once", async ({
	desk,
	table,
}) => {
	const all = KINDS.flatMap((kind) => ["pending", "failed"].map((word) => ({ kind, word })));
	const taken = await Promise.all(all.map(async (each) => ({ ...each, trial: await table.known(each.kind) })));
	for (const { word, trial } of taken)
		for (const endpoint of ["detail", "history", "status"])
			await desk.sandbox.addFault({
				endpoint,
				fault: "taken-back",
				params: { status: word },
				match: trial.reference,
			});
	for (const { kind, word, trial } of taken) {
		await table.checkUntil(trial, "needs_review");
		const payment = await table.sees(trial, "Needs review", REVIEW[kind], "The service changed its final status.");
		await payment.timelineHas(
			"Confirmed as paid by the service",
			new RegExp(`changed its final status.*service status: ${word}`),
		);
		await table.sentOnce(trial);
	}
});

test("payout and deposit: a GET with another amount, currency or type on an open payment needs a review; sent once", async ({
	desk,
	table,
}) => {
	const faults = ["other-amount", "other-currency", "other-type"];
	const all = KINDS.flatMap((kind) => faults.map((fault) => ({ kind, fault })));
	const open = await Promise.all(
		all.map(async (each) => ({ ...each, trial: await table.known(each.kind, "pending") })),
	);
	for (const { fault, trial } of open)
		for (const endpoint of ["status", "detail"])
			await desk.sandbox.addFault({ endpoint, fault, match: trial.reference });
	for (const { trial } of open) await table.checkUntil(trial, "needs_review");
	for (const { kind, trial } of open.filter(({ fault }) => fault === "other-type")) {
		const payment = await table.sees(trial, "Needs review", REVIEW[kind]);
		await payment.timelineHas(/The service reports details that differ from the request.*differs: type/);
	}
	await table.sentOnce(open.map(({ trial }) => trial));
});
