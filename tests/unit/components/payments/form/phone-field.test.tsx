import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { usableOperators } from "#components/payments/form/operator-choice.ts";
import { PhoneField } from "#components/payments/form/phone-field.tsx";
import { EMPTY_DRAFT } from "#components/payments/form/stored-draft.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { rendered } from "#tests/support/rendered.tsx";

const choices = usableOperators(DEFAULT_OPERATORS, ["XOF"]);

function Form({ country }: { country: string }) {
	const form = useForm({ defaultValues: { ...EMPTY_DRAFT, country } });
	return <PhoneField label="Number" form={form} choices={choices} isChosenByHand={false} />;
}

test("the number's country has to be chosen if the desk has no home country, and no country is chosen in its place", () => {
	const unplaced = rendered(<Form country="" />);
	expect(unplaced).toContain('<option value="" selected="">Choose a country</option>');
	expect(unplaced).toContain(">Country</span>");
	const atHome = rendered(<Form country="CI" />);
	expect(atHome).not.toContain("Choose a country");
	expect(atHome).toContain(">+225</span>");
});
