import type { AuditLink, AuditSeal } from "#server/store/audit-chain.ts";
import type { Database } from "#server/store/database.ts";

const BATCH = 2_000;

export interface ChainStep {
	link: AuditLink & { at: Date };
	seal: AuditSeal | null;
}

/** Reads the entries after `afterId`, in batches of bounded size; the last batch is empty. */
export async function* readChain(database: Database, afterId = "0"): AsyncGenerator<ChainStep[]> {
	for (let lastId = afterId; ; ) {
		const rows = await database
			.selectFrom("audit_entry")
			// The join repeats the bound, so that older signatures are not read.
			.leftJoin("audit_seal", (join) =>
				join.onRef("audit_seal.entry", "=", "audit_entry.id").on("audit_seal.entry", ">", lastId),
			)
			.select(["id as entry", "audit_entry.at", "member_id as memberId", "member_name as memberName", "action"])
			.select(["subject_kind as subjectKind", "subject_id as subjectId", "details", "address"])
			.select(["user_agent as userAgent", "written_by as writtenBy"])
			.select(["previous_hash as previousHash", "audit_entry.hash"])
			.select(["audit_seal.hash as sealedHash", "audit_seal.at as sealedAt", "key", "signature"])
			.where("id", ">", lastId)
			.orderBy("id")
			.limit(BATCH)
			.execute();
		yield rows.map(({ sealedHash: hash, sealedAt: at, key, signature, ...link }) => {
			const isSealed = hash !== null && at !== null && key !== null && signature !== null;
			return { link, seal: isSealed ? { entry: link.entry, hash, at: at.toISOString(), key, signature } : null };
		});
		const last = rows.at(-1);
		if (!last) return;
		lastId = last.entry;
	}
}

export interface ExportedChain {
	entries: number;
	/** Number of newer entries that no worker has signed yet; the export ends before them. */
	unsigned: number;
}

/** Yields lines of JSON for `audit-chain.ts`: each entry, and each signature after its entry, up to the last signed entry. */
export async function* exportLines(database: Database): AsyncGenerator<string, ExportedChain> {
	let entries = 0;
	let waiting: string[] = [];
	for await (const steps of readChain(database)) {
		for (const { link, seal } of steps) {
			waiting.push(JSON.stringify({ link }));
			if (!seal) continue;
			entries += waiting.length;
			yield `${[...waiting, JSON.stringify({ seal })].join("\n")}\n`;
			waiting = [];
		}
	}
	return { entries, unsigned: waiting.length };
}
