import { DAY_MS } from '@tickmark/core/days'
import { randomBytes } from 'node:crypto'
import { keyedHash } from '../../platform/keyedHash.ts'
import type { Tx } from '../../db/pool.ts'
import { putLink, takeLink } from '../stores/sessionStore.ts'

const LINK_LIFE_MS = DAY_MS

export interface NewLink {
  /** The fragment of the link; stored nowhere. */
  secret: string
  expiresAtMs: number
}

/** Makes an operator's one-time link; earlier unused ones become invalid. */
export async function makeLink(
  tx: Tx,
  pepper: Uint8Array,
  operator: string,
  nowMs: number,
): Promise<NewLink> {
  const secret = randomBytes(24).toString('base64url')
  const expiresAtMs = nowMs + LINK_LIFE_MS
  await putLink(tx, hashOf(pepper, secret), operator, expiresAtMs)
  return { secret, expiresAtMs }
}

/** Uses up a link; returns its operator, or null for an invalid link. */
export function spendLink(tx: Tx, pepper: Uint8Array, secret: string, nowMs: number): Promise<string | null> {
  return takeLink(tx, hashOf(pepper, secret), nowMs)
}

/** The address to open. The secret is in the fragment, which browsers never send. */
export function linkAddress(publicUrl: string, secret: string): string {
  return `${publicUrl}/console/#link=${secret}`
}

function hashOf(pepper: Uint8Array, secret: string): Buffer {
  return keyedHash(pepper, `operator link ${secret}`)
}
