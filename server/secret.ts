/** A value that prints as `[redacted]` in every text. Only `reveal()` returns it; call that on the line that needs the value. */
import { createHash, timingSafeEqual } from "node:crypto";
import { inspect } from "node:util";

export class Secret {
	readonly #value: string;
	constructor(value: string) {
		this.#value = value;
	}
	reveal(): string {
		return this.#value;
	}
	/** Compares a Bearer `Authorization` header with the secret, in constant time. */
	isShownBy(authorization: string | null | undefined): boolean {
		const [one, other] = [authorization ?? "", `Bearer ${this.reveal()}`].map((text) =>
			createHash("sha256").update(text).digest(),
		);
		return one !== undefined && other !== undefined && timingSafeEqual(one, other);
	}
	toString(): string {
		return "[redacted]";
	}
	toJSON(): string {
		return "[redacted]";
	}
	[inspect.custom](): string {
		return "[redacted]";
	}
}
