import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { whole } from '../../fields.ts'
import { operatorSessionState } from '../../schemas/console.ts'

const address = z.string().check(z.maxLength(64))
const walletType = whole(1, 2)
const link = z.string().check(z.minLength(20), z.maxLength(100))
const code = z.string().check(z.regex(/^\d{6}$/))
const session = z.object({ session: operatorSessionState })
/** JSON as the browser's WebAuthn calls give and take it. */
const webauthn = z.record(z.string(), z.unknown())
const passkeyId = z.string().check(z.minLength(1), z.maxLength(1_400))
const CHALLENGED = ['address_invalid', 'challenge_expired', 'challenge_unknown', 'signature_wrong'] as const

/** Signing in at the operators' console: an address, then a second factor. Its session does not work for users' calls. */
export const operatorSignInRoutes = {
  consoleChallenge: route({
    method: 'POST',
    path: '/api/console/session/challenge',
    summary: 'A one-time text for an operator’s wallet to sign (EIP-4361). Good for 5 minutes.',
    who: 'anyone',
    rate: 'challenge',
    input: z.object({ address, walletType }),
    reply: z.object({ message: z.string(), expiresAt: z.int() }),
    refusals: ['address_invalid'],
  }),
  consoleSignIn: route({
    method: 'POST',
    path: '/api/console/session',
    summary:
      'Trades a signed challenge for an operator’s session, which owes a second factor. An invited operator’s first one takes the link of the invitation.',
    who: 'anyone',
    rate: 'verify',
    input: z.object({
      address,
      walletType,
      message: z.string().check(z.maxLength(2_000)),
      signature: z.string().check(z.maxLength(4_096)),
      link: z.optional(link),
    }),
    reply: session,
    refusals: [
      ...CHALLENGED,
      'operators_only',
      'operator_suspended',
      'console_link_missing',
      'console_link_invalid',
    ],
  }),
  consoleOpenLink: route({
    method: 'POST',
    path: '/api/console/session/link',
    summary:
      'In the sandbox: trades a one-time link for the session of its operator, who has no wallet. Elsewhere a link opens nothing by itself.',
    who: 'anyone',
    rate: 'verify',
    input: z.object({ link }),
    reply: session,
    refusals: ['console_link_invalid', 'operator_suspended'],
  }),
  consoleSession: route({
    method: 'GET',
    path: '/api/console/session',
    summary: 'The running operator’s session, or none. Asking does not keep it from ending by idleness.',
    who: 'anyone',
    reply: z.object({ session: z.nullable(operatorSessionState) }),
  }),
  consoleSignOut: route({
    method: 'DELETE',
    path: '/api/console/session',
    summary: 'Ends the running operator’s session, and on request his others, once he is signed in.',
    who: 'arriving',
    refusals: ['factor_first'],
    input: z.object({
      everywhere: z._default(
        z.union([
          z.boolean(),
          z.pipe(
            z.enum(['true', 'false']),
            z.transform((text) => text === 'true'),
          ),
        ]),
        false,
      ),
    }),
    reply: z.object({ ended: z.int() }),
  }),
  consoleNewPasskey: route({
    method: 'POST',
    path: '/api/console/factor/passkey/new',
    summary: 'What the browser needs to make a passkey.',
    who: 'arriving',
    freshFactor: true,
    reply: z.object({ options: webauthn }),
    refusals: ['factor_first'],
  }),
  consoleKeepPasskey: route({
    method: 'POST',
    path: '/api/console/factor/passkey/keep',
    summary: 'Keeps a new passkey. The first factor completes the sign-in.',
    who: 'arriving',
    freshFactor: true,
    rate: 'passkey',
    refreshes: ['consoleSession', 'consoleFactors'],
    input: z.object({
      response: webauthn,
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    }),
    reply: session,
    refusals: ['factor_first', 'passkey_invalid', 'passkeys_full'],
  }),
  consoleAskPasskey: route({
    method: 'POST',
    path: '/api/console/factor/passkey/ask',
    summary: 'What the browser needs to ask for a passkey.',
    who: 'arriving',
    reply: z.object({ options: webauthn }),
    refusals: ['factor_unknown'],
  }),
  consoleProvePasskey: route({
    method: 'POST',
    path: '/api/console/factor/passkey/prove',
    summary: 'Completes the sign-in with a passkey.',
    who: 'arriving',
    rate: 'passkey',
    refreshes: ['consoleSession'],
    input: z.object({ response: webauthn }),
    reply: session,
    refusals: ['passkey_invalid'],
  }),
  consoleNewCode: route({
    method: 'POST',
    path: '/api/console/factor/code/new',
    summary: 'The secret for an authenticator app; it counts once a code of it was given.',
    who: 'arriving',
    freshFactor: true,
    reply: z.object({ secret: z.string(), uri: z.string() }),
    refusals: ['factor_first'],
  }),
  consoleKeepCode: route({
    method: 'POST',
    path: '/api/console/factor/code/keep',
    summary: 'Keeps a new authenticator in place of the former. The first factor completes the sign-in.',
    who: 'arriving',
    freshFactor: true,
    rate: 'factor',
    refreshes: ['consoleSession', 'consoleFactors'],
    input: z.object({ code }),
    reply: session,
    refusals: ['factor_first', 'factor_unknown', 'code_wrong'],
  }),
  consoleProveCode: route({
    method: 'POST',
    path: '/api/console/factor/code/prove',
    summary: 'Completes the sign-in with a code of the authenticator. Each code counts once.',
    who: 'arriving',
    rate: 'factor',
    refreshes: ['consoleSession'],
    input: z.object({ code }),
    reply: session,
    refusals: ['factor_unknown', 'code_wrong'],
  }),
  consoleFactors: route({
    method: 'GET',
    path: '/api/console/factors',
    summary: 'The operator’s own second factors.',
    who: 'operator',
    may: 'see',
    reply: z.object({
      passkeys: z.array(
        z.object({ id: z.string(), name: z.string(), createdAt: z.int(), usedAt: z.nullable(z.int()) }),
      ),
      /** When the operator set up an authenticator; null without one. */
      codeSince: z.nullable(z.int()),
    }),
  }),
  consoleRemovePasskey: route({
    method: 'DELETE',
    path: '/api/console/factor/passkey',
    summary: 'Removes an own passkey; never the last factor.',
    who: 'operator',
    may: 'see',
    freshFactor: true,
    refreshes: ['consoleSession', 'consoleFactors'],
    input: z.object({ passkey: passkeyId }),
    reply: z.object({ removed: z.boolean() }),
    refusals: ['factor_unknown', 'factor_last'],
  }),
}
