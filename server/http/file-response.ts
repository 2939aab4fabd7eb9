import type { ExportCheck } from "#lib/contracts/export.ts";

export interface FileParts {
	/** Letters, digits, dots and hyphens. */
	fileName: string;
	contentType: string;
	chunks: AsyncGenerator<Uint8Array>;
	/** True when the request only checks that the file is available. */
	askedOnly?: boolean;
	/** Only with `askedOnly`: the file is large and better written in the background. */
	isLarge?: boolean;
}

export function isFile(answer: unknown): answer is FileParts {
	return typeof answer === "object" && answer !== null && "chunks" in answer && "contentType" in answer;
}

/** Streams a file while it is generated, one chunk whenever the browser has room. A download that the browser ends stops the generator. */
export function fileResponse({ fileName, contentType, chunks, askedOnly, isLarge }: FileParts): Response {
	if (askedOnly) {
		const answer: ExportCheck = { background: true };
		return isLarge ? Response.json(answer) : new Response(null, { status: 204 });
	}
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const next = await chunks.next();
			if (next.done) controller.close();
			else controller.enqueue(next.value);
		},
		cancel: async () => void (await chunks.return(undefined)),
	});
	return new Response(body, {
		headers: { "content-type": contentType, "content-disposition": `attachment; filename="${fileName}"` },
	});
}
