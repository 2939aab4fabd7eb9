/** Codes of an authenticator app (RFC 6238): six digits, new every 30 seconds, one step early or late accepted, each used once. Pure. */
import { Secret, TOTP } from "otpauth";

export const STEP_MS = 30_000;
/** The clock of the phone may differ by this many steps. */
const WINDOW = 1;

export function stepAt(time: Date): number {
	return Math.floor(time.getTime() / STEP_MS);
}

export function codeAt(secret: Uint8Array, step: number): string {
	return TOTP.generate({ secret: secretOf(secret), timestamp: step * STEP_MS });
}

/** Returns the step of a valid, unused code; null for any other text. */
export function stepOfCode(
	secret: Uint8Array,
	code: string,
	at: { now: Date; lastStep: number | null },
): number | null {
	const token = code.replace(/\s/g, "");
	if (!/^\d{6}$/.test(token)) return null;
	const delta = TOTP.validate({ token, secret: secretOf(secret), timestamp: at.now.getTime(), window: WINDOW });
	if (delta === null) return null;
	const step = stepAt(at.now) + delta;
	return at.lastStep !== null && step <= at.lastStep ? null : step;
}

/** Returns the next usable code and the seconds until it expires; while every valid code is used, null and the seconds until a new one. */
export function nextCode(
	secret: Uint8Array,
	{ now, lastStep }: { now: Date; lastStep: number | null },
): { code: string | null; seconds: number } {
	const current = stepAt(now);
	const step = Math.max(current, (lastStep ?? 0) + 1);
	const until = (at: number) => Math.max(1, Math.ceil((at * STEP_MS - now.getTime()) / 1_000));
	if (step > current + WINDOW) return { code: null, seconds: until(step - WINDOW) };
	return { code: codeAt(secret, step), seconds: until(step + WINDOW + 1) };
}

export function enrolmentOf(
	secret: Uint8Array,
	account: { issuer: string; email: string },
): { uri: string; text: string } {
	const totp = new TOTP({ issuer: account.issuer, label: account.email, secret: secretOf(secret) });
	return { uri: totp.toString(), text: secretOf(secret).base32 };
}

function secretOf(bytes: Uint8Array): Secret {
	return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
