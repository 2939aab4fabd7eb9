/** The worker's own key for the audit log: a file in DATA_DIR that its account alone reads, in no database and no backup. */
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AuditSeal, sealedText } from "#server/store/audit-chain.ts";

export interface AuditKey {
	/** base64url, as in the seals. */
	publicKey: string;
	seal(link: Pick<AuditSeal, "entry" | "hash">, at: Date): AuditSeal;
}

/** Makes the key where there is none yet. */
export function openAuditKey(dataDir: string): AuditKey {
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	const file = join(dataDir, "audit-key.pem");
	const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
	try {
		writeFileSync(file, pem, { mode: 0o600, flag: "wx", flush: true });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
	const key = createPrivateKey(readFileSync(file, "utf8"));
	const publicKey = key.export({ format: "jwk" }).x ?? "";
	return {
		publicKey,
		seal({ entry, hash }, at) {
			const told = { entry, hash, at: at.toISOString() };
			return { ...told, key: publicKey, signature: sign(null, sealedText(told), key).toString("base64url") };
		},
	};
}
