import * as z from 'zod/mini'
import { route } from '../call.ts'
import { decimal, language, whole } from '../fields.ts'

const walletType = whole(1, 2)
const address = z.string().check(z.maxLength(64))

const sessionItem = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
  seenAt: z.int(),
  device: z.string(),
  /** Permission of the session's key: place and close orders up to an amount each. Null when it signs none. */
  key: z.nullable(
    z.object({
      /** The short id shown by wallet and page: 3f9a-c21e. */
      id: z.string(),
      until: z.int(),
      most: z.array(z.object({ currency: z.string(), amount: decimal })),
    }),
  ),
  current: z.boolean(),
})

export const accountRoutes = {
  challenge: route({
    method: 'POST',
    path: '/api/session/challenge',
    summary:
      'A one-time text for the wallet to sign (EIP-4361; the same form for Tron). Good for 5 minutes. With a key (P-256, compressed, base64url) the text lets that key sign orders.',
    who: 'anyone',
    rate: 'challenge',
    input: z.object({ address, walletType, key: z.optional(z.string().check(z.maxLength(64))) }),
    reply: z.object({ message: z.string(), expiresAt: z.int() }),
    refusals: ['address_invalid', 'session_key_invalid'],
  }),
  signIn: route({
    method: 'POST',
    path: '/api/session',
    summary:
      'Trades a signed challenge for a session: a cookie, or a bearer token when transport is "bearer".',
    who: 'anyone',
    rate: 'verify',
    input: z.object({
      address,
      walletType,
      message: z.string().check(z.maxLength(2_000)),
      signature: z.string().check(z.maxLength(4_096)),
      practice: z._default(z.boolean(), false),
      transport: z._default(z.enum(['cookie', 'bearer']), 'cookie'),
    }),
    reply: z.object({
      address: z.string(),
      walletType: z.int(),
      practice: z.boolean(),
      registered: z.boolean(),
      expiresAt: z.int(),
      token: z.optional(z.string()),
    }),
    refusals: [
      'address_invalid',
      'challenge_expired',
      'challenge_unknown',
      'signature_wrong',
      'session_key_invalid',
    ],
  }),
  session: route({
    method: 'GET',
    path: '/api/session',
    summary: 'The running session, or none. Answers 200 either way, so that a page can ask without an error.',
    who: 'anyone',
    reply: z.object({
      session: z.nullable(
        z.object({
          address: z.string(),
          walletType: z.int(),
          practice: z.boolean(),
          registered: z.boolean(),
          expiresAt: z.int(),
          /** The key that signs the session's orders, base64url; null when it signs none. */
          key: z.nullable(z.string()),
          /** Books this account may use: 0 real, 1 simulated. */
          books: z.array(z.int()),
        }),
      ),
    }),
  }),
  sessions: route({
    method: 'GET',
    path: '/api/sessions',
    summary: 'Own running sessions.',
    who: 'visitor',
    reply: z.object({ list: z.array(sessionItem) }),
  }),
  signOut: route({
    method: 'DELETE',
    path: '/api/session',
    summary: 'Ends the running session, or one of the own sessions by id.',
    who: 'visitor',
    refreshes: ['sessions'],
    input: z.object({ id: z.optional(z.string().check(z.maxLength(64))) }),
    reply: z.object({ ended: z.boolean() }),
  }),
  checkUserIsSave: route({
    method: 'GET',
    path: '/api/checkUserIsSave',
    summary: 'Whether the signed-in address is registered.',
    who: 'visitor',
    reply: z.boolean(),
  }),
  register: route({
    method: 'POST',
    path: '/api/register',
    summary: 'Registers the signed-in address, once, with an optional invite code. Opens both books.',
    who: 'visitor',
    rate: 'register',
    input: z.object({ inviteCode: z._default(z.string().check(z.maxLength(32)), '') }),
    reply: z.object({ registered: z.boolean(), myCode: z.string() }),
    refusals: ['invite_unknown'],
  }),
  modify_user: route({
    method: 'GET',
    path: '/api/modify_user',
    summary: 'Own invite code and who joined by it.',
    who: 'user',
    reply: z.object({
      myCode: z.string(),
      invited: z.array(z.object({ address: z.string(), joinedAt: z.int() })),
    }),
  }),
  change_language: route({
    method: 'GET',
    path: '/api/change_language',
    summary:
      'Keeps the language for messages; the X-App header and our own origin are needed, as it changes state.',
    who: 'anyone',
    changes: true,
    rate: 'read',
    input: z.object({ language }),
    reply: z.object({ language }),
  }),
}
