import { beforeAll, expect, test, vi } from 'vitest'
import type { Reply } from '../../../api/api.ts'
import { answered, asUser, atTime, drawn, drawnMarkup } from '../../../app/drawn.testing.tsx'
import { LoanPage } from '../LoanPage.tsx'
import { draftSaverOf } from './drafts.ts'
import { LoanApplication } from './LoanApplication.tsx'
import { EMPTY, problems } from './loanForm.ts'

const ADDRESS = '0x12a4c3e5f6071829304152637485960718293a4c'
const NOW = Date.UTC(2026, 0, 31, 12)
const DRAFT: Reply<'getLoanDraft'> = {
  draft: {
    name: 'Zoë Müller',
    phone: '4915112345678',
    homeAddress: '1 Harbour Street',
    idNumber: '•••••5678',
    amount: '1000',
    instalments: '6',
    front: null,
    back: null,
    until: new Date(2026, 10, 8, 12).getTime(),
    asked: 'Take the photo again.',
  },
  blocked: null,
  reviewer: 'people',
}
// A saver of drafts listens to the browser from its first moment on.
beforeAll(() => {
  const listens = { addEventListener: () => {} }
  vi.stubGlobal('window', listens)
  vi.stubGlobal('document', listens)
  draftSaverOf(ADDRESS)
  vi.unstubAllGlobals()
})

const form = (
  draft: Partial<NonNullable<(typeof DRAFT)['draft']>> = {},
  given: Partial<typeof DRAFT> = {},
) => {
  atTime(NOW)
  asUser(0, { address: ADDRESS })
  const start = { ...DRAFT, draft: DRAFT.draft && { ...DRAFT.draft, ...draft }, ...given }
  return drawn(<LoanApplication start={start} now={start} />)
}

test('an application begins with its draft, its instalments, and what a reviewer asked for', async () => {
  expect(await form()).toBe(
    [
      'The reviewer asks for a change: Take the photo again.',
      'A loan has to be paid back. Your details and photos are encrypted; only you and the reviewers can see them, and each view by a reviewer is recorded.',
      'Name, as on the ID card | Zoë Müller | Phone number | 4915112345678',
      'Digits only, with the country code | Address | 1 Harbour Street | ID number',
      '•••••5678 is saved. Type it again only to change it. | Loan amount | 1000 | USDT',
      'From 100 to 50,000 USDT | Monthly instalments | Monthly instalments | (chosen) | 6 months',
      '12 months | 5 payments of 166.66 USDT, then one of 166.70 USDT, no interest',
      'Front of the ID card',
      'Fill the frame with the whole card: flat, in good light, without glare, all four corners in view. JPG or PNG, up to 6 MB.',
      'Take a photo: Front of the ID card | Take a photo | Choose a picture: Front of the ID card',
      'Choose a picture | Take a photo: Front of the ID card | Choose a picture: Front of the ID card',
      'Back of the ID card',
      'Fill the frame with the whole card: flat, in good light, without glare, all four corners in view. JPG or PNG, up to 6 MB.',
      'Take a photo: Back of the ID card | Take a photo | Choose a picture: Back of the ID card',
      'Choose a picture | Take a photo: Back of the ID card | Choose a picture: Back of the ID card',
      'What you type is kept on the server until Nov 8, 2026, 12:00, and returns when you come back.',
      'See the terms',
    ].join(' | '),
  )
})

test('an empty one begins with nothing, and a block is told beside it', async () => {
  const blocked = { code: 'loans_closed' as const, message: 'No loans now' }
  expect(await form({}, { draft: null, blocked })).toBe(
    [
      'No loans now',
      'A loan has to be paid back. Your details and photos are encrypted; only you and the reviewers can see them, and each view by a reviewer is recorded.',
      'Name, as on the ID card | Phone number | Digits only, with the country code | Address',
      'ID number | Loan amount | USDT | From 100 to 50,000 USDT | Monthly instalments',
      'Monthly instalments | 6 months | 12 months | Front of the ID card',
      'Fill the frame with the whole card: flat, in good light, without glare, all four corners in view. JPG or PNG, up to 6 MB.',
      'Take a photo: Front of the ID card | Take a photo | Choose a picture: Front of the ID card',
      'Choose a picture | Take a photo: Front of the ID card | Choose a picture: Front of the ID card',
      'Back of the ID card',
      'Fill the frame with the whole card: flat, in good light, without glare, all four corners in view. JPG or PNG, up to 6 MB.',
      'Take a photo: Back of the ID card | Take a photo | Choose a picture: Back of the ID card',
      'Choose a picture | Take a photo: Back of the ID card | Choose a picture: Back of the ID card',
      'What you type is kept on the server for 24 hours, and returns when you come back. | (off)',
      'See the terms',
    ].join(' | '),
  )
})

test('instalments that are not equal tell the last one', async () => {
  expect(await form({ amount: '1200', instalments: '6' })).toContain(
    '| 6 payments of 200.00 USDT, no interest |',
  )
  expect(await form({ amount: '1000', instalments: '12' })).toContain(
    '| 11 payments of 83.33 USDT, then one of 83.37 USDT, no interest |',
  )
  expect(await form({ amount: '', instalments: '12' })).not.toContain('payments of')
})

test('the page shows the form, or alone what stands in the way', async () => {
  atTime(NOW)
  asUser(0, { address: ADDRESS })
  answered('getLoanDraft', {}, DRAFT)
  expect(await drawn(<LoanPage />)).toContain('Zoë Müller')
  answered('getLoanDraft', {}, { ...DRAFT, blocked: { code: 'loan_open', message: 'One is open' } })
  expect(await drawn(<LoanPage />)).toMatch(/One is open \| See my loans$/)
})

test('every place that may have a fault is in the form, so that the focus finds it', async () => {
  atTime(NOW)
  asUser(0, { address: ADDRESS })
  const markup = await drawnMarkup(<LoanApplication start={DRAFT} now={DRAFT} />)
  const places = Array.from(markup.matchAll(/ data-place="(\w+)"/g), ([, place]) => place)
  const facts = { hasIdNumber: false, hasFront: false, hasBack: false }
  expect(places).toEqual(problems(EMPTY, facts).map((one) => one.place))
})
