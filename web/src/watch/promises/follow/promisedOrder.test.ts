import { sha256 } from '@noble/hashes/sha2.js'
import { NO_HEAD, orderText } from '@tickmark/core/consent/consentText'
import { consentedOrderId } from '@tickmark/core/consent/orderId'
import { expect, test } from 'vitest'
import { promisedOrder } from './promisedOrder.ts'

const AT_MS = 1_795_219_200_250
const OTHER = '0196a7c0-0000-8000-8000-000000000000'

test('an order’s id follows from its signed text, whatever the house answers', () => {
  const text = orderText({
    origin: 'https://house.example',
    session: 'a'.repeat(64),
    nonce: AT_MS,
    at: AT_MS,
    expires: AT_MS + 5_000,
    head: NO_HEAD,
    book: 'real',
    currency: 'USDT',
    pid: 1,
    pair: 'BTC/USDT',
    duration: 30,
    direction: 'up',
    barrierPpm: 0,
    ratePct: 80,
    chancePpm: 500_000,
    marginPpm: 100_000,
    stake: '2000000000',
  })
  const id = consentedOrderId(text, AT_MS, sha256)
  expect(promisedOrder({ text, signature: '' }, OTHER)).toBe(id)
  expect(promisedOrder(null, OTHER)).toBe(OTHER)
})
