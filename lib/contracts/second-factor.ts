/** Members' second factors, and the step-up: a fresh second factor for one act. */

import { z } from "zod";
import type { ChangeRequest } from "#lib/contracts/change-request.ts";
import {
	countrySchema,
	currencySchema,
	decimalSchema,
	e164Schema,
	idSchema,
	lineIdSchema,
	operatorCodeSchema,
	type Person,
	paymentKindSchema,
	plainTextSchema,
} from "#lib/contracts/common-fields.ts";
import { VERDICTS, type Verdict } from "#lib/line-verdicts.ts";
import { SECOND_FACTOR_POLICIES } from "#lib/members/second-factor-policies.ts";
import { type PaymentKind, VERDICT_OUTCOMES } from "#lib/payment-state.ts";
import type { Role } from "#lib/roles.ts";

export const secondFactorRulesSchema = z.strictObject({
	policy: z.enum(SECOND_FACTOR_POLICIES),
	/** True: members can sign in with a passkey alone; user verification (fingerprint, face or PIN) is required. */
	passwordless: z.boolean(),
});
export type SecondFactorRules = z.infer<typeof secondFactorRulesSchema>;

export interface SecondFactorStatus extends SecondFactorRules {
	/** Members who can sign in and have no second factor. */
	without: (Person & { role: Role })[];
}

export type FactorKind = "passkey" | "totp" | "recovery_code";

/** A passkey's answer as the browser sends it. This schema checks only its ids; `verifyPasskey` verifies the signature. */
const passkeyResponseSchema = z.looseObject({ id: z.string().max(1_400), rawId: z.string().max(1_400) });
export const factorAnswerSchema = z.discriminatedUnion("method", [
	z.strictObject({ method: z.literal("passkey"), response: passkeyResponseSchema }),
	z.strictObject({ method: z.literal("totp"), code: z.string().max(20) }),
	z.strictObject({ method: z.literal("recovery_code"), code: z.string().max(60) }),
]);
export type FactorAnswer = z.infer<typeof factorAnswerSchema>;

const passwordAnswerSchema = z.strictObject({
	method: z.literal("password"),
	password: z.string().min(1).max(256),
});
const stepUpAnswerSchema = z.discriminatedUnion("method", [...factorAnswerSchema.options, passwordAnswerSchema]);
export type StepUpAnswer = z.infer<typeof stepUpAnswerSchema>;
export type StepUpMethod = StepUpAnswer["method"];

export const passkeySignInSchema = z.strictObject({ response: passkeyResponseSchema });

