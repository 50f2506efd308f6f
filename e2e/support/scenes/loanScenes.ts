import type { Locator, Page } from 'playwright-core'
import { applyForLoan, borrow, draftLoan } from '../house/loans.ts'
import { newPerson, type Person } from '../house/people.ts'
import type { Scene, Say } from './scenes.ts'
import { seen } from '../page/see.ts'
import type { House } from '../stage/stage.ts'

/** Gives a user a running loan and a rejected application; returns another user with a draft, who may apply. */
export async function fillLoans(house: House, person: Person): Promise<Person> {
  await applyForLoan(person, { amount: '250', isBlank: true })
  house.clock.advance(20_000)
  await house.app.idle()
  await borrow(house, person, { amount: '1200' })
  const applicant = await newPerson(house)
  await draftLoan(applicant)
  return applicant
}

const h1 = (page: Page) => seen(page.getByRole('heading', { level: 1 }))
const sheet = (page: Page) => seen(page.getByRole('dialog').last())

async function schedule(page: Page, say: Say): Promise<Locator> {
  return seen(page.getByRole('list', { name: say('loanList:schedule') }).getByRole('listitem'))
}

async function terms(page: Page, say: Say): Promise<Locator> {
  await (await seen(page.getByRole('button', { name: say('loans:goOn') }))).click()
  return seen(page.getByRole('dialog', { name: say('loans:agreement.title') }))
}

/** The screens of loans. */
export const LOAN_SCENES: readonly Scene[] = [
  { name: 'loans of a visitor', as: 'visitor', path: () => '/detail', open: h1 },
  {
    name: 'loans in the simulated account',
    path: () => '/detail',
    open: (page, say) => seen(page.getByText(say('loanList:realOnly.title'))),
  },
  {
    name: 'loans',
    as: 'owner',
    path: () => '/detail',
    open: (page, say) => seen(page.getByRole('list', { name: say('loanList:list') }).getByRole('link')),
  },
  { name: 'loan', as: 'owner', path: () => '/loandetail', open: schedule },
  {
    name: 'repaying a loan',
    as: 'owner',
    path: () => '/loandetail',
    async open(page, say) {
      await schedule(page, say)
      await page.getByRole('button', { name: say('loanList:repay.action'), exact: true }).click()
      return sheet(page)
    },
  },
  {
    name: 'agreement of a loan',
    as: 'owner',
    path: () => '/loandetail',
    async open(page, say) {
      await schedule(page, say)
      await page.getByRole('button', { name: say('loanList:agreement.look') }).click()
      return seen(page.getByText(say('loanList:agreement.holds')))
    },
  },
  {
    name: 'loan that is open already',
    as: 'owner',
    path: () => '/loan',
    open: (page, say) => seen(page.getByRole('button', { name: say('loans:blocked.toLoans') })),
  },
  {
    name: 'loan form',
    as: 'applicant',
    path: () => '/loan',
    open: (page, say) => seen(page.getByRole('button', { name: say('loans:goOn') })),
  },
  { name: 'terms of a loan', as: 'applicant', path: () => '/loan', open: terms },
  {
    name: 'signature pad',
    as: 'applicant',
    path: () => '/loan',
    async open(page, say) {
      const sheetOf = await terms(page, say)
      await sheetOf.getByRole('checkbox').check()
      await sheetOf.getByRole('button', { name: say('loans:agreement.goSign') }).click()
      return seen(page.getByRole('img', { name: say('loans:sign.padEmpty') }))
    },
  },
]
