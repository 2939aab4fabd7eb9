/** The closed list of reasons why a single sign-on failed, with texts under `singleSignOn.faults` in lib/i18n. */

export const SINGLE_SIGN_ON_FAULTS = [
	/** The login state, which the browser got when the sign-in began, is missing, expired or already used. */
	"expired",
	"cancelled",
	"provider_away",
	/** The provider's answer cannot be verified. */
	"unproved",
	"email_unverified",
	"no_role",
	"disabled",
	/** The member with this e-mail is tied to another account at the provider. */
	"other_identity",
	"last_admin",
	"not_configured",
	"internal",
] as const;
export type SingleSignOnFaultCode = (typeof SINGLE_SIGN_ON_FAULTS)[number];

export class SingleSignOnFault extends Error {
	override readonly name = "SingleSignOnFault";
	readonly code: SingleSignOnFaultCode;
	/** A code of the protocol, for the log; never text that a person wrote. */
	readonly providerCode: string | null;

	constructor(code: SingleSignOnFaultCode, providerCode: string | null = null) {
		super(`single sign-on: ${code}${providerCode === null ? "" : ` (${providerCode})`}`);
		this.code = code;
		this.providerCode = providerCode;
	}
}

export function readSingleSignOnFault(text: unknown): SingleSignOnFaultCode | null {
	return SINGLE_SIGN_ON_FAULTS.find((code) => code === text) ?? null;
}
