/** The worker's own key for the audit log: a file in DATA_DIR that only its account can read, in no database and no backup. */
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { join } from "node:path";
import { type AuditSeal, sealedText } from "#server/store/audit-chain.ts";
import { keptFile, makeFolder } from "#server/store/durable-file.ts";

export interface AuditKey {
	/** base64url, as in the seals. */
	publicKey: string;
	seal(link: Pick<AuditSeal, "entry" | "hash">, at: Date): AuditSeal;
}

export function openAuditKey(dataDir: string): AuditKey {
	makeFolder(dataDir, 0o700);
	const file = join(dataDir, "audit-key.pem");
	const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
	const key = createPrivateKey(keptFile(file, String(pem)));
	const publicKey = key.export({ format: "jwk" }).x ?? "";
	return {
		publicKey,
		seal({ entry, hash }, at) {
			const head = { entry, hash, at: at.toISOString() };
			return { ...head, key: publicKey, signature: sign(null, sealedText(head), key).toString("base64url") };
		},
	};
}
