import { UserFacingError } from "#server/errors.ts";

/** Explains to people, in a sentence, why a backup cannot be made, trusted or restored. */
export class BackupError extends UserFacingError {
	override readonly name = "BackupError";
}

/** The file is complete, but could not be restored on trial. */
export class TrialError extends BackupError {}
