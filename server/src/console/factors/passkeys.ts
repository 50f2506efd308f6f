import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { transact } from '../../db/transact.ts'
import { type CallContext, operatorSessionIn } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { OperatorSessionDeps } from '../session/operatorSessions.ts'
import { putWebauthnChallenge, takeWebauthnChallenge } from '../stores/sessionStore.ts'
import { completeSignIn, enrollingSession, holdFactors, recordFactor } from './completeSignIn.ts'
import {
  deletePasskey,
  hasFactor,
  insertPasskey,
  type Passkey,
  passkeysOf,
  notePasskeyUse,
} from '../stores/factorStore.ts'

/** Loaded with the first passkey: it tries the platform's newest algorithms, about which Node warns. */
const webauthn = () => import('@simplewebauthn/server')

type PasskeyDeps = Pick<OperatorSessionDeps, 'database'>

/** Time for a browser to answer. */
const ANSWER_MS = 5 * 60_000
const MOST_PASSKEYS = 10

/** The browser's options for making a passkey for this host; the authenticator must verify its user by touch, face or number. */
export async function askNewPasskey({ database: { db } }: PasskeyDeps, context: CallContext) {
  const { id, operator } = enrollingSession(context)
  const known = await passkeysOf(db, operator.address)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Tickmark',
    rpID: hostname(context.origin),
    userName: operator.address,
    userDisplayName: operator.name,
    userID: new TextEncoder().encode(operator.address),
    attestationType: 'none',
    timeout: ANSWER_MS,
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  await putWebauthnChallenge(db, id, options.challenge, context.nowMs + ANSWER_MS)
  return { ...options }
}

/** Stores a new passkey; the first factor completes the sign-in. */
export async function keepPasskey(
  { database: { db } }: PasskeyDeps,
  given: { response: unknown; name: string },
  context: CallContext,
): Promise<void> {
  const session = enrollingSession(context)
  const { nowMs, origin } = context
  const expectedChallenge = await takeWebauthnChallenge(db, session.id, nowMs)
  if (expectedChallenge === null) throw new Refused('passkey_invalid')
  const { registrationInfo } = await checked(async () => {
    const { verifyRegistrationResponse } = await webauthn()
    return verifyRegistrationResponse({
      response: given.response as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: hostname(origin),
      requireUserVerification: true,
    })
  })
  if (!registrationInfo) throw new Refused('passkey_invalid')
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  const { address } = session.operator
  await transact(db, async (tx) => {
    await holdFactors(tx, session)
    if ((await passkeysOf(tx, address)).length >= MOST_PASSKEYS)
      throw new Refused('passkeys_full', { most: String(MOST_PASSKEYS) })
    const key = { id, publicKey: Buffer.from(publicKey), counter, transports }
    if (!(await insertPasskey(tx, address, { ...key, name: given.name, createdAtMs: nowMs })))
      throw new Refused('passkey_invalid')
    await recordFactor(tx, address, 'addFactor', { factor: 'passkey', name: given.name }, nowMs)
    await completeSignIn(tx, session, 'passkey', nowMs)
  })
}

/** The browser's options for asking for one of the operator's passkeys. */
export async function askPasskey({ database: { db } }: PasskeyDeps, context: CallContext) {
  const { id, operator } = operatorSessionIn(context)
  const known = await passkeysOf(db, operator.address)
  if (known.length === 0) throw new Refused('factor_unknown')
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: hostname(context.origin),
    timeout: ANSWER_MS,
    allowCredentials: known.map(descriptor),
    userVerification: 'required',
  })
  await putWebauthnChallenge(db, id, options.challenge, context.nowMs + ANSWER_MS)
  return { ...options }
}

/** Completes the sign-in with a passkey. */
export async function provePasskey(
  { database: { db } }: PasskeyDeps,
  response: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<void> {
  const session = operatorSessionIn(context)
  const { nowMs, origin } = context
  const expectedChallenge = await takeWebauthnChallenge(db, session.id, nowMs)
  const { address } = session.operator
  const key = (await passkeysOf(db, address)).find(({ id }) => id === response['id'])
  if (!key || expectedChallenge === null) throw new Refused('passkey_invalid')
  const { verified, authenticationInfo } = await checked(async () => {
    const { verifyAuthenticationResponse } = await webauthn()
    return verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: hostname(origin),
      requireUserVerification: true,
      credential: { id: key.id, publicKey: Uint8Array.from(key.publicKey), counter: key.counter },
    })
  })
  if (!verified) throw new Refused('passkey_invalid')
  await transact(db, async (tx) => {
    const use = { id: key.id, was: key.counter, counter: authenticationInfo.newCounter, atMs: nowMs }
    if (!(await notePasskeyUse(tx, address, use))) throw new Refused('passkey_invalid')
    await completeSignIn(tx, session, 'passkey', nowMs)
  })
}

/** Removes one of the operator's own passkeys; never the last factor. */
export async function removePasskey(
  { database: { db } }: PasskeyDeps,
  passkey: string,
  context: CallContext,
): Promise<void> {
  const session = operatorSessionIn(context)
  const { address } = session.operator
  await transact(db, async (tx) => {
    await holdFactors(tx, session)
    const name = (await passkeysOf(tx, address)).find(({ id }) => id === passkey)?.name
    if (name === undefined || !(await deletePasskey(tx, address, passkey)))
      throw new Refused('factor_unknown')
    if (!(await hasFactor(tx, address))) throw new Refused('factor_last')
    await recordFactor(tx, address, 'removeFactor', { factor: 'passkey', name }, context.nowMs)
  })
}

function descriptor({ id, transports }: Passkey) {
  return { id, transports: transports as AuthenticatorTransport[] }
}

/** The library throws for any mismatch; the caller gets a single refusal for all of them. */
async function checked<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch {
    throw new Refused('passkey_invalid')
  }
}

function hostname(origin: string): string {
  return new URL(origin).hostname
}
