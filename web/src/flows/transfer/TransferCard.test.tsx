import type { LoggedEnd } from '@tickmark/core/evidence/withdrawalEnd'
import { expect, test } from 'vitest'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { atTime, drawn, drawnMarkup } from '../../app/drawn.testing.tsx'
import { aTransfer } from '../../entities/aTransfer.testing.ts'
import { LoggedEndText } from './LoggedEndText.tsx'
import { TransferCard } from './TransferCard.tsx'
import { TransferSteps } from './TransferSteps.tsx'

const EVENING = new Date(2026, 10, 7, 21, 4, 9).getTime()
const steps = (
  ...names: (
    | 'requested'
    | 'seen'
    | 'held_new_address'
    | 'approved'
    | 'signed'
    | 'broadcast'
    | 'credited'
    | 'rejected'
    | 'orphaned'
    | 'cancelled'
    | 'dead'
  )[]
) => names.map((step, at) => ({ step, at: EVENING + at * 60_000 }))

const withdrawal = (given: Parameters<typeof aTransfer>[0] = {}, blockSeconds = 30) =>
  drawn(<TransferSteps kind="withdrawal" item={aTransfer(given)} blockSeconds={blockSeconds} />)

test('a withdrawal tells its sum, state, way, fee, address and transaction', async () => {
  atTime(EVENING + 3_600_000)
  expect(await drawn(<TransferCard kind="withdrawal" item={aTransfer()} blockSeconds={30} />)).toBe(
    [
      'Withdrawal | −120.50 USDT | Polygon | · | Nov 7, 2026, 21:04 | Pending',
      'Progress of the withdrawal | Done: | Requested | 120.50 USDT | 21:04:09 | Done: | Approved',
      '21:04:20 | Done: | Signed | 21:04:31 | Done: | Sent | 21:04:42 | Under way: | 3',
      '3 of 12 confirmations | about 5 min | Network fee, at most | 0.31 USDT | To address',
      '0x12a4c3e5f6071829304152637485960718293a4b | Copy | Transaction | 0xfeed | Copy',
      'Ask support about this',
    ].join(' | '),
  )
  const early = aTransfer({ steps: steps('requested'), txid: null, isCancellable: true })
  expect(await drawn(<TransferCard kind="withdrawal" item={early} blockSeconds={30} />)).toBe(
    [
      'Withdrawal | −120.50 USDT | Polygon | · | Nov 7, 2026, 21:04 | Pending',
      'Progress of the withdrawal | Done: | Requested | 120.50 USDT | 21:04:09 | Under way:',
      'Being approved | To come: | Signed | To come: | Sent | To come: | Final | Network fee, at most',
      '0.31 USDT | To address | 0x12a4c3e5f6071829304152637485960718293a4b | Copy | Call back',
      'Ask support about this',
    ].join(' | '),
  )
})

test('a final withdrawal tells the fee paid, and a deposit no fee', async () => {
  atTime(EVENING + 86_400_000)
  expect(await drawn(<TransferCard kind="withdrawal" item={aTransfer({ status: 1 })} />)).toBe(
    [
      'Withdrawal | −120.50 USDT | Polygon | · | Nov 7, 2026, 21:04 | Success',
      'Progress of the withdrawal | Done: | Requested | 120.50 USDT | Nov 7, 2026, 21:04 | Done:',
      'Approved | Nov 7, 2026, 21:04 | Done: | Signed | Nov 7, 2026, 21:04 | Done: | Sent',
      'Nov 7, 2026, 21:04 | Under way: | 3 | 3 of 12 confirmations | Network fee | 0.31 USDT',
      'To address | 0x12a4c3e5f6071829304152637485960718293a4b | Copy | Transaction | 0xfeed | Copy',
      'Ask support about this',
    ].join(' | '),
  )
  const deposit = aTransfer({ status: 1, steps: steps('seen', 'credited') })
  expect(await drawn(<TransferCard kind="deposit" item={deposit} />)).toBe(
    [
      'Deposit | +120.50 USDT | Polygon | · | Nov 7, 2026, 21:04 | Success | Progress of the deposit',
      'Done: | Seen in block 61,204,877 | 120.50 USDT | Nov 7, 2026, 21:04 | Done:',
      '3 of 12 confirmations | Done: | Credited | Nov 7, 2026, 21:05 | Your deposit address',
      '0x12a4c3e5f6071829304152637485960718293a4b | Copy | Transaction | 0xfeed | Copy',
      'Ask support about this',
    ].join(' | '),
  )
})

test.each([
  ['deposit', 'receive'],
  ['withdrawal', 'send'],
] as const)('a %s has the icon %s', async (kind, icon) => {
  const card = await drawnMarkup(<TransferCard kind={kind} item={aTransfer()} />)
  expect(card).toContain(await drawnMarkup(<Icon name={icon} size={19} />))
})

test('the time that confirmations still take is told in minutes', async () => {
  atTime(EVENING)
  expect(await withdrawal({ confirmations: 10 }, 29)).toContain('under a minute')
  expect(await withdrawal({ confirmations: 10 }, 30)).toContain('about 1 min')
  expect(await withdrawal({ confirmations: 14 })).toBe(
    [
      'Progress of the withdrawal | Done: | Requested | 120.50 USDT | 21:04:09 | Done: | Approved',
      '21:04:20 | Done: | Signed | 21:04:31 | Done: | Sent | 21:04:42 | Under way: | 14',
      '12 of 12 confirmations',
    ].join(' | '),
  )
})

