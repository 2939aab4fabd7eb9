/**
 * The audit log's hash chain and the workers' signatures over it. Imports only Node, so that a copy of this file checks an export
 * on any machine: `node audit-chain.ts FILE [KEY …]` (Node 22.18 or newer).
 */
import { createHash, createPublicKey, verify } from "node:crypto";
import { createReadStream, existsSync, realpathSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

export const FIRST_HASH = "0".repeat(64);

export interface AuditFacts {
	at: Date | string;
	memberId: string | null;
	/** The name at the time of the entry. */
	memberName?: string | null | undefined;
	action: string;
	subjectKind: string;
	subjectId: string | null;
	details?: Record<string, string> | undefined;
	address?: string | null | undefined;
	userAgent?: string | null | undefined;
	/** The database account that wrote the entry, as the database itself records it. */
	writtenBy: string;
}

export interface AuditLink extends AuditFacts {
	entry: string;
	previousHash: string;
	hash: string;
}

/** A worker's signature over the chain up to an entry. */
export interface AuditSeal {
	entry: string;
	hash: string;
	at: string;
	/** The public Ed25519 key, base64url. */
	key: string;
	signature: string;
}

export function auditHash(previousHash: string, facts: AuditFacts): string {
	const { at, memberId, memberName = null, action, subjectKind, subjectId, address = null, userAgent = null } = facts;
	const details = Object.entries(facts.details ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
	const who = [new Date(at).toISOString(), memberId, memberName];
	const hashed = [...who, action, subjectKind, subjectId, details, address, userAgent, facts.writtenBy];
	return createHash("sha256").update(previousHash).update(JSON.stringify(hashed)).digest("hex");
}

/** `changed`: the content was altered. `broken`: it does not follow the previous entry, so an entry was removed, added or moved. */
export function linkFault(head: string, link: AuditLink): "changed" | "broken" | null {
	// Checks the entry against its own link first: an unaltered entry in the wrong place is not `changed`.
	if (Number.isNaN(Number(new Date(link.at))) || auditHash(link.previousHash, link) !== link.hash) return "changed";
	return link.previousHash === head ? null : "broken";
}

export function sealedText({ entry, hash, at }: Pick<AuditSeal, "entry" | "hash" | "at">): Buffer {
	return Buffer.from(JSON.stringify(["cauri audit seal", entry, hash, at]));
}

/** `hash`: the hash of the seal's entry in the checked chain. */
export function isSealed(seal: AuditSeal, hash: string): boolean {
	try {
		const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: seal.key }, format: "jwk" });
		return seal.hash === hash && verify(null, sealedText(seal), key, Buffer.from(seal.signature, "base64url"));
	} catch {
		return false;
	}
}

export interface FileCheck {
	isWhole: boolean;
	message: string;
}

/** `keys`: public keys whose signatures count; empty: any. */
export async function checkExport(path: string, keys: readonly string[], signal?: AbortSignal): Promise<FileCheck> {
	let head = FIRST_HASH;
	let entries = 0;
	let last = "0";
	let sealed: AuditSeal | null = null;
	const others = new Set<string>();
	const bad = (message: string) => ({ isWhole: false, message: `${message}\nIntact entries before it: ${entries}.` });
	for await (const line of createInterface({ input: createReadStream(/*turbopackIgnore: true*/ path, { signal }) })) {
		if (line.trim() === "") continue;
		let link: AuditLink | null = null;
		let seal: AuditSeal | null = null;
		try {
			({ link = null, seal = null } = JSON.parse(line));
		} catch {
			return bad(`Line ${entries + 1} or later cannot be read.`);
		}
		if (link) {
			const fault = linkFault(head, link);
			if (fault)
				return bad(
					`Entry ${link.entry} ${fault === "changed" ? "was changed" : "does not follow the previous entry"}.`,
				);
			[head, last, entries] = [link.hash, link.entry, entries + 1];
		} else if (seal) {
			if (!isSealed(seal, seal.entry === last ? head : ""))
				return bad(`The signature at entry ${seal.entry} does not hold.`);
			if (keys.length === 0 || keys.includes(seal.key)) sealed = seal;
			else others.add(seal.key);
		}
	}
	const otherKeys = others.size > 0 ? `\nSignatures of other keys do not count: ${[...others].join(", ")}.` : "";
	if (sealed?.entry !== last) return bad(`The entries after entry ${sealed?.entry ?? "0"} are not signed.${otherKeys}`);
	const compare =
		keys.length > 0 ? "" : "\nCompare this key with what npm run audit -- key says on the worker's machine.";
	const signed = `Signed to entry ${last} at ${sealed.at} by key ${sealed.key}.`;
	return { isWhole: true, message: `Intact: ${entries} entries.\n${signed}${compare}${otherKeys}` };
}

// True for the program that Node was started with. Node 22 has no `import.meta.main`.
const [, program = "", path = "", ...keys] = process.argv;
if (existsSync(program) && pathToFileURL(realpathSync(program)).href === import.meta.url)
	checkExport(path, keys)
		.catch(({ message }: Error) => ({ isWhole: false, message: `Give an export that can be read: ${message}.` }))
		.then(({ isWhole, message }) => {
			console.log(message);
			process.exitCode = isWhole ? 0 : 1;
		});
