import { UserFacingError } from "#server/errors.ts";

/** Explains in one sentence, without a stack, why a program does not start or continue. */
export class LaunchError extends UserFacingError {
	override readonly name = "LaunchError";
}
