import { expect, test } from "vitest";
import { createCallRate } from "#server/momo/call-rate.ts";
import { inTime, PAYOUT_ORDER, WIRE_PAYOUT } from "#tests/support/service/momo-client.ts";
import { servedClient } from "#tests/support/service/served-client.ts";

/** Calls that wait for a token, with their time from the start. Time passes only when the test lets it. */
const waiting: { ms: number; go: () => void }[] = [];
const rate = createCallRate(5, { now: () => 0, wait: (ms) => new Promise<void>((go) => waiting.push({ ms, go })) });

const { scripted, client } = await servedClient({ rate });

const readsMade = () => scripted.requests.filter(({ method }) => method === "GET").length;

test("the service is asked no more often than the cap allows, tries anew included, and the POST of a payment does not wait", async () => {
	let stumbles = 2;
	scripted.answer((request, respond) => {
		if (request.method === "POST") return respond.json(201, WIRE_PAYOUT);
		if (stumbles-- > 0) return respond.reset();
		respond.json(200, { ...WIRE_PAYOUT, reference: request.path.split("/").at(-2) });
	});
	const answers = ["TX-1", "TX-2", "TX-3", "TX-4", "TX-5", "TX-6"].map((one) => client.readStatus(one));
	await expect.poll(() => waiting.length).toBe(3);
	// A second's calls at once; the sixth and the two retries follow a fifth of a second apart.
	expect(waiting.map(({ ms }) => ms)).toEqual([200, 400, 600]);
	await expect.poll(readsMade).toBe(5);
	await client.startPayout(PAYOUT_ORDER, inTime);
	expect(readsMade()).toBe(5);
	for (const { go } of waiting) go();
	await Promise.all(answers);
	expect(readsMade()).toBe(8);
	expect(waiting).toHaveLength(3);
});
