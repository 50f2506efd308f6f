import { formatAmount } from '@tickmark/core/money/money'
import fc from 'fast-check'
import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { accepted, intentOf, openFixture, PAYEE, payOf, replyOf, rules, USDT } from '../fixture.testing.ts'
import { hotKeyOf } from '../keys/derive.ts'
import { signEvm } from './evmTransaction.ts'
import { termsOf } from '../terms.ts'

const hot = hotKeyOf(new Uint8Array(32).fill(7), 60, 'evm')
const account = privateKeyToAccount(`0x${Buffer.from(hot.secret).toString('hex')}`)

test('a token payment has its owner’s signed terms, as decoded by another library', async () => {
  const { signer } = openFixture()
  const reply = replyOf(signer.sign(payOf(await accepted(signer), 0)))
  const raw = reply.raw as `0x02${string}`
  const transaction = parseTransaction(raw)
  expect(transaction).toMatchObject({ chainId: 31337, gas: 90_000n, maxFeePerGas: 2_000_000_000n })
  expect(transaction.to).toBe(USDT.toLowerCase())
  expect(transaction.value ?? 0n).toBe(0n)
  expect(decodeFunctionData({ abi: erc20Abi, data: transaction.data ?? '0x' })).toEqual({
    functionName: 'transfer',
    args: [PAYEE, 12_500_000n],
  })
  expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(signer.tell().chains[0]?.hot)
})

test('a payment in the chain’s own coin goes to its receiver without call data', async () => {
  const { signer } = openFixture()
  const nonce = await accepted(signer, { currency: 'ETH', amount: '0.5', feeCap: '0.00018' })
  const { raw } = replyOf(signer.sign(payOf(nonce, 0)))
  const transaction = parseTransaction(raw as `0x02${string}`)
  expect(transaction).toMatchObject({ value: 5n * 10n ** 17n, to: PAYEE.toLowerCase() })
  expect(transaction.data ?? '0x').toBe('0x')
})

const payments = fc.record({
  isToken: fc.boolean(),
  units: fc.bigInt({ min: 1n, max: 10n ** 16n }),
  bytes: fc.uint8Array({ minLength: 20, maxLength: 20 }).filter((made) => made.some((byte) => byte > 0)),
  chainNonce: fc.oneof(fc.constantFrom(0, 127, 128, 255, 256), fc.nat(2 ** 31 - 1)),
  gasLimit: fc.integer({ min: 21_000, max: 200_000 }),
  fee: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  tip: fc.bigInt({ min: 0n, max: 10n ** 12n }),
})

test('every payment on Ethereum equals another library’s, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(payments, async ({ isToken, units, bytes, chainNonce, gasLimit, fee, tip }) => {
      const to = getAddress(`0x${Buffer.from(bytes).toString('hex')}`)
      const amount = formatAmount(isToken ? units * 100n : units)
      const terms = termsOf(intentOf({ amount, to, currency: isToken ? 'USDT' : 'ETH' }), rules)
      const transaction = {
        type: 'eip1559' as const,
        chainId: 31337,
        nonce: chainNonce,
        gas: BigInt(gasLimit),
        maxFeePerGas: fee + tip,
        maxPriorityFeePerGas: tip,
        ...(isToken
          ? { to: getAddress(USDT), data: transferOf(to, units) }
          : { to, value: units * 10n ** 10n }),
      }
      const asked = { intentNonce: '', chainNonce, gasLimit }
      const sums = { maxFeePerGas: `${fee + tip}`, maxPriorityFeePerGas: `${tip}` }
      const reply = signEvm(replyOf(terms), { ...asked, ...sums }, hot)
      expect(reply.raw).toBe(await account.signTransaction(transaction))
      expect(reply.txid).toBe(keccak256(reply.raw as Hex))
      expect(hot.address).toBe(account.address)
      expect(reply).toMatchObject(sums)
    }),
    { numRuns: 60 },
  )
})

function transferOf(to: Hex, value: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] })
}
