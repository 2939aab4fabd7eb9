/** Bodies longer than Next keeps for the proxy reach their routes whole. */
import { expect, test } from "#tests/e2e/fixtures.ts";

const NOBODY = "01JQ0000000000000000000000";
const COUNT = 5_000;
const reason = "Looked at the wallet in the portal";

test("an answer to a wallet, a decision on a batch and an import name thousands", async ({ desk }) => {
	const admin = await desk.hand("admin");
	const answers = Array.from({ length: COUNT }, (_, at) => ({ paymentId: idOf(at), answer: "left" }));
	const answered = await admin.send("POST", "/api/wallet-gaps", { currency: "XOF", seen: null, answers, reason });
	expect([answered.status, await codeOf(answered)]).toEqual([404, "not_found"]);

	const maker = await desk.hand("maker");
	const of = answers.map(({ paymentId }) => paymentId);
	const decision = { decision: "request", version: 1, duplicate: { of, reason: "Each is owed twice this month" } };
	const decided = await maker.send("POST", `/api/batches/${NOBODY}/decision`, decision);
	expect([decided.status, await codeOf(decided)]).toEqual([404, "not_found"]);

	const rows = Array.from({ length: COUNT }, (_, at) => ({ name: `Agent ${at}`, number: "no number at all" }));
	const imported = await maker.post<{ added: number; faults: unknown[] }>("/api/recipients/import", { rows });
	expect([imported.added, imported.faults.length]).toEqual([0, COUNT]);
});

function idOf(at: number): string {
	return `01JQ${String(at).padStart(22, "0")}`;
}

async function codeOf(response: Response): Promise<unknown> {
	return ((await response.json()) as { code: unknown }).code;
}