test('a withdrawal that waits tells until when, and one that ended why', async () => {
  atTime(EVENING)
  const continuesAt = EVENING + 7_200_000
  expect(await withdrawal({ steps: steps('requested', 'held_new_address'), continuesAt })).toBe(
    [
      'Progress of the withdrawal | Done: | Requested | 120.50 USDT | 21:04:09 | Under way:',
      'Waiting: the address is new',
      'You asked for new addresses to wait. It goes on by itself: Nov 7, 2026, 23:04. | To come:',
      'Approved | To come: | Signed | To come: | Sent | To come: | Final',
    ].join(' | '),
  )
  expect(await withdrawal({ steps: steps('requested'), continuesAt })).toBe(
    [
      'Progress of the withdrawal | Done: | Requested | 120.50 USDT | 21:04:09 | Under way:',
      'Being approved',
      'Two people look at large withdrawals. If they say nothing, it goes on by itself: Nov 7, 2026, 23:04.',
      'To come: | Signed | To come: | Sent | To come: | Final',
    ].join(' | '),
  )
  expect(await withdrawal({ steps: steps('requested', 'rejected'), status: 2, reason: 'legal_order' })).toBe(
    [
      'Progress of the withdrawal | Done: | Requested | 120.50 USDT | 21:04:09 | Ended: | Rejected',
      'Reason: a legal order. Amount and fee are available again. | 21:05:09',
    ].join(' | '),
  )
  expect(
    await withdrawal({ steps: steps('requested', 'rejected'), status: 2, reason: 'new_reason' }),
  ).toContain('new_reason')
  expect(await withdrawal({ steps: steps('requested', 'dead'), status: 2, reason: 'reverted' })).toBe(
    [
      'Progress of the withdrawal | Done: | Requested | 120.50 USDT | 21:04:09 | Ended:',
      'Not carried out',
      'The contract at this address refused the payment. The amount is available again; the network’s fee was used up.',
      '21:05:09',
    ].join(' | '),
  )
  expect(await withdrawal({ steps: steps('requested', 'cancelled'), status: 2 })).toBe(
    [
      'Progress of the withdrawal | Done: | Requested | 120.50 USDT | 21:04:09 | Ended: | Called back',
      'Amount and fee are available again. | 21:05:09',
    ].join(' | '),
  )
})

const UNSENT = 'Nothing was sent, and amount and fee are available again.'
test.each([
  ['intent_lapsed', `Not carried out | The house could not sign this payment. ${UNSENT}`],
  ['address_invalid', `Not carried out | The house could not sign this payment. ${UNSENT}`],
  ['would_fail', `Not carried out | The contract at this address does not take this payment. ${UNSENT}`],
  ['overdue', `Not carried out | It could not be paid in time. ${UNSENT}`],
  ['intent_revoked', 'Called back | Amount and fee are available again.'],
])('a withdrawal that was returned for %s says why', async (reason, said) => {
  atTime(EVENING)
  const returned = withdrawal({ steps: steps('requested', 'cancelled'), status: 2, reason })
  expect(await returned).toContain(`Ended: | ${said} | 21:05:09`)
})

test('a deposit tells its block, sum and confirmations', async () => {
  atTime(EVENING)
  const deposit = aTransfer({ steps: steps('seen') })
  expect(await drawn(<TransferSteps kind="deposit" item={deposit} blockSeconds={2} />)).toBe(
    [
      'Progress of the deposit | Done: | Seen in block 61,204,877 | 120.50 USDT | 21:04:09 | Under way:',
      '3 | 3 of 12 confirmations | under a minute | To come: | Credited',
    ].join(' | '),
  )
})

test('the end of a withdrawal by the log stands beside the end by its record', async () => {
  const end: LoggedEnd = { is: 'ended', seq: 20_114, end: 'paid', tx: '0xfeed', atMs: EVENING, isLate: false }
  const told = (given: Partial<LoggedEnd> | null, item = aTransfer({ status: 1 })) =>
    drawn(<LoggedEndText end={given && { ...end, ...given }} item={item} />)
  expect(await told(null)).toBe('The public log does not say yet how this ended.')
  expect(await told(null, aTransfer())).toBe('')
  expect(await told({})).toBe(
    'Paid with this transaction: in the public log as entry 20,114, checked on this device.',
  )
  expect(await told({ isLate: true })).toBe(
    [
      'Paid with this transaction: in the public log as entry 20,114, checked on this device. That is later than promised.',
    ].join(' | '),
  )
  expect(await told({ end: 'returned' }, aTransfer({ status: 2 }))).toBe(
    'Your money is back: in the public log as entry 20,114, checked on this device.',
  )
  expect(await told({ tx: '0xbeef', isLate: true })).toBe(
    [
      'Entry 20,114 of the public log says otherwise about this withdrawal. Save the promise, and ask support.',
    ].join(' | '),
  )
})
