/** A value that prints as `[redacted]` wherever it is turned into text; only `reveal()` gives it, at the last line before its use. */
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
	/** Does a header `Authorization` show it as its bearer's? In the same time whatever differs. */
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
