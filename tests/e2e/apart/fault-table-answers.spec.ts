import type { Payment } from "#lib/contracts/payment.ts";
import {
	DOUBT,
	ends,
	expect,
	type Fault,
	NORMAL,
	NORMAL_WORDS,
	type Trial,
	test,
} from "#tests/e2e/apart/fault-fixtures.ts";
import { startScriptedService } from "#tests/support/service/scripted-service.ts";

const EVIDENCE = "What the wallet shows";

function errorFaults(): Fault[] {
	const after: Fault = { fault: "error-after", params: { status: 500 } };
	return [after, ...[500, 502, 503, 504].map((status): Fault => ({ fault: "error-before", params: { status } }))];
}

interface Told {
	cause?: string | null;
	words?: string | null;
	differing?: string[];
}

/** The recorded reason for each payment's state. */
async function toldBy(trials: readonly Trial[], read: (trial: Trial) => Promise<Payment>) {
	const payments = await Promise.all(trials.map(read));
	return payments.map(({ history, state }) => {
		const details = (history.findLast((event) => event.state === state)?.details ?? {}) as Told;
		return details.words ?? details.cause ?? details.differing?.join(", ");
	});
}

test("payout and deposit: 500 before or after doing it, 502, 503 and 504 leave it unknown, sent once, with the evidence below", async ({
	page,
	table,
}) => {
	for (const { kind, trials } of await table.sendBoth(errorFaults(), "unknown")) {
		expect(await toldBy(trials, table.read)).toEqual([500, 500, 502, 503, 504].map((status) => `status:${status}`));
		for (const trial of ends(trials))
			await table.sees(trial, "Outcome unknown", DOUBT[kind], /^The service answered 50[04]\.$/);
		await expect(page.getByRole("heading", { name: EVIDENCE })).toBeVisible();
		await table.sentOnce(trials);
	}
});

test("payout and deposit: a connection reset before the answer leaves it unknown, whether it was done or not, sent once", async ({
	table,
}) => {
	for (const { kind, trials } of await table.sendBoth(
		[{ fault: "reset-before" }, { fault: "reset-after" }],
		"unknown",
	)) {
		expect(await toldBy(trials, table.read)).toEqual(Array(2).fill("broken_off"));
		for (const trial of trials.slice(1))
			await table.sees(trial, "Outcome unknown", DOUBT[kind], "The connection was cut.", EVIDENCE);
		await table.sentOnce(trials);
	}
});

test("payout and deposit: a reset in the answer or cut JSON is unknown with its reference kept as a hint, which a GET confirms; sent once", async ({
	table,
}) => {
	for (const { kind, trials } of await table.sendBoth([{ fault: "reset-in-body" }, { fault: "cut-json" }], NORMAL)) {
		for (const trial of trials)
			expect((await table.read(trial)).history.map(({ state }) => state)).toContain("unknown");
		for (const trial of trials.slice(1)) {
			const payment = await table.sees(trial, NORMAL_WORDS[kind]);
			await payment.timelineHas(
				"No clear answer from the service",
				kind === "payout" ? "Confirmed as paid by the service" : "The reference in the unclear answer was confirmed",
			);
			expect(await payment.reference()).toBe((await table.read(trial)).reference);
		}
		await table.sentOnce(trials);
	}
});

test("payout and deposit: 2xx empty, HTML, or without a reference is unknown and says what came; sent once", async ({
	table,
}) => {
	const faults = ["empty-body", "html", "no-reference"].map((fault) => ({ fault }));
	for (const { kind, trials } of await table.sendBoth(faults, "unknown")) {
		const causes = ["unreadable", "not_json", "no_reference"];
		expect(await toldBy(trials, table.read)).toEqual(causes);
		const words = /^The answer (could not be read|contains no reference)\.$/;
		for (const trial of ends(trials)) await table.sees(trial, "Outcome unknown", DOUBT[kind], words, EVIDENCE);
		await table.sentOnce(trials);
	}
});

test("payout and deposit: true JSON of a wrong content type is unknown; its reference is a hint alone, which a GET confirms; sent once", async ({
	table,
}) => {
	for (const { kind, trials } of await table.sendBoth([{ fault: "wrong-content-type" }], NORMAL)) {
		for (const trial of trials) {
			const payment = await table.sees(trial, NORMAL_WORDS[kind]);
			await payment.timelineHas("The answer was not JSON.");
			expect((await table.read(trial)).history.map(({ state }) => state)).toContain("unknown");
		}
		await table.sentOnce(trials);
	}
});

