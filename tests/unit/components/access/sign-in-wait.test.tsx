import { expect, test } from "vitest";
import { SignInFault } from "#components/access/sign-in-fault.tsx";
import { rendered } from "#tests/support/rendered.tsx";

test("the alert of a wait says it once, and its end: a screen reader hears no seconds", () => {
	const heard = (secondsLeft: number) =>
		rendered(<SignInFault fault="too_many_attempts" secondsLeft={secondsLeft} />)
			.replace(/<span aria-hidden="true".*?<\/span>/, "")
			.replaceAll(/<[^>]+>/g, "");
	expect(heard(59)).toBe("Too many attempts. Try again in 1 minute.");
	expect(heard(58)).toBe(heard(59));
	expect(heard(0)).toBe("You can try again now.");
});
