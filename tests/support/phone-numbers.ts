/** Numbers of Côte d'Ivoire that no other test uses. */
import { randomInt } from "node:crypto";

/** `07` Orange, `05` MTN, `01` Moov. `ending`: three digits, such as a magic number; default an ordinary one. */
export function newPhoneNumber(prefix: "01" | "05" | "07", ending = String(randomInt(200, 700))): string {
	return `+225${prefix}${randomInt(10_000, 99_999)}${ending}`;
}
