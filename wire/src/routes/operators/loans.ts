import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { decimal, moneyText, page, uuid } from '../../fields.ts'
import { loanPurpose, loanStanding } from '../../schemas/loans.ts'

const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500), z.regex(/^\P{Cc}*$/u))
const action = { who: 'operator', may: 'reviewLoans', method: 'POST' } as const
const UNDECIDED = ['loan_unknown', 'loan_decided'] as const

/** Payload of `loan.approve`: an application under review, with its borrower's signed terms. */
export const loanApproval = z.strictObject({ applyId: uuid, amount: moneyText, instalments: z.int() })

/**
 * Reviewers' calls for loan applications. Proposals of the kind `loan.approve` pay out a loan. A reviewer who views details or a
 * picture must give a reason, and the view is logged.
 */
export const operatorLoanRoutes = {
  consoleLoans: route({
    method: 'GET',
    path: '/api/console/loans',
    summary: 'Applications under review, the longest waiting first, without anything personal.',
    who: 'operator',
    may: 'reviewLoans',
    input: z.object({ ...page }),
    reply: z.object({
      list: z.array(
        z.object({
          id: uuid,
          amount: decimal,
          instalments: z.int(),
          /** Ms since 1970; it lapses at `decideBefore`. */
          submittedAt: z.int(),
          decideBefore: z.int(),
        }),
      ),
      total: z.int(),
    }),
  }),
  consoleLentLoans: route({
    method: 'GET',
    path: '/api/console/loans/lent',
    summary: 'Loans that were paid out and are not repaid, the one with the oldest unpaid instalment first.',
    who: 'operator',
    may: 'reviewLoans',
    input: z.object({ ...page }),
    reply: z.object({
      list: z.array(
        z.object({
          id: uuid,
          userId: z.int(),
          amount: decimal,
          instalments: z.int(),
          paid: z.int(),
          /** The total still to be paid, including the late fee. */
          owed: decimal,
          /** The oldest unpaid instalment: its sum and its day, YYYY-MM-DD in UTC. */
          next: decimal,
          due: z.string(),
          standing: loanStanding,
          hasLateFee: z.boolean(),
        }),
      ),
      total: z.int(),
    }),
  }),
  consoleLoan: route({
    ...action,
    path: '/api/console/loan',
    summary:
      'An application with its personal details, for a reason. At most 30 views an hour, pictures included.',
    input: z.object({ applyId: uuid, reason }),
    reply: z.object({
      id: uuid,
      state: z.int(),
      amount: decimal,
      instalments: z.int(),
      borrower: z.string(),
      submittedAt: z.int(),
      /** Null after deletion. */
      details: z.nullable(
        z.object({ name: z.string(), phone: z.string(), address: z.string(), idNumber: z.string() }),
      ),
      pictures: z.array(z.object({ purpose: loanPurpose, width: z.int(), height: z.int() })),
      /** All views of details and pictures in order, including this one. */
      views: z.array(z.object({ what: z.string(), viewer: z.string(), reason: z.string(), at: z.int() })),
    }),
    refusals: ['loan_unknown'],
  }),
  consoleLoanPicture: route({
    ...action,
    path: '/api/console/loan/picture',
    summary: 'A picture of an application, for a reason, marked with the operator’s address and the day.',
    input: z.object({ applyId: uuid, purpose: loanPurpose, reason }),
    reply: z.object({
      /** A JPEG in base64. */
      picture: z.string(),
    }),
    refusals: ['loan_unknown'],
  }),
  consoleRejectLoan: route({
    ...action,
    freshFactor: true,
    path: '/api/console/loan/reject',
    summary: 'Rejects an application; its owner reads the reason.',
    input: z.object({ applyId: uuid, reason }),
    reply: z.object({ state: z.int() }),
    refusals: UNDECIDED,
  }),
  consoleAskLoanAgain: route({
    ...action,
    freshFactor: true,
    path: '/api/console/loan/again',
    summary:
      'Sends an application back to its owner, who reads the reason and can send it again for 14 days.',
    input: z.object({ applyId: uuid, reason }),
    reply: z.object({ state: z.int() }),
    refusals: UNDECIDED,
  }),
}
