import { expect, test } from 'vitest'
import { drawn } from '../../../app/drawn.testing.tsx'
import { Blocked, type Block } from '../apply/Blocked.tsx'
import { CostCard } from './CostCard.tsx'
import { SignedPerson } from './SignedPerson.tsx'

const written = {
  application: '01998a2b-0000-7000-8000-000000000001',
  site: 'https://tickmark.example',
  borrower: '0x52908400098527886E0F7030069857D2E4169EE7',
  amount: '1000',
  instalments: 6,
  writtenAt: Date.UTC(2026, 0, 31, 12),
  details: 'ab'.repeat(32),
  front: 'ef'.repeat(32),
  back: 'fe'.repeat(32),
  named: { name: 'Zoë', phone: '49', address: 'Harbour', idNumber: 'X1' },
  salt: 'cd'.repeat(16),
  signBefore: Date.UTC(2026, 0, 31, 13),
}

test('the cost tells the sum, the most of paying late, every date and sum, and who decides', async () => {
  expect(await drawn(<CostCard written={written} reviewer="people" />)).toBe(
    [
      'Dates and costs | You get | 1,000.00 USDT | Interest | None | You pay back | 1,000.00 USDT',
      'At the very most',
      'With the late fee of 50.00 USDT, charged once at most; on Mar 4, 2026 at the earliest',
      '1,050.00 USDT | Every instalment | 1 | Feb 28, 2026 | 166.66 USDT | 2 | Mar 31, 2026',
      '166.66 USDT | 3 | Apr 30, 2026 | 166.66 USDT | 4 | May 31, 2026 | 166.66 USDT | 5 | Jun 30, 2026',
      '166.66 USDT | 6 | Jul 31, 2026 | 166.70 USDT',
      'Dates are in UTC. An instalment can be paid until the end of its date. | What happens when',
      'On its date, an instalment is taken from your real wallet, if your available USDT covers it.',
      'If not, it is overdue from the next day on, and is taken as soon as you have enough. There is no fee for the first 3 days.',
      'When an instalment is more than 3 days overdue, 50.00 USDT is added: 5% of the amount, once for the whole loan.',
      'You can pay early at any time, without cost.',
      'The loan never blocks a withdrawal, and money on hold is not touched. | Who decides',
      'People review your application. It takes 24 to 48 hours.',
    ].join(' | '),
  )
  const text = await drawn(<CostCard written={written} reviewer="simulated" />)
  expect(text.slice(text.indexOf('Who decides'))).toBe(
    [
      'Who decides',
      'In this sandbox a simulated reviewer decides, not a person, 20 seconds after you submit. It approves when all of this holds:',
      'The name has at least 2 letters. | The phone number has 7 to 15 digits.',
      'The ID number has 5 to 20 letters or digits, and nothing else.',
      'Both photos have at least 300 pixels on the shorter side, and more than one colour.',
      'The lending pool has the amount.',
    ].join(' | '),
  )
})

test('the signed person is told field by field', async () => {
  const person = { details: written.named, front: new Blob(), back: new Blob() }
  expect(await drawn(<SignedPerson person={person} />)).toBe(
    [
      'Who signs | Who signs | Name | Zoë | Phone number | 49 | Address | Harbour | ID number | X1',
      'The agreement names these details and photos by their hashes. This page has compared them with what you gave.',
    ].join(' | '),
  )
})

test.each<[code: Block['code'], way: string]>([
  ['loan_account_simulated', 'Switch to the real account'],
  ['loan_open', 'See my loans'],
  ['on_break', 'My limits'],
  ['excluded', 'My limits'],
  ['loans_closed', ''],
])('who cannot apply because of %s is led to %s', async (code, way) => {
  expect(await drawn(<Blocked blocked={{ code, message: 'Not now' }} />)).toBe(
    way === '' ? 'Not now' : `Not now | ${way}`,
  )
})
