import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { DraftFields } from "#components/payments/form/draft-fields.tsx";
import { EMPTY_DRAFT } from "#components/payments/form/stored-draft.ts";
import { rendered } from "#tests/support/rendered.tsx";

function Fields() {
	const { control } = useForm({ defaultValues: EMPTY_DRAFT });
	return (
		<DraftFields control={control} choices={[]} onOperatorChosen={() => undefined} note={{ label: "", hint: "" }} />
	);
}

test("the field for the amount cuts no paste: what is left of a sentence would be another amount", () => {
	const [amount] = rendered(<Fields />).match(/<input[^>]*name="amount"[^>]*>/) ?? [];
	expect(amount).toContain('inputMode="decimal"');
	expect(amount).not.toMatch(/maxlength/i);
});