test("payout and deposit: wrong types in money fields, another amount, currency or type need a review; sent once", async ({
	table,
}) => {
	const types = ["number", "null", "comma", "object"].map((as) => ({ fault: "wrong-money-types", params: { as } }));
	const others = ["other-amount", "other-currency", "other-type"].map((fault) => ({ fault }));
	for (const { kind, trials } of await table.sendBoth([...types, ...others], "needs_review")) {
		const title = kind === "payout" ? "Needs review. Do not pay again." : "Needs review.";
		const unreadable = "foreign_money";
		const causes = [...types.map(() => unreadable), "amount", "currency", "type"];
		expect(await toldBy(trials, table.read)).toEqual(causes);
		const words = [
			/The amount, currency or type in the answer is not valid\.$/,
			/details that differ from the request.*differs: type/,
		];
		for (const [index, trial] of ends(trials).entries()) {
			const payment = await table.sees(trial, "Needs review", title, EVIDENCE);
			await payment.timelineHas(words[index] ?? "?");
		}
		await table.sentOnce(trials);
	}
});

test("payout and deposit: a status that nobody knows is pending and stands as it came, marked as not recognised; sent once", async ({
	desk,
	table,
}) => {
	const params = { status: "<i>in_limbo</i>" };
	for (const endpoint of ["status", "detail"])
		await desk.sandbox.addFault({ endpoint, fault: "unknown-status", params });
	for (const { kind, trials } of await table.sendBoth([{ fault: "unknown-status", params }], "pending"))
		for (const trial of trials) {
			const payment = await table.sees(
				trial,
				kind === "payout" ? "With the operator" : "Not completed yet",
				"<i>in_limbo</i> (not recognised)",
				/counts as neither paid nor failed/,
			);
			await expect(payment.main.getByText(/^(Paid|Failed|Not paid)/)).toHaveCount(0);
			await table.sentOnce(trial);
		}
});

test("payout and deposit: fields that the interface does not name change nothing; sent once", async ({ table }) => {
	for (const { kind, trials } of await table.sendBoth([{ fault: "extra-fields" }], NORMAL)) {
		for (const trial of trials) await table.sees(trial, NORMAL_WORDS[kind]);
		await table.sentOnce(trials);
	}
});

test("payout and deposit: 400, 404, 422 and 429 are refused with the reason, escaped and at most 300 characters, and are not sent again", async ({
	page,
	table,
}) => {
	const detail = `<img src=x onerror=alert(1)> ${"too long ".repeat(60)}`;
	const faults = [400, 404, 422, 429].map((status) => ({
		fault: "error-before",
		params: { status, detail, ...(status === 429 ? { retryAfterSeconds: 1 } : {}) },
	}));
	for (const { kind, trials } of await table.sendBoth(faults, "refused")) {
		const quoted = page.getByRole("main").getByText(/“<img src=x onerror=alert\(1\)> too long/);
		expect((await toldBy(trials, table.read)).map((words) => words?.length)).toEqual([300, 300, 300, 300]);
		for (const trial of ends(trials)) {
			await table.sees(trial, "Refused", `The service refused this ${kind}.`);
			expect((await quoted.first().textContent())?.length).toBeLessThanOrEqual("The service said: “”".length + 300);
			await expect(page.getByRole("main").getByRole("img")).toHaveCount(0);
		}
		await table.sentOnce(trials);
	}
});

test("payout and deposit: 301, 302, 303, 307 and 308 leave it unknown and are not followed: their target receives nothing; sent once", async ({
	table,
}) => {
	const target = await startScriptedService();
	try {
		const statuses = [301, 302, 303, 307, 308];
		const location = new URL("transactions/payout/", target.baseUrl).href;
		const faults = statuses.map((status) => ({ fault: "redirect", params: { status, location } }));
		for (const { kind, trials } of await table.sendBoth(faults, "unknown")) {
			const causes = statuses.map((status) => `redirect:${status}`);
			expect(await toldBy(trials, table.read)).toEqual(causes);
			const words = /^The service answered 30[18]; Cauri does not follow redirects\.$/;
			for (const trial of ends(trials)) await table.sees(trial, "Outcome unknown", DOUBT[kind], words);
			await table.sentOnce(trials);
		}
		expect(target.connections()).toBe(0);
	} finally {
		await target.close();
	}
});
