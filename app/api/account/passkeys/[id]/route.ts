import { z } from "zod";
import { handle } from "#server/http/route-handler.ts";
import { removePasskey } from "#server/second-factor/enrol/remove-factor.ts";

const params = z.strictObject({ id: z.string().regex(/^[A-Za-z0-9_-]{1,1400}$/) });

export const DELETE = handle({ params }, removePasskey);
