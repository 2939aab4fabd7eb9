import { z } from "zod";
import { endOwnSession } from "#server/access/end-own-session.ts";
import { handle } from "#server/http/route-handler.ts";

const params = z.strictObject({ id: z.string().regex(/^[0-9a-f]{16}$/) });

export const DELETE = handle({ params }, (context, { id }) => endOwnSession(context, { name: id }));
