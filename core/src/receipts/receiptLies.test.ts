import { expect, test } from 'vitest'
import { checkpointKey } from '../log/checkpoint.ts'
import { signNote } from '../log/note.ts'
import { retell, type Lie } from './lie.testing.ts'
import { find, nodeCrypto } from './lyingHouse.testing.ts'
import { crypto } from './nodeCrypto.testing.ts'
import { checkReceipt } from './receiptCheck.ts'
import { NO_LOG, RECEIPT_LIES } from './receiptLies.testing.ts'
import type { Played } from './toyExchange.testing.ts'

const told = (one: Played, change: (honest: Lie) => Partial<Lie> = () => ({})) =>
  checkReceipt(retell(one, nodeCrypto, change), crypto)
    .steps.filter((step) => !step.ok)
    .map((step) => step.name)

test('a receipt re-signed by its operator without changes holds', () => {
  for (const outcome of ['won', 'lost', 'tied', 'void', 'closed'])
    expect(told(find(outcome))).toEqual(find(outcome).lacks)
})

test.each(RECEIPT_LIES)(
  'a house that signs %s fails at the right steps, or is right',
  (_what, one, change, steps) => {
    expect(told(one, change)).toEqual(steps)
  },
)

test('a checkpoint with another line, or without its signature, is invalid', () => {
  const { receipt } = find('won')
  const faults = (checkpoint: string) =>
    checkReceipt({ ...receipt, checkpoint }, crypto)
      .steps.filter((step) => !step.ok)
      .map((step) => step.name)
  const [text = '', signature = ''] = receipt.checkpoint.split('\n\n')
  const longer = `${text}\nmore\n`
  const key = checkpointKey(receipt.keys.origin, receipt.keys.log, nodeCrypto.sha256)
  const signed = signNote(longer, key, () => nodeCrypto.sign('log', longer))
  expect(faults(signed)).toEqual([...NO_LOG, 'checkpoint'])
  expect(faults(`${text}\n\n${signature.replace('log.example', 'log.sample')}`)).toEqual(['checkpoint'])
  expect(faults(`${text}\n\n${signature}${signature}`)).toEqual([])
  expect(faults(text)).toEqual([...NO_LOG, 'checkpoint'])
})
