/** One payout after another through the real client, each after a look at the balance; says what each came to, as JSON. */
import { ServiceError } from "#server/errors.ts";
import { clientOf, PAYOUT_ORDER } from "#tests/support/service/momo-client.ts";

const [baseUrl = "", ...destinations] = process.argv.slice(2);
// The service has to be given time to answer a retry, too.
const client = clientOf(new URL(baseUrl));
const outcomes: Record<string, string> = {};
for (const destination of destinations) {
	// Leaves an idle connection behind, as in a desk that is at work.
	await client.readBalance(PAYOUT_ORDER.currency);
	try {
		await client.startPayout({ ...PAYOUT_ORDER, destination });
		outcomes[destination] = "answered";
	} catch (error) {
		outcomes[destination] = error instanceof ServiceError ? error.kind : String(error);
	}
}
await client.close();
process.stdout.write(JSON.stringify(outcomes));
