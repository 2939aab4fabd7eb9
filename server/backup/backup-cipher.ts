/** Encrypts a backup to public keys in the format of age (age-encryption.org); age's own tool can also decrypt it. */
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import {
	Decrypter,
	Encrypter,
	generateHybridIdentity,
	generateX25519Identity,
	identityToRecipient,
} from "age-encryption";
import { UserFacingError } from "#server/errors.ts";

const INTRODUCTION = Buffer.from("age-encryption.org/v1");

type Bytes = AsyncIterable<Uint8Array>;

export type BackupCipher = Awaited<ReturnType<typeof encryptTo>>;

/** Throws a UserFacingError when a recipient is not a public key of age. */
export async function encryptTo(recipients: readonly string[]) {
	const encrypter = new Encrypter();
	// The key for reading the file back also opens the file, so it must not be weaker than the recipients' keys.
	const isHybrid = recipients.every((recipient) => recipient.startsWith("age1pq1"));
	const identity = await (isHybrid ? generateHybridIdentity() : generateX25519Identity());
	for (const recipient of [...recipients, await identityToRecipient(identity)]) {
		try {
			encrypter.addRecipient(recipient);
		} catch {
			throw new UserFacingError(`BACKUP_RECIPIENT: ${recipient} is not a public key of age (age1…).`);
		}
	}
	return {
		/** The secret key that reads the file back during the backup. It is not stored: later only the recipients' keys open the file. */
		identity,
		async *encrypt(plain: Bytes): AsyncGenerator<Uint8Array> {
			yield* bytesOf(await encrypter.encrypt(streamOf(plain)));
		},
	};
}

/** Returns the public keys in BACKUP_RECIPIENT, separated by commas or spaces; with none, backups are not encrypted. */
export function recipientsIn(env: NodeJS.ProcessEnv): string[] {
	return (env.BACKUP_RECIPIENT ?? "").split(/[\s,]+/).filter((recipient) => recipient !== "");
}

/** Reads the secret keys of an identity file of age-keygen. Throws a UserFacingError when the file cannot be read or has another format. */
export async function readIdentities(path: string): Promise<string[]> {
	const text = await readFile(path, "utf8").catch((error: Error) => {
		throw new UserFacingError(`${path} cannot be read: ${error.message}`);
	});
	const lines = text.split("\n").map((line) => line.trim());
	const identities = lines.filter((line) => line !== "" && !line.startsWith("#"));
	if (identities.length === 0 || identities.some((line) => !/^AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]+$/.test(line)))
		throw new UserFacingError(`${path} is not an identity file of age (AGE-SECRET-KEY-1…).`);
	return identities;
}

/** Thrown for a file that may be complete, but cannot be verified without a key that opens it. */
export class LockedBackup extends Error {}

/**
 * Decrypts a file; yields an unencrypted file unchanged. Throws a LockedBackup when no identity opens the file, a UserFacingError when the
 * file is damaged.
 */
export async function* decrypt(file: Bytes, identities: readonly string[]): AsyncGenerator<Uint8Array> {
	const chunks = file[Symbol.asyncIterator]();
	const first = await chunks.next();
	if (first.done) return;
	const whole = (async function* () {
		yield first.value;
		yield* { [Symbol.asyncIterator]: () => chunks };
	})();
	if (!INTRODUCTION.equals(first.value.subarray(0, INTRODUCTION.length))) return yield* whole;
	if (identities.length === 0)
		throw new LockedBackup("is encrypted. Give the file of its secret key: --identity FILE.");
	const decrypter = new Decrypter();
	try {
		for (const identity of identities) decrypter.addIdentity(identity);
		yield* bytesOf(await decrypter.decrypt(streamOf(whole)));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code) throw error;
		const { message } = error as Error;
		if (message.startsWith("no identity matched")) throw new LockedBackup("is encrypted to other keys than these.");
		throw new UserFacingError(`it cannot be decrypted (${message})`);
	}
}

/** The library uses web streams, for which Node has its own types. */
function streamOf(bytes: Bytes): ReadableStream<Uint8Array> {
	return Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>;
}

function bytesOf(stream: ReadableStream<Uint8Array>): Bytes {
	return stream as unknown as Bytes;
}
