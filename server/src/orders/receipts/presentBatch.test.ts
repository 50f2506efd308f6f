import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { batchText } from '@tickmark/core/receipts/receipts'
import { expect, test } from 'vitest'
import { nodeCrypto } from '../../platform/crypto.ts'
import { signerOf } from '../../platform/keys.ts'
import type { StoredBatch } from '../order/store.ts'
import { presentBatches } from './presentBatch.ts'
import { leafHashOf, proofInBatch, signBatch } from './signedBatches.ts'

const [present, former, first, stranger] = [1, 2, 3, 4].map((seed) => signerOf(new Uint8Array(32).fill(seed)))
if (!present || !former || !first || !stranger) throw new Error('there are four keys')

const leaves = ['a', 'b', 'c'].map(leafHashOf)

/** A stored batch of three tickets, signed by a key. */
function signedBy(signer: typeof present): StoredBatch {
  const { id, root, signature } = signBatch('ticket-batch', 7, leaves, signer as NonNullable<typeof present>)
  return { id, count: 3, root, signature, leaves, logSeq: 9 }
}

const shown = presentBatches(present, () => Promise.resolve([first.publicKey, former.publicKey]))

/** Whether the present key signed this batch. */
function isPresent({ id, count, root, signature }: StoredBatch): boolean {
  const text = asciiBytes(batchText({ kind: 'ticket-batch', batch: id, count, root: hexOf(root) }))
  return nodeCrypto.verifyEd25519(signature, text, Buffer.from(present?.publicKey ?? '', 'hex'))
}

test('a batch of the present key is shown as it is stored, and no former keys are read', async () => {
  const asked = presentBatches(present, () => Promise.reject(new Error('nobody needs them')))
  const stored = signedBy(present)
  expect(await asked('ticket-batch', stored)).toBe(stored)
})

test.each([
  ['former', former],
  ['first', first],
])(
  'a batch of the log’s %s key is shown under the present one, with the same root and paths',
  async (_, by) => {
    const stored = signedBy(by)
    const anew = await shown('ticket-batch', stored)
    expect([isPresent(stored), isPresent(anew)]).toEqual([false, true])
    expect({ ...anew, signature: stored.signature }).toEqual(stored)
    expect({ ...proofInBatch(anew, 1), signature: '' }).toEqual({ ...proofInBatch(stored, 1), signature: '' })
  },
)

test.each<[string, StoredBatch]>([
  ['of a key that the log never had', signedBy(stranger)],
  ['with another root than was signed', { ...signedBy(former), root: Buffer.alloc(32, 1) }],
  ['of another size than was signed', { ...signedBy(former), count: 4 }],
  ['under another number', { ...signedBy(former), id: 8 }],
])('a batch %s is not signed again', async (_, stored) => {
  expect(await shown('ticket-batch', stored)).toBe(stored)
})

test('a batch of tickets does not become one of receipts', async () => {
  const stored = signedBy(former)
  expect(await shown('receipt-batch', stored)).toBe(stored)
})
