/** A value that prints as `[redacted]` wherever it is turned into text; only `reveal()` gives it, at the last line before its use. */
import { inspect } from "node:util";

export class Secret {
	readonly #value: string;
	constructor(value: string) {
		this.#value = value;
	}
	reveal(): string {
		return this.#value;
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
