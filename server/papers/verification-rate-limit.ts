/** Limits how many codes one network address, and all addresses together, may check in a minute: nobody finds a code by trying. */
import { processSingleton } from "#server/process-singleton.ts";

const MINUTE_MS = 60_000;
const OF_ONE = 20;
const OF_ALL = 600;

export interface VerificationRateLimit {
	/** False when the question must wait for the next minute. */
	admits(address: string): boolean;
}

export function createVerificationRateLimit(now: () => number = () => performance.now()): VerificationRateLimit {
	const asked = new Map<string, number>();
	let [all, until] = [0, 0];
	return {
		admits(address) {
			if (now() >= until) {
				asked.clear();
				all = 0;
				until = now() + MINUTE_MS;
			}
			const count = (asked.get(address) ?? 0) + 1;
			if (count > OF_ONE || all >= OF_ALL) return false;
			asked.set(address, count);
			all += 1;
			return true;
		},
	};
}

/** Returns the one limit of the process, however often the module is loaded. */
export function verificationRateLimit(): VerificationRateLimit {
	return processSingleton("verify-limit", createVerificationRateLimit);
}
