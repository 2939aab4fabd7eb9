import { expect, test } from "vitest";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };

test.each([
	["en", en],
	["fr", fr],
])("every noun of an audited action has its name in the filter (%s)", (_, { audit }) => {
	expect(Object.keys(audit.nouns).sort()).toEqual(Object.keys(audit.actions).sort());
});
