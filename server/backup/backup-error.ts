/** Why a backup is not made, not believed or not put back: a sentence for people. */
export class BackupError extends Error {
	override readonly name = "BackupError";
}
