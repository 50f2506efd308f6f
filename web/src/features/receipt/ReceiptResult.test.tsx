import { expect, test } from 'vitest'
import { asUser, drawn } from '../../app/drawn.testing.tsx'
import { anOrder } from '../../entities/anOrder.testing.ts'
import type { Finding } from '../../receipts/checkHere.ts'
import { ProofStamp } from './ProofStamp.tsx'
import { ReceiptResult } from './ReceiptResult.tsx'
import { ReceiptStamp } from './ReceiptStamp.tsx'

const order = anOrder({ status: 1, outcome: 'won', profit: '185' })
const finding = (verdict: Finding['verdict'], summary: object | undefined) =>
  ({ verdict, summary, steps: [], receipt: null }) as unknown as Finding

test('the result is the list’s until a receipt proves another, never that of an invalid one', async () => {
  const proved = { net: '-250', outcome: 'lost' }
  const result = (found: Finding | null, given = order) =>
    drawn(<ReceiptResult order={given} finding={found} />)
  expect(await result(null)).toBe('BTC/USDT | · Up · 1 min | Simulated account | +185.00 | USDT | Won')
  expect(await result(finding('holds', proved))).toBe(
    'BTC/USDT | · Up · 1 min | Simulated account | −250.00 | USDT | Lost',
  )
  expect(await result(finding('broken', proved))).toBe(
    'BTC/USDT | · Up · 1 min | Simulated account | +185.00 | USDT | Won',
  )
  asUser(0)
  expect(await result(null, { ...order, direction: 1, profit: '0', outcome: null })).toBe(
    'BTC/USDT | · Down · 1 min | 0.00 | USDT',
  )
})

test('the owner’s stamp says what was found', async () => {
  const kinds = [
    'checking',
    'broken',
    'unlike',
    'otherFigures',
    'late',
    'ticks',
    'notProven',
    'unconnected',
    'checked',
  ] as const
  const said = await Promise.all(
    kinds.map(async (kind) => `${kind}: ${await drawn(<ReceiptStamp kind={kind} isSealing={false} />)}`),
  )
  expect(said.join('\n')).toBe(
    [
      'checking: Checking the receipt | Signatures, price log and arithmetic, on this device.',
      'broken: This receipt does not hold | The check on this device failed. See below which step. Keep the file: anyone can check it again.',
      'unlike: The public log says something else | The receipt agrees with itself, but not with the log that the server publishes. Keep the file.',
      'otherFigures: The receipt proves other figures | This page was given other figures than the receipt proves. The receipt counts: keep the file.',
      'late: The order was logged too late | Everything else holds. See below what is missing.',
      'ticks: Prices are missing in the log | Everything else holds. See below what is missing.',
      'notProven: Your consent is not shown | Everything else holds. See below what is missing.',
      'unconnected: Not shown to fit the public log | Everything else holds. The house does not show that the receipt belongs to the log that this device watches.',
      'checked: Checked on this device | The outcome follows from the prices that the house signed. Nothing was sent.',
    ].join('\n'),
  )
  expect(await drawn(<ReceiptStamp kind="checking" isSealing />)).toBe(
    [
      'The receipt is being sealed',
      'It appears as soon as the public log has all that decides this order, usually within seconds.',
    ].join(' | '),
  )
})

test('the stamp for another reader says what was found', async () => {
  const kinds = ['holds', 'withheld', 'notProven', 'broken', 'unlike'] as const
  const said = await Promise.all(
    kinds.map(async (kind) => `${kind}: ${await drawn(<ProofStamp kind={kind} />)}`),
  )
  expect(said.join('\n')).toBe(
    [
      'holds: This receipt holds | The result follows from the prices that the house signed, and the owner’s wallet signed the order.',
      'withheld: The result holds | It follows from the prices that the house signed. Only the owner’s signature is left out: it would show the wallet.',
      'notProven: Not everything is shown | Nothing in this receipt is false. See below what it leaves open.',
      'broken: This receipt does not hold | It does not show what it claims. Keep the file: anyone can check it again.',
      'unlike: The public log says something else | The receipt agrees with itself, but not with the log that the server publishes. Keep the file.',
    ].join('\n'),
  )
})
