import type { RecipientRequest } from "#lib/contracts/recipient.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import { typedText } from "#lib/text/typed-text.ts";

/** The fields as the route takes them; what is no number goes there as it was typed, and the route says so. */
export function readRecipientForm(form: FormData, homeCountry: string): RecipientRequest {
	const text = (name: string) => typedText(String(form.get(name) ?? ""));
	const phone = parsePhone(text("number"), homeCountry);
	return {
		name: text("name"),
		number: "fault" in phone ? text("number") : phone.e164,
		operator: text("operator") || null,
		...{ purpose: text("purpose") || null, reference: text("reference") || null, note: text("note") || null },
		groups: text("groups")
			.split(/[,;]/)
			.map((name) => typedText(name))
			.filter((name) => name !== ""),
	};
}
