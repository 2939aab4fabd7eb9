/** Why a program does not start or go on: one sentence for the person at the terminal, no stack. */
export class LaunchError extends Error {
	override readonly name = "LaunchError";
}
