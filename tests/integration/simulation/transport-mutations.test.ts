/** Mutations that the simulation cannot see, because its network is not real: the one POST on the wire. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { type Broken, ON_THE_WIRE } from "#tests/simulation/mutations/on-the-wire.ts";
import { type SourceEdit, sourceEdits } from "#tests/simulation/mutations/source-edits.ts";
import { WIRE_PAYOUT } from "#tests/support/service/momo-client.ts";
import { type Respond, startScriptedService } from "#tests/support/service/scripted-service.ts";

const scripted = await startScriptedService();
afterAll(() => scripted.close());

const PAYOUT_PATH = "/api/v1/transactions/payout/";
const WALLET = {
	wallet_reference: "WF-1",
	balance: "90000.00",
	currency_code: "XOF",
	updated_at: "2026-03-10T09:00:00Z",
};

/** The service's answer to the POST for each number; it carried out every payout. */
const ANSWERS: Record<string, (respond: Respond) => void> = {
	"+2250700000001": (respond) => respond.json(201, WIRE_PAYOUT),
	"+2250700000002": (respond) => respond.reset(),
	"+2250700000003": (respond) => respond.json(503, {}),
	"+2250700000004": (respond) => respond.redirect(308, `${PAYOUT_PATH}?moved`),
	"+2250700000005": (respond) => respond.hang(),
	"+2250700000006": (respond) => respond.truncated(200, JSON.stringify(WIRE_PAYOUT).slice(0, 40), 900),
};

/** Sends the six payouts through the real client in a process of its own, with its sources changed or not. */
async function sendAll(edits: readonly SourceEdit[]): Promise<Broken> {
	scripted.requests.length = 0;
	scripted.answer(({ method, body }, respond) => {
		if (method === "GET") return respond.json(200, WALLET);
		const { destination } = JSON.parse(body) as { destination: string };
		ANSWERS[destination]?.(respond);
	});
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[
			"--import",
			"./tests/simulation/ports/hooks.ts",
			"tests/integration/simulation/send-payouts.ts",
			scripted.baseUrl.href,
			...Object.keys(ANSWERS),
		],
		{ env: { ...process.env, SIMULATION_EDITS: JSON.stringify(edits) } },
	);
	const outcomes = JSON.parse(stdout) as Record<string, string>;
	const posts = scripted.requests.filter(({ method }) => method === "POST");
	const numbers = posts.map(({ body }) => (JSON.parse(body) as { destination: string }).destination);
	expect(new Set(numbers), "every payout has arrived").toEqual(new Set(Object.keys(ANSWERS)));
	const carried = scripted.requests.map(({ connection }) => connection);
	return {
		twice: numbers.length > new Set(numbers).size,
		shared: posts.some(({ connection }) => carried.filter((each) => each === connection).length > 1),
		denied: Object.values(outcomes).includes("not_sent"),
	};
}

test("as it is, every payout is one POST on a connection of its own, and none that arrived is called not sent", async () => {
	expect(await sendAll([])).toEqual({ twice: false, shared: false, denied: false });
});

test.each(ON_THE_WIRE)("$name: the real wire shows it", async ({ edits, shows }) => {
	expect((await sendAll(sourceEdits(edits)))[shows]).toBe(true);
});

test("a change that no longer finds its text is a failure, not a pass", async () => {
	await expect(
		sendAll([{ file: "server/momo/transport.ts", find: "a text that is not there", replace: "" }]),
	).rejects.toThrow("does not find its text");
});
