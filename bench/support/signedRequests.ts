import { consentHash } from '@tickmark/core/consent/bundle'
import { delegationHash } from '@tickmark/core/consent/delegation'
import { CONSENT_LIFE_MS, NO_HEAD, orderText } from '@tickmark/core/consent/consentText'
import { consentedOrderId } from '@tickmark/core/consent/orderId'
import { currencyById } from '@tickmark/core/money/currencies'
import { durationById } from '@tickmark/core/orders/durations'
import { pairOf } from '@tickmark/core/receipts/receipts'
import type { Database } from '@tickmark/server/db/pool'
import type { PlaceRequest } from '@tickmark/server/orders/placing/placingStore'
import { sha256 } from '@tickmark/server/platform/sha256'
import { sql } from 'kysely'
import { anyRequest } from './books.ts'

/** No key made it: signatures are checked before a request is queued, and neither the writer nor an audit reads them. */
const SIGNATURE = '00'.repeat(64)

let signed = 0

/** Hashes of the delegations by their users. */
const delegations = new Map<number, string>()

function delegationTo(userId: number): string {
  const known = delegations.get(userId)
  if (known !== undefined) return known
  const address = `0x${userId.toString(16).padStart(40, '0')}`
  const made = delegationHash({ text: 'delegates', signature: '0x', address, kind: 'evm' }, sha256)
  delegations.set(userId, made)
  return made
}

/** Inserts users 1 to `users`, each with a key that may sign for him. */
export async function addSigners(database: Database, users: number): Promise<void> {
  const address = sql`'0x' || lpad(to_hex(id), 40, '0')`
  for (const insert of [
    sql`insert into users (id, address, wallet_type, practice, invite_code, language, created_at) overriding system value
      select id, ${address}, 1, true, lpad(upper(to_hex(id)), 8, '0'), 'english', 0`,
    sql`insert into delegation (session, text, signature, address, kind)
      select decode(lpad(to_hex(id), 64, '0'), 'hex'), 'delegates', '0x', ${address}, 'evm'`,
  ])
    await sql`${insert} from generate_series(1, ${users}::bigint) as id`.execute(database.db)
}

/** `anyRequest` with the text that its owner signed. */
export function anySignedRequest(users: number, nowMs: number): PlaceRequest {
  const request = anyRequest(users, nowMs)
  const { durationId, ...terms } = request.terms
  const consent = {
    origin: 'https://tickmark.example',
    session: request.userId.toString(16).padStart(64, '0'),
    nonce: nowMs + signed++,
    at: nowMs,
    expires: nowMs + CONSENT_LIFE_MS,
    head: NO_HEAD,
    ...terms,
    book: request.book,
    currency: currencyById(request.currencyId)?.code ?? '',
    pair: pairOf(terms.pid),
    duration: durationById(durationId)?.seconds ?? 0,
    stake: String(request.stake),
  }
  const text = orderText(consent)
  const asked = consentedOrderId(text, nowMs, sha256)
  return {
    ...request,
    consent: {
      text,
      signature: SIGNATURE,
      asked,
      session: consent.session,
      nonce: consent.nonce,
      atMs: nowMs,
      untilMs: consent.expires,
      hash: consentHash({ text, signature: SIGNATURE }, delegationTo(request.userId), sha256),
    },
  }
}
