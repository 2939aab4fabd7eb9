import { expect, test } from "vitest";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { recogniseRecipients } from "#lib/recipients/recognise-recipients.ts";

test.each([
	["English", en],
	["French", fr],
])("the purpose of an exported book is read again: %s", (_language, { recipients: { column } }) => {
	const heading = [column.name, column.number, column.purpose];
	const { columns, hasHeading } = recogniseRecipients([heading, ["Awa", "0701020304", "Salaire"]], "CI");
	expect({ columns, hasHeading }).toEqual({ columns: { name: 0, number: 1, purpose: 2 }, hasHeading: true });
});
