import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesOfHex, hexOf } from '@tickmark/core/bytes'
import { formatAmount } from '@tickmark/core/money/money'
import fc from 'fast-check'
import { TronWeb, utils } from 'tronweb'
import { expect, test } from 'vitest'
import { addressOfKey } from '@tickmark/chainkit/addresses'
import { HOUR, intentOf, payOnTronOf, replyOf, rules, START, TRON_USDT } from '../fixture.testing.ts'
import { hotKeyOf } from '../keys/derive.ts'
import { termsOf } from '../terms.ts'
import { signTron } from './tronTransaction.ts'

const hot = hotKeyOf(new Uint8Array(32).fill(7), 195, 'tron')

const payments = fc.record({
  isCoin: fc.boolean(),
  units: fc.integer({ min: 1, max: 2 ** 53 - 1 }),
  bytes: fc.uint8Array({ minLength: 20, maxLength: 20 }).filter((made) => made.some((byte) => byte > 0)),
  refBlockBytes: fc.stringMatching(/^[0-9a-f]{4}$/),
  refBlockHash: fc.stringMatching(/^[0-9a-f]{16}$/),
  timestamp: fc.integer({ min: START, max: START + 9_000 * HOUR }),
  feeLimit: fc.integer({ min: 1, max: 100_000_000 }),
})
type Payment = typeof payments extends fc.Arbitrary<infer Made> ? Made : never

/** Its numbers are the first that need one more byte. */
const AT_A_BYTES_END: Payment = {
  isCoin: true,
  units: 128,
  bytes: new Uint8Array(20).fill(1),
  refBlockBytes: '0080',
  refBlockHash: '0000000000000080',
  timestamp: START,
  feeLimit: 16_384,
}

test('every payment on Tron equals that of Tron’s own library, byte for byte', () => {
  fc.assert(
    fc.property(payments, (payment) => {
      const { isCoin, units, bytes, timestamp } = payment
      const to = TronWeb.address.fromHex(`41${hexOf(bytes)}`)
      const intent = intentOf({
        network: 'Tron',
        currency: isCoin ? 'TRX' : 'USDT',
        to,
        amount: formatAmount(BigInt(units) * 100n),
      })
      const feeLimit = isCoin ? '0' : String(payment.feeLimit)
      const { refBlockBytes, refBlockHash } = payment
      const asked = {
        ...payOnTronOf('', feeLimit),
        refBlockBytes,
        refBlockHash,
        timestamp,
        expiration: timestamp + HOUR,
      }
      const reply = signTron(replyOf(termsOf(intent, rules)), asked, hot)
      const made: unknown = utils.transaction.txJsonToPb({ raw_data: rawData(payment, to, hot.address) })
      expect(hexOf(partsOf(reply.raw).inner)).toBe(utils.transaction.txPbToRawDataHex(made).toLowerCase())
      expect(reply.txid).toBe(utils.transaction.txPbToTxID(made))
    }),
    { numRuns: 60, examples: [[AT_A_BYTES_END]] },
  )
})

test('the paying wallet signs a payment on Tron over its id', () => {
  const intent = intentOf({ network: 'Tron', to: TronWeb.address.fromHex(`41${'22'.repeat(20)}`) })
  const { raw, txid } = signTron(replyOf(termsOf(intent, rules)), payOnTronOf(''), hot)
  const { inner, signature } = partsOf(raw)
  const id = sha256(inner)
  expect(txid).toBe(`0x${hexOf(id)}`)
  const signed = Uint8Array.of((signature[64] ?? 0) - 27, ...signature.slice(0, 64))
  const key = secp256k1.recoverPublicKey(signed, id, { prehash: false })
  expect(addressOfKey(key, 'tron')).toBe(hot.address)
  expect(hot.address).toBe(TronWeb.address.fromPrivateKey(hexOf(hot.secret)))
})

/** The signed bytes, and the signature over them. */
function partsOf(raw: string): { inner: Uint8Array; signature: readonly number[] } {
  const whole = bytesOfHex(raw.slice(2)) ?? new Uint8Array()
  // The first field: its tag, its length as a varint, then the signed bytes.
  expect(whole[0]).toBe(0x0a)
  let [from, size] = [1, 0]
  for (let isLast = false; !isLast; from++) {
    const seven = whole[from] ?? 0
    size |= (seven & 127) << (7 * (from - 1))
    isLast = seven < 128
  }
  // The signature is the last field: its tag, its length of 65, then r, s and v.
  const [tag, length, ...signature] = whole.subarray(from + size)
  expect([tag, length, signature.length]).toEqual([0x12, 65, 65])
  return { inner: whole.subarray(from, from + size), signature }
}

/** The same payment in the JSON form of Tron's nodes. */
function rawData(payment: Payment, to: string, from: string): object {
  const { isCoin, units, refBlockBytes, refBlockHash, timestamp, feeLimit } = payment
  const owner_address = TronWeb.address.toHex(from)
  const type = isCoin ? 'TransferContract' : 'TriggerSmartContract'
  const call = `a9059cbb${TronWeb.address.toHex(to).slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`
  const value = isCoin
    ? { owner_address, to_address: TronWeb.address.toHex(to), amount: units }
    : { owner_address, contract_address: TronWeb.address.toHex(TRON_USDT), data: call }
  return {
    contract: [{ type, parameter: { type_url: `type.googleapis.com/protocol.${type}`, value } }],
    ref_block_bytes: refBlockBytes,
    ref_block_hash: refBlockHash,
    expiration: timestamp + HOUR,
    timestamp,
    ...(!isCoin && { fee_limit: feeLimit }),
  }
}
