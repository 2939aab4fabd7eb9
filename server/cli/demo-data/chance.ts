import { createHash } from "node:crypto";
import { ulid } from "ulid";

export function draw(text: string, below: number): number {
	return createHash("sha256").update(text).digest().readUInt32BE() % below;
}

export function pick<T>(text: string, choices: readonly [T, ...T[]]): T {
	return choices[draw(text, choices.length)] ?? choices[0];
}

/** Returns a ULID of the time `at`, with bytes from a digest of `text` in place of random ones. */
export function idOf(text: string, at: Date): string {
	const digest = createHash("sha256").update(text).digest();
	let next = 0;
	return ulid(at.getTime(), () => (digest[next++ % digest.length] ?? 0) / 256);
}
