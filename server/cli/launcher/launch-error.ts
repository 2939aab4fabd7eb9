/** Explains in one sentence, without a stack, why a program does not start or continue. */
export class LaunchError extends Error {
	override readonly name = "LaunchError";
}
