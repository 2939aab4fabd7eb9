/** A workbook built from parts, so that a test can break any of them. */
import { buffer } from "node:stream/consumers";
import yazl from "yazl";

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const RELATIONS = `${XML_HEAD}<Relationships xmlns="r"><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>
	<Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`;
export const WORKBOOK = `${XML_HEAD}<workbook xmlns:r="r"><sheets><sheet name="One" r:id="rId1"/><sheet name="Two" r:id="rId2"/></sheets></workbook>`;

/** `parts` are added to two named sheets without rows. */
export function workbookOf(parts: Record<string, string>): Promise<Buffer> {
	const zip = new yazl.ZipFile();
	const all = { "xl/workbook.xml": WORKBOOK, "xl/_rels/workbook.xml.rels": RELATIONS, ...parts };
	for (const [name, text] of Object.entries(all)) zip.addBuffer(Buffer.from(text), name);
	zip.end();
	return buffer(zip.outputStream as NodeJS.ReadableStream);
}
