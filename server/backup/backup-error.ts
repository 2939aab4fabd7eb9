/** Explains to people, in a sentence, why a backup cannot be made, trusted or restored. */
export class BackupError extends Error {
	override readonly name = "BackupError";
}
