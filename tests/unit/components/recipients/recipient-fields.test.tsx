import { expect, test } from "vitest";
import { RecipientFields } from "#components/recipients/recipient-fields.tsx";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { rendered } from "#tests/support/rendered.tsx";

test("an operator that is no longer in use stays chosen for the recipients who have it", () => {
	const recipient = { name: "Awa", number: "+2250701020304", operator: "wave-ci", operatorName: "Wave", groups: [] };
	const form = { recipient: recipient as unknown as Recipient, operators: [], faults: {}, numberFault: null };
	expect(rendered(<RecipientFields {...form} disabled={false} />)).toContain(
		'<option value="wave-ci" selected="">Wave</option>',
	);
});
