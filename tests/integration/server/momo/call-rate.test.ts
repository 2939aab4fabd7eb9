import { afterAll, expect, test } from "vitest";
import { clientOf, PAYOUT_ORDER, WIRE_PAYOUT } from "#tests/support/service/momo-client.ts";
import { startScriptedService } from "#tests/support/service/scripted-service.ts";

const scripted = await startScriptedService();
const client = clientOf(scripted.baseUrl, {}, undefined, { readsPerSecond: 5 });
afterAll(async () => {
	await client.close();
	await scripted.close();
});

test("the service is asked no more often than the cap allows, tries anew included, and the POST of a payment does not wait", async () => {
	let stumbles = 2;
	scripted.answer((request, respond) => {
		if (request.method === "POST") return respond.json(201, WIRE_PAYOUT);
		if (stumbles-- > 0) return respond.reset();
		respond.json(200, { ...WIRE_PAYOUT, reference: request.path.split("/").at(-2) });
	});
	const beganAt = Date.now();
	const answers = ["TX-1", "TX-2", "TX-3", "TX-4", "TX-5", "TX-6"].map((one) => client.readStatus(one));
	await client.startPayout(PAYOUT_ORDER);
	expect(scripted.requests.filter(({ method }) => method === "GET").length).toBeLessThanOrEqual(5);
	await Promise.all(answers);
	const reads = scripted.requests.filter(({ method }) => method === "GET");
	expect(reads).toHaveLength(8);
	// Five at once, then three more, 200 ms apart.
	expect(Number(reads.at(-1)?.at) - beganAt).toBeGreaterThan(500);
	expect(scripted.requests.findIndex(({ method }) => method === "POST")).toBeLessThanOrEqual(5);
});
