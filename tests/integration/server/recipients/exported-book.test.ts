import { expect, test } from "vitest";
import type { RecipientRequest } from "#lib/contracts/recipient.ts";
import { LOCALES } from "#lib/i18n/choose-locale.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { importRows, recogniseRecipients, withoutBookTitle } from "#lib/recipients/recognise-recipients.ts";
import { createRecipient } from "#server/recipients/create-recipient.ts";
import { exportRecipients } from "#server/recipients/export-recipients.ts";
import { importRecipients } from "#server/recipients/import-recipients.ts";
import { listRecipients } from "#server/recipients/list-recipients.ts";
import { readSpreadsheet } from "#server/spreadsheets/read-spreadsheet.ts";
import { readBytes } from "#tests/support/files/read-file.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";

const { database, maker, viewer, key } = await openPaymentDesk();

const BOOK: RecipientRequest[] = [
	{ name: "Awa Koné", number: "+2250701020304", operator: "orange-money-ci", reference: "M-1", note: "Nuit" },
	{ name: "Disabled operator", number: "+2250101020305", operator: "closed-ci" },
	{ name: "Country without an operator in use", number: "+254712345678" },
	{ name: "Six zeros", number: "+2250707000000", operator: "orange-money-ci" },
	{
		...{ name: "Many groups", number: "+2250701020306", operator: "wave-ci" },
		groups: Array.from({ length: 20 }, (_, n) => String(n).padStart(2, "0").padEnd(40, "g")),
	},
	{ name: "A comma at the end", number: "+2250701020307", operator: "wave-ci", purpose: "Loyer," },
];

async function readBook() {
	const { items } = await listRecipients(viewer, { limit: 200 });
	return items.map(({ name, number, operator, country, purpose, reference, note, groups }) => ({
		...{ name, number, operator, country, purpose, reference, note, groups },
	}));
}

test.each(LOCALES.flatMap((locale) => (["csv", "xlsx"] as const).map((format) => ({ locale, format }))))(
	"an exported book ($format, $locale) is the same book when it is imported again, however often",
	async (wanted) => {
		await database.deleteFrom("recipient").execute();
		for (const recipient of BOOK) await createRecipient(maker, recipient, key());
		const book = await readBook();
		for (let round = 0; round < 2; round += 1) {
			const { chunks } = await exportRecipients(maker, wanted, (locale) => ({ en, fr })[locale]);
			const table = withoutBookTitle((await readSpreadsheet(await readBytes(chunks))).rows);
			await database.deleteFrom("recipient").execute();
			const rows = importRows(table, recogniseRecipients(table, "CI"));
			expect(await importRecipients(maker, { rows })).toMatchObject({ added: BOOK.length, faults: [] });
			expect(await readBook()).toEqual(book);
		}
	},
);
