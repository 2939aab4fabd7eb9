/** Why a sign-in through the identity provider did not come about: the closed list, with words under `singleSignOn.faults` in lib/i18n. */

export const SINGLE_SIGN_ON_FAULTS = [
	/** The errand of this browser is over, spent, or another one's. */
	"expired",
	"cancelled",
	"provider_away",
	/** The provider's answer does not prove what it says. */
	"unproved",
	"email_unverified",
	"no_role",
	"disabled",
	/** The member with this e-mail is another person at the provider. */
	"other_identity",
	"last_admin",
	"not_configured",
	"internal",
] as const;
export type SingleSignOnFaultCode = (typeof SINGLE_SIGN_ON_FAULTS)[number];

export class SingleSignOnFault extends Error {
	override readonly name = "SingleSignOnFault";
	readonly code: SingleSignOnFaultCode;
	/** For the log: a code of the protocol, never a person's text. */
	readonly providerCode: string | null;

	constructor(code: SingleSignOnFaultCode, providerCode: string | null = null) {
		super(`single sign-on: ${code}${providerCode === null ? "" : ` (${providerCode})`}`);
		this.code = code;
		this.providerCode = providerCode;
	}
}

/** Of the sign-in page's address; null for anything else. */
export function readSingleSignOnFault(text: unknown): SingleSignOnFaultCode | null {
	return SINGLE_SIGN_ON_FAULTS.find((code) => code === text) ?? null;
}
