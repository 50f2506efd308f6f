import { CONSENT_LIFE_MS, NO_HEAD, closeText, readCloseText } from '@tickmark/core/consent/consentText'
import { delegationHash, readDelegation } from '@tickmark/core/consent/delegation'
import { ORIGIN, testOwner } from '@tickmark/core/consent/owner.testing'
import { expect, test } from 'vitest'
import { sha256 } from '../../platform/sha256.ts'
import { hasRunOut, signedAsk } from './signedAsk.ts'

const owner = testOwner(1, 1_795_219_200_000)
const delegation = readDelegation(owner.delegation.text, sha256)
if (!delegation) throw new Error('the owner delegates')
const key = { delegation, hash: delegationHash(owner.delegation, sha256) }
const endMs = delegation.grant.untilS * 1_000
const ORDER = '00000000-0000-7000-8000-000000000001'

/** Whether the house may act, at these times, on a text signed then. */
async function mayAct(at: number, times: readonly number[]): Promise<boolean[]> {
  const frame = { origin: ORIGIN, session: owner.session, nonce: at, at, expires: at + CONSENT_LIFE_MS }
  const text = closeText({ ...frame, head: NO_HEAD, order: ORDER, bid: '70' })
  const ask = await signedAsk(owner.sign(text), readCloseText(text), key)
  return times.map((nowMs) => !hasRunOut(ask, nowMs))
}

test('the house may act on a signed text until it expires', async () => {
  const at = endMs - 60_000
  expect(await mayAct(at, [at + CONSENT_LIFE_MS, at + CONSENT_LIFE_MS + 1])).toEqual([true, false])
})

test('and no longer than the wallet delegated', async () => {
  expect(await mayAct(endMs - 2, [endMs - 1, endMs])).toEqual([true, false])
})
