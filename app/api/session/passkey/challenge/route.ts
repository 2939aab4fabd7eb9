import { handle } from "#server/http/route-handler.ts";
import { askPasskeySignIn } from "#server/second-factor/sign-in/passkey-sign-in.ts";

export const POST = handle({ public: true }, askPasskeySignIn);
