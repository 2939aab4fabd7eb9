/** Reads the chain of the audit log in the order of its entries, with the signatures over it. */
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
			// The bound is repeated, so that older signatures are not read.
			.leftJoin("audit_seal", (join) =>
				join.onRef("audit_seal.entry", "=", "audit_entry.id").on("audit_seal.entry", ">", lastId),
			)
			.selectAll("audit_entry")
			.select([
				"audit_seal.hash as sealed_hash",
				"audit_seal.at as sealed_at",
				"audit_seal.key",
				"audit_seal.signature",
			])
			.where("id", ">", lastId)
			.orderBy("id")
			.limit(BATCH)
			.execute();
		yield rows.map((row) => ({ link: linkOf(row), seal: sealOf(row) }));
		const last = rows.at(-1);
		if (!last) return;
		lastId = last.id;
	}
}

export interface ExportedChain {
	entries: number;
	/** Newer entries, which no worker has signed yet: the export ends before them. */
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

type Row = Pick<AuditLink, "action" | "address" | "hash"> & {
	id: string;
	at: Date;
	member_id: string | null;
	member_name: string | null;
	subject_kind: string;
	subject_id: string | null;
	details: Record<string, string>;
	user_agent: string | null;
	written_by: string;
	previous_hash: string;
};

function linkOf(row: Row): ChainStep["link"] {
	return {
		entry: row.id,
		at: row.at,
		memberId: row.member_id,
		memberName: row.member_name,
		action: row.action,
		subjectKind: row.subject_kind,
		subjectId: row.subject_id,
		details: row.details,
		address: row.address,
		userAgent: row.user_agent,
		writtenBy: row.written_by,
		previousHash: row.previous_hash,
		hash: row.hash,
	};
}

interface SealColumns {
	id: string;
	sealed_hash: string | null;
	sealed_at: Date | null;
	key: string | null;
	signature: string | null;
}

function sealOf({ id, sealed_hash: hash, sealed_at: at, key, signature }: SealColumns): AuditSeal | null {
	if (hash === null || at === null || key === null || signature === null) return null;
	return { entry: id, hash, at: at.toISOString(), key, signature };
}
