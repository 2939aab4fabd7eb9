import { passkeySignInSchema } from "#lib/contracts/second-factor.ts";
import { signingIn } from "#server/http/answers/session-response.ts";
import { handle } from "#server/http/route-handler.ts";
import { signInByPasskey } from "#server/second-factor/sign-in/passkey-sign-in.ts";

export const POST = handle({ public: true, body: passkeySignInSchema }, signingIn(signInByPasskey));
