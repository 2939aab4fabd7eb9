/** The page, the fields in reading order and the audit log's subject of each kind of change that a second admin confirms. */

export interface ChangeKindFacts {
	place: string;
	fields: readonly string[];
	/** Absent when a field already names the subject, or when the change concerns the whole desk. */
	subject?: "currency" | "status" | "member" | "operator" | "number" | "month";
}

export const CHANGE_KIND_FACTS = {
	payout_rule: {
		place: "/settings/payouts",
		fields: ["noApproverUpTo", "oneApproverUpTo", "perPayment", "perPersonDay", "perDestinationDay"],
		subject: "currency",
	},
	payment_expiry: { place: "/settings/payouts", fields: ["payoutMinutes", "depositMinutes"] },
	final_failure: { place: "/settings/service", fields: ["listed"], subject: "status" },
	operator_changed: {
		place: "/settings/operators",
		fields: ["name", "flow", "dialCode", "windowMinutes", "enabled"],
		subject: "operator",
	},
	number_unblocked: { place: "/recipients?view=blocked", fields: ["blocked"], subject: "number" },
	new_numbers: { place: "/settings/payouts", fields: ["restMinutes", "secondPerson"] },
	batch_failures: { place: "/settings/payouts", fields: ["failurePercent"] },
	wallet_shared: { place: "/settings/configuration", fields: ["shared"], subject: "currency" },
	member_added: { place: "/settings/members", fields: ["name", "email", "role"] },
	member_changed: { place: "/settings/members", fields: ["role", "disabled", "password"], subject: "member" },
	wallet_answered: {
		place: "/settings/configuration",
		fields: ["unread", "release", "left", "expire"],
		subject: "currency",
	},
	database_mismatch: { place: "/settings/configuration", fields: ["acknowledged"] },
	service_address: { place: "/settings/configuration", fields: ["sameService"] },
	forgotten_permits_closed: { place: "/settings/configuration", fields: ["closed"] },
	statement_reopened: { place: "/statements", fields: ["monthClosed"], subject: "month" },
	sending_resumed: { place: "/settings/configuration", fields: ["stopped"] },
	second_factor_reset: { place: "/settings/members", fields: ["passkeys", "app"], subject: "member" },
	second_factor_policy: { place: "/settings/members", fields: ["policy", "passwordless"] },
	password_sign_in: { place: "/settings/sign-in", fields: ["allowed", "emergency"] },
} as const satisfies Record<string, ChangeKindFacts>;

export type ChangeKind = keyof typeof CHANGE_KIND_FACTS;
export const CHANGE_KINDS = Object.keys(CHANGE_KIND_FACTS) as ChangeKind[];
