/** Sends payouts one after another through the real client, each after a balance reading; prints each outcome as JSON. */
import { ServiceError } from "#server/errors.ts";
import { clientOf, inTime, PAYOUT_ORDER } from "#tests/support/service/momo-client.ts";

const [baseUrl = "", ...destinations] = process.argv.slice(2);
// The usual limits, because the service needs time to answer a retry, too.
const client = clientOf(new URL(baseUrl));
const outcomes: Record<string, string> = {};
for (const destination of destinations) {
	// Leaves an idle connection behind, as in a desk at work.
	await client.readBalance(PAYOUT_ORDER.currency);
	try {
		await client.startPayout({ ...PAYOUT_ORDER, destination }, inTime);
		outcomes[destination] = "answered";
	} catch (error) {
		outcomes[destination] = error instanceof ServiceError ? error.kind : String(error);
	}
}
await client.close();
process.stdout.write(JSON.stringify(outcomes));