export const newPasskeySchema = z.strictObject({
	name: plainTextSchema(60).min(1),
	response: passkeyResponseSchema,
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

export const totpConfirmationSchema = z.strictObject({ code: z.string().max(20) });

export interface TotpEnrolment {
	/** The secret as text, for an app that cannot scan the QR code. */
	text: string;
	qr: { path: string; size: number };
}

interface Passkey {
	id: string;
	name: string;
	/** The passkey is synced through an account, such as Apple's or Google's, so the member's other devices have it too. */
	backedUp: boolean;
	createdAt: string;
	lastUsedAt: string | null;
}

export interface OwnFactors {
	passkeys: Passkey[];
	totp: { createdAt: string; lastUsedAt: string | null } | null;
	recoveryCodes: number;
	/** The policy requires a second factor of this member, who therefore cannot remove the last one. */
	required: boolean;
	/** The desk's address allows passkeys: https or localhost. */
	passkeysPossible: boolean;
}

/** `factor`: the session may only give a second factor; `enrolment`: it may only set one up. */
export type SessionStage = "full" | "factor" | "enrolment";

/** A payment as the person saw it. */
const stepUpPaymentSchema = z.strictObject({
	kind: paymentKindSchema,
	id: idSchema,
	version: z.number().int().min(1),
});
const stepUpSubjectSchema = stepUpPaymentSchema.extend({
	outcome: z.enum(VERDICT_OUTCOMES).optional(),
	/** Two-decimal text: for `paid_other` the amount paid, otherwise the payment's own amount. */
	amount: z.string().max(24).optional(),
	reference: z.string().max(128).optional(),
});
export type StepUpSubject = z.infer<typeof stepUpSubjectSchema>;

/** The facts of a payout that a person requests or edits: no row of the database has these facts yet. */
const stepUpOrderSchema = z.strictObject({
	/** The id of the edited payout, or the Idempotency-Key of a new one. */
	of: z.string().min(1).max(128),
	/** The version of the edited payout; 0 for a new payout. */
	version: z.number().int().min(0),
	amount: decimalSchema,
	currency: currencySchema,
	operator: operatorCodeSchema,
	country: countrySchema,
	phoneNumber: e164Schema,
});
export type StepUpOrder = z.infer<typeof stepUpOrderSchema>;

const stepUpLineSchema = z.strictObject({
	id: lineIdSchema,
	verdict: z.enum(VERDICTS),
	paymentId: idSchema.optional(),
	reference: plainTextSchema(128).optional(),
});
export type StepUpLine = z.infer<typeof stepUpLineSchema>;

const stepUpClosingSchema = z.strictObject({
	currency: currencySchema,
	month: z.string().max(7),
	decision: z.enum(["propose", "confirm", "reopen"]),
	version: z.number().int().min(0),
});
export type StepUpClosing = z.infer<typeof stepUpClosingSchema>;

/** A proof for one of these purposes is bound to no facts. */
export const OPEN_PURPOSES = ["settings", "members", "export", "account"] as const;

/** `POST /api/step-up/challenge`, and the content of `step_up_needed`: the purpose and what the proof covers. */
export const stepUpNeedSchema = z.union([
	z.strictObject({ purpose: z.enum(OPEN_PURPOSES) }),
	/** A payout that needs no approval, as requested or as edited. */
	z.strictObject({ purpose: z.literal("request"), order: stepUpOrderSchema }),
	z.strictObject({ purpose: z.literal("approve"), subjects: z.array(stepUpPaymentSchema).min(1).max(500) }),
	/** The batch whose waiting rows the proof covers, at the version that the person saw. */
	z.strictObject({ purpose: z.literal("approve"), batch: stepUpPaymentSchema.omit({ kind: true }) }),
	z.strictObject({ purpose: z.literal("settle"), subjects: z.array(stepUpSubjectSchema).min(1).max(500) }),
	/** The line that the person explains. */
	z.strictObject({ purpose: z.literal("settle"), line: stepUpLineSchema }),
	z.strictObject({ purpose: z.literal("confirm"), change: idSchema }),
	z.strictObject({ purpose: z.literal("close"), closing: stepUpClosingSchema }),
]);
export type StepUpNeed = z.infer<typeof stepUpNeedSchema>;
export type StepUpPurpose = StepUpNeed["purpose"];
export type OpenPurpose = (typeof OPEN_PURPOSES)[number];
export type BoundNeed = Exclude<StepUpNeed, { purpose: OpenPurpose }>;

export const stepUpProofSchema = z.strictObject({ id: z.string().max(64), answer: stepUpAnswerSchema });
export type StepUpProof = z.infer<typeof stepUpProofSchema>;

export interface FactorQuestion {
	methods: StepUpMethod[];
	/** The WebAuthn options with which the browser asks for a passkey; null when the member has none. */
	passkey: object | null;
	/** Only in a demo: the code that the member's authenticator shows now. */
	demo: DemoCode | null;
}

export interface DemoCode {
	/** Null while every valid code is used. `seconds`: until `code` ends, or with a null `code` until the next code is valid. */
	code: string | null;
	seconds: number;
}

export interface StepUpQuestion extends FactorQuestion {
	id: string;
	purpose: StepUpPurpose;
	/** The payments that the proof covers, as the database has them. */
	payments: StepUpPayment[];
	/** The batch that the proof covers; `payments` then has only its largest rows. */
	batch: StepUpBatch | null;
	change: ChangeRequest | null;
	line: { amount: string; currency: string; createdAt: string; verdict: Verdict } | null;
	closing: StepUpClosing | null;
}

export interface StepUpBatch {
	name: string;
	count: number;
	totals: { currency: string; amount: string }[];
}

export interface StepUpPayment {
	id: string;
	kind: PaymentKind;
	amount: string;
	currency: string;
	name: string | null;
	note: string | null;
	phoneNumber: string;
	operatorName: string;
	country: string;
	outcome: string | null;
	claimed: string | null;
}
